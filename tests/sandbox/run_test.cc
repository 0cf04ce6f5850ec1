// SPDX-License-Identifier: Apache-2.0
// Commands in disposable worlds: how they end, and what they are given.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "busy_machine.h"
#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

class RunTest : public SandboxTest {};

TEST_F(RunTest, ExitStatusAndBothStreams) {
  const SandboxResult outcome = run("echo out; echo err >&2; exit 7");
  EXPECT_EQ(outcome.end, End::exited) << outcome.why << outcome.error;
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.out, "out\n");
  EXPECT_EQ(outcome.err, "err\n");
  EXPECT_FALSE(outcome.leftovers);
  EXPECT_TRUE(outcome.effects.empty());
}

TEST_F(RunTest, ASignalIsNoExitStatus) {
  const SandboxResult outcome = run("kill -SEGV $$");
  EXPECT_EQ(outcome.end, End::signalled);
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_EQ(outcome.exit_code, -1);
}

TEST_F(RunTest, WhatCannotBeExecutedSaysWhy) {
  const SandboxResult outcome = sandbox().run({}, {{"/no/such/program"}});
  EXPECT_EQ(outcome.end, End::not_started);
  EXPECT_EQ(outcome.error, ENOENT);
  EXPECT_EQ(outcome.why, "it cannot be executed: No such file or directory");
}

TEST_F(RunTest, ArgumentsArriveAsTheyAre) {
  const Command command{{"/usr/bin/printf", "%s|", "a b", "", "$HOME", "*", "\"x\"", "\xff\n"}};
  EXPECT_EQ(sandbox().run({}, command).out, "a b||$HOME|*|\"x\"|\xff\n|");
}

