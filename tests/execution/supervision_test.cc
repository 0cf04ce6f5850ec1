// Reapers that stay from run to run: nothing of one run may show in the next.
#include <gmock/gmock.h>
#include <unistd.h>

#include "fake_tools.h"
#include "job.h"

namespace assay::execution {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::Ne;

// One run after another in one slot; each may look at what came before.
class Slot : public testing::Test {
 protected:
  void SetUp() override {
    if (executor_.reaping() != ExecutorOptions::Reaping::subreaper)
      GTEST_SKIP() << "no supervising process here";
    // So that the runs of the test find a reaper that has served already.
    run(shell("true"));
    run(shell("true"));
  }

  ProcessResult run(ProcessSpec spec) {
    ProcessResult seen;
    executor_.start(std::move(spec), [&](ProcessResult result) { seen = std::move(result); });
    executor_.run();
    return seen;
  }
  std::string output_of(const std::string& script) { return run(shell(script)).out.text(); }
  pid_t reaper() { return std::stoi("0" + output_of("echo $PPID")); }

  Executor executor_{{.max_in_flight = 1}};
  const Folder folder_;
};

TEST_F(Slot, KeepsItsReaper) {
  const pid_t first = reaper();
  ASSERT_GT(first, 0);
  EXPECT_EQ(reaper(), first);
  EXPECT_EQ(contents("/proc/" + std::to_string(first) + "/comm"), "assay-reaper\n");
}

TEST_F(Slot, HasANewReaperWhereTheOldOneWasEnded) {
  const pid_t first = reaper();
  ::kill(first, SIGKILL);
  ASSERT_TRUE(comes_true([&] { return is_dead(first); }));
  const pid_t second = reaper();
  EXPECT_GT(second, 0);
  EXPECT_NE(second, first);
}

TEST_F(Slot, HasANewReaperAfterAToolThatEndedIt) {
  const pid_t first = reaper();
  EXPECT_EQ(run(shell("kill -KILL $PPID; exec sleep 1000")).end, ProcessEnd::io_error);
  const auto after = run(shell("exit 7"));
  EXPECT_EQ(after.end, ProcessEnd::exited);
  EXPECT_EQ(after.exit_code, 7);
  EXPECT_NE(reaper(), first);
}

// The system ends a reaper with the thread that started it.
TEST_F(Slot, HasANewReaperInAnotherThread) {
  const pid_t first = reaper();
  pid_t second = 0;
  std::thread([&] { second = reaper(); }).join();
  EXPECT_GT(second, 0);
  EXPECT_NE(second, first);
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST_F(Slot, RunsInTheFolderThatWeAreInNow) {
  const auto before = std::filesystem::current_path();
  EXPECT_EQ(output_of("pwd"), before.string() + "\n");
  std::filesystem::current_path("/usr");
  EXPECT_EQ(output_of("pwd"), "/usr\n");
  auto spec = shell("pwd");
  spec.cwd = "lib";
  EXPECT_EQ(run(std::move(spec)).out.text(), "/usr/lib\n");
  std::filesystem::current_path(before);
}

TEST_F(Slot, RunsInAFolderThatIsNoMore) {
  const auto before = std::filesystem::current_path();
  std::filesystem::create_directory(folder_ / "gone");
  std::filesystem::current_path(folder_ / "gone");
  std::filesystem::remove(folder_ / "gone");
  EXPECT_EQ(run(program({"/bin/true"})).exit_code, 0);
  std::filesystem::current_path(before);
}

TEST_F(Slot, EachRunHasItsOwnArgumentsAndVariables) {
  auto first = shell("echo \"$1\" \"$ASSAY_X\"");
  first.argv.insert(first.argv.end(), {"sh", "one"});
  first.env = {{"ASSAY_X", "1"}};
  EXPECT_EQ(run(std::move(first)).out.text(), "one 1\n");
  EXPECT_EQ(output_of("echo \"$1\" \"$ASSAY_X\""), " \n");
}

// What does not fit into a message goes by another way; what lies between them must not matter.
TEST_F(Slot, RequestsOfAnySize) {
  for (const std::size_t size : {0u, 20'000u, 32'000u, 33'000u, 130'000u, 5u}) {
    const auto result =
        run(program({"/bin/sh", "-c", "printf %s \"$1\" | wc -c", "sh", std::string(size, 'x')}));
    EXPECT_EQ(result.out.text(), std::to_string(size) + "\n");
  }
  EXPECT_EQ(run(program({"/bin/true", std::string(200'000, 'x')})).error, E2BIG);
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST_F(Slot, MemoryOfALargeRequestIsNotCountedForTheNext) {
  const auto small = run(program({"/bin/true"})).max_rss_kib;
  auto large = program({"/bin/true"});
  for (int i = 0; i < 15; ++i) large.argv.push_back(std::string(100'000, 'x'));
  run(std::move(large));
  EXPECT_LT(run(program({"/bin/true"})).max_rss_kib, small + 500);
}

TEST_F(Slot, WhatWasLeftOfOneRunIsNotOfTheNext) {
  EXPECT_TRUE(run(program({built_tool("daemonizes"), folder_ / "pid", "quiet"})).leftovers);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
  EXPECT_FALSE(run(shell("true")).leftovers);
}

TEST_F(Slot, AnOrderToOneRunIsNotForTheNext) {
  auto late = shell("exec sleep 1000");
  late.limits.timeout = milliseconds(20);
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(run(late).end, ProcessEnd::timed_out);
    EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
  }
}

TEST_F(Slot, ARunThatDidNotBeginIsFollowedByOneThatDoes) {
  EXPECT_EQ(run(program({"/nonexistent"})).failed_step, ProcessStep::exec);
  auto nowhere = shell("true");
  nowhere.cwd = "/nonexistent";
  const auto result = run(std::move(nowhere));
  EXPECT_EQ(result.failed_step, ProcessStep::chdir);
  EXPECT_EQ(result.error_what, "chdir: No such file or directory: /nonexistent");
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST_F(Slot, ReapersHoldNoStreamsAndNothingElseOfARun) {
  const pid_t first = reaper();
  const auto held = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(first) + "/fd"))
      names.push_back(std::filesystem::read_symlink(entry.path()).string().substr(0, 5));
    std::ranges::sort(names);
    return names;
  };
  const auto before = held();
  EXPECT_THAT(before, Each(Ne("pipe:")));
  auto spec = shell("cat");
  spec.input = std::string(100'000, 'x');
  EXPECT_EQ(run(std::move(spec)).out.total, 100'000u);
  EXPECT_EQ(held(), before);
}

// A system that does not let us execute the supervising process still runs tools.
TEST(Supervision, ThatCannotBeExecutedIsDoneWithout) {
  Site site;
  site.null_input = open_null();
  site.supervision = Supervision::make(site.loop, 1, site.null_input.get(), false);
  ASSERT_TRUE(site.supervision);
  site.supervision->set_image(open_null());
  site.supervises = true;
  site.ended = [] {};
  site.idle = [](const Job&) {};
  ProcessResult seen;
  Job job(site, shell("exit 7"), [&](ProcessResult result) { seen = std::move(result); });
  EXPECT_EQ(job.begin(), Job::Begun::yes);
  site.loop.run();
  EXPECT_EQ(seen.end, ProcessEnd::exited);
  EXPECT_EQ(seen.exit_code, 7);
  EXPECT_FALSE(site.supervises);
}

// As early as possible, at a moment that differs: before the process is the program, and after.
class Early : public testing::TestWithParam<ExecutorOptions::Reaping> {};

INSTANTIATE_TEST_SUITE_P(, Early,
                         testing::Values(ExecutorOptions::Reaping::subreaper,
                                         ExecutorOptions::Reaping::process_group),
                         [](const auto& info) {
                           return info.param == ExecutorOptions::Reaping::subreaper ? "Subreaper"
                                                                                    : "ProcessGroup";
                         });

TEST_P(Early, WhatIsCancelledAtOnceIsGone) {
  for (int round = 0; round < 50; ++round) {
    Executor executor({.max_in_flight = 4, .reaping = GetParam()});
    int cancelled = 0;
    for (int i = 0; i < 4; ++i) {
      executor.start(shell("exec sleep 1000"),
                     [&](const ProcessResult& result) { cancelled += result.end == ProcessEnd::cancelled; });
    }
    executor.start(shell("true"), [](const ProcessResult&) {});
    std::thread other([&] {
      std::this_thread::sleep_for(std::chrono::microseconds(100 * round));  // the moment, not a wait
      executor.cancel_all();
    });
    executor.run();
    other.join();
    EXPECT_EQ(cancelled, 4);
    EXPECT_EQ(own_children().find("sleep"), std::string::npos);
  }
}

}  // namespace
}  // namespace assay::execution