TEST_F(RunTest, TheWorldIsAsDescribed) {
  World world;
  world.entries = {{.path = "notes.txt", .mode = 0640, .content = "one\ntwo\n"},
                   {.path = "a b/\xc3\xa4\n\x01", .content = std::string("\0\xff", 2)},
                   {.path = "empty", .type = NodeType::folder, .mode = 0700},
                   {.path = "link", .type = NodeType::link, .content = "notes.txt"},
                   {.path = "pipe", .type = NodeType::pipe},
                   {.path = "/srv/large", .size = 200u << 20},
                   {.path = "old", .modified = -10 * 86'400}};
  EXPECT_EQ(said("cat link; stat -c '%A %n' notes.txt empty pipe; wc -c a*/*; stat -c %s /srv/large", world),
            "one\ntwo\n-rw-r----- notes.txt\ndrwx------ empty\nprw-r--r-- pipe\n2 'a "
            "b/\xc3\xa4'$'\\n\\001'\n209715200\n");
  EXPECT_EQ(said("find . -mtime +8 -type f; find . -newermt '-5 minutes' -name '*.txt'", world),
            "./old\n./notes.txt\n");
}

TEST_F(RunTest, InputFolderAndVariables) {
  World world;
  world.folder = "/work/here";
  world.input = "3\n1\n2\n";
  world.environment = {{"ANSWER", "42"}, {"HOME", "/work"}};
  EXPECT_EQ(said("pwd; sort; echo $ANSWER $HOME $TZ $LC_ALL; date -d @0 +%H; id -un", world),
            "/work/here\n1\n2\n3\n42 /work UTC C.UTF-8\n00\nuser\n");
}

TEST_F(RunTest, WithoutInputThereIsNone) { EXPECT_EQ(said("wc -c"), "0\n"); }

TEST_F(RunTest, HasTheUsualUtilities) {
  EXPECT_EQ(said("for u in awk sed grep find sort tar gzip xargs perl python3-not; do command -v $u "
                 ">/dev/null || echo $u; done"),
            "python3-not\n");
  EXPECT_EQ(said("echo abc | gzip | zcat | tr a-z A-Z | rev; diff <(echo 1) <(echo 2); seq 3 | paste -sd+ | "
                 "tr -d '\\n'"),
            "CBA\n1c1\n< 1\n---\n> 2\n1+2+3");
}

TEST_F(RunTest, AWorldMayAskForBusyboxInPlaceOfTheHostsUtilities) {
  const World world{.entries = {{.path = "a.txt", .content = "b\na\n"}}, .userland = "busybox"};
  const SandboxResult outcome =
      run("sort a.txt; readlink -f $(command -v sort); rm --help 2>&1 | head -n 1", world);
  if (outcome.end == End::unavailable) {
    EXPECT_EQ(outcome.why, "the userland asks for busybox, which is not installed");
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << outcome.why;
    GTEST_SKIP() << outcome.why;
  }
  EXPECT_THAT(outcome.out, testing::StartsWith("a\nb\n/usr/bin/busybox\nBusyBox v"));
  EXPECT_EQ(run("echo $BASH_VERSION | grep -c .", world).out, "1\n") << "the shell is still bash";
  EXPECT_EQ(run("command -v perl", world).exit_code, 1) << "nothing else of the host's";
  EXPECT_EQ(said("readlink -f $(command -v sort)"), "/usr/bin/sort\n") << "other worlds have the host's";
}

TEST_F(RunTest, ATimeoutEndsItAndAllThatItStarted) {
  const SandboxResult outcome = run("sleep 100 & echo begun; trap '' TERM INT HUP; while :; do :; done", {},
                                    {.timeout = milliseconds(300)});
  EXPECT_EQ(outcome.end, End::timed_out);
  EXPECT_EQ(outcome.out, "begun\n");
  EXPECT_GE(outcome.latency, milliseconds(300));
}

TEST_F(RunTest, OutputPastTheLimitEndsIt) {
  const SandboxResult outcome = run("yes", {}, {.output_bytes = 1000});
  EXPECT_EQ(outcome.end, End::output_limit);
  EXPECT_EQ(outcome.out.size(), 1000u);
}

TEST_F(RunTest, WhatHoldsItsOutputIsEndedAfterAWhile) {
  const SandboxResult outcome = run("(setsid sleep 100 &) ; echo done");
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_EQ(outcome.out, "done\n");
  EXPECT_TRUE(outcome.leftovers);
  EXPECT_LT(outcome.latency, milliseconds(1500));
}

// An orphan that is read to its end, and then is a zombie until the sandbox reaps it.
TEST_F(RunTest, WhatEndedBeforeItDidNotOutliveIt) {
  const World world{.entries = {{.path = "pipe", .type = NodeType::pipe}}};
  const SandboxResult outcome =
      run("(cat pipe & echo $! > pid); echo > pipe; while grep -q '^State:.[^Z]' /proc/$(cat pid)/status; do "
          ":; done",
          world);
  EXPECT_EQ(outcome.out, "\n") << outcome.err;
  EXPECT_FALSE(outcome.leftovers);
}

// What it does until then belongs to the command.
TEST_F(RunTest, WhatEndsSoonAfterItIsWaitedFor) {
  const SandboxResult outcome =
      run("(while kill -0 $$ 2>/dev/null; do :; done; seq 100000 | sort | tail -n 1 > f) & true");
  EXPECT_FALSE(outcome.leftovers);
  ASSERT_EQ(outcome.effects.size(), 1u);
  EXPECT_EQ(outcome.effects.front().after.size, 6u);
}

TEST_F(RunTest, WhatSleepsOrWorksOnWithoutEndIsLeftOver) {
  EXPECT_TRUE(run("sleep 100 > /dev/null 2>&1 & true").leftovers);
  EXPECT_TRUE(run("while :; do :; done > /dev/null 2>&1 & true", {}, {.grace = milliseconds(100)}).leftovers);
}

TEST_F(RunTest, ProcessorTimeIsCountedAndLimited) {
  const SandboxResult burner =
      run("while :; do :; done | while :; do :; done", {}, {.processor = milliseconds(200)});
  EXPECT_EQ(burner.end, End::timed_out);
  EXPECT_FALSE(burner.is_starved);
  EXPECT_GE(burner.processor, milliseconds(200));
  EXPECT_LT(run("sleep 0.3").processor, milliseconds(200)) << "sleeping costs none";
}

// Each of them gets a ninth of a processor, or less.
unsigned eight_times_the_processors() { return 8 * std::max(1u, std::thread::hardware_concurrency()); }

TEST_F(RunTest, TheClockStandsStillWhileTheProcessorIsWithheld) {
  constexpr const char* kWork = "i=0; while ((i < 150000)); do ((++i)); done; echo $i";
  const auto work = run(kWork).processor;
  const BusyMachine busy(eight_times_the_processors());
  const SandboxResult slow = run(kWork, {}, {.timeout = std::chrono::ceil<milliseconds>(5 * work)});
  EXPECT_EQ(slow.out, "150000\n") << slow.latency.count() << " ns, withheld " << slow.withheld.count();
  const SandboxResult asleep = run("sleep 100", {}, {.timeout = milliseconds(300)});
  EXPECT_EQ(asleep.end, End::timed_out);
  EXPECT_FALSE(asleep.is_starved) << "who sleeps is kept from nothing";
}

TEST_F(RunTest, WhoLowersItsOwnPriorityIsKeptFromNothing) {
  const BusyMachine busy(eight_times_the_processors());
  for (const char* lowered :
       {"renice -n 15 $$ > /dev/null; while :; do :; done", "nice -n 15 bash -c 'while :; do :; done'"}) {
    const SandboxResult outcome =
        run(lowered, {}, {.timeout = milliseconds(1000), .patience = milliseconds(60'000)});
    EXPECT_EQ(outcome.end, End::timed_out) << lowered;
    EXPECT_FALSE(outcome.is_starved) << lowered;
    EXPECT_EQ(outcome.err, "") << lowered;
  }
}

TEST_F(RunTest, WhatEndsByPatienceBeforeItsOwnTimeIsStarved) {
  const SandboxResult outcome = run("while :; do :; done", {}, {.patience = milliseconds(500)});
  EXPECT_EQ(outcome.end, End::timed_out);
  EXPECT_TRUE(outcome.is_starved);
}

TEST_F(RunTest, OneThatRunsAloneWaitsForTheOthers) {
  const auto is_asleep = [] {
    const auto all = descendants_of(::getpid());
    return std::any_of(all.begin(), all.end(), [](pid_t pid) {
      std::string name;
      std::ifstream("/proc/" + std::to_string(pid) + "/comm") >> name;
      return name == "sleep";
    });
  };
  Cell slow = sandbox().open({}), alone = sandbox().open({});
  std::thread other([&] { slow.run(shell_command("sleep 0.5")); });
  while (!is_asleep()) std::this_thread::yield();
  EXPECT_EQ(alone.run(shell_command("echo x"), {.alone = true}).out, "x\n");
  EXPECT_FALSE(is_asleep()) << "the other command has ended";
  other.join();
}

TEST_F(RunTest, MemoryOfAllItsProcessesIsLimited) {
  const Limits limits{.timeout = milliseconds(20'000), .memory_bytes = 100u << 20};
  const SandboxResult all =
      run("for i in 1 2 3 4 5 6; do { head -c 30M /dev/zero; sleep 20; } | tail & done; wait", {}, limits);
  EXPECT_EQ(all.end, End::memory_limit);
}

// Each run begins with the world as it was, and with the same process numbers.
TEST_F(RunTest, RunsOfACellDoNotSeeOneAnother) {
  World world;
  world.entries = {{.path = "f", .content = "first\n"}};
  Cell cell = sandbox().open(world);
  const std::string first =
      cell.run(shell_command("echo $$; cat f; ls /tmp; echo x >f; touch /tmp/left; rm -rf ~/* /var/*")).out;
  EXPECT_THAT(first, HasSubstr("first"));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(cell.run(shell_command("echo $$; cat f; ls /tmp; echo y >>f; touch /tmp/more")).out, first);
}

TEST_F(RunTest, ManyCellsAtOnce) {
  std::vector<Cell> cells;
  for (int i = 0; i < 8; ++i)
    cells.push_back(sandbox().open({.entries = {{.path = "me", .content = std::to_string(i)}}}));
  for (std::size_t i = 0; i < cells.size(); ++i)
    EXPECT_EQ(cells[i].run(shell_command("cat me")).out, std::to_string(i));
}

TEST_F(RunTest, ACommandTooLongForTheSystemSaysSo) {
  EXPECT_EQ(run(": " + std::string(170'000, 'x')).error, E2BIG);
  EXPECT_EQ(run(": " + std::string(140'000, 'x')).error, E2BIG);
  EXPECT_EQ(run(": " + std::string(120'000, 'x')).exit_code, 0);
}

}  // namespace
}  // namespace assay::sandbox
