// SPDX-License-Identifier: Apache-2.0
// Descendants that try to outlive their tool, and tools that outlive their harness.
#include <spawn.h>
#include <sys/wait.h>

#include <sstream>

#include "assay/process.h"
#include "fake_tools.h"

extern char** environ;

namespace assay {
namespace {

using std::chrono::milliseconds;

// The number of living processes for whose folder in /proc `holds` is true.
int count_running(const std::function<bool(const std::filesystem::path&)>& holds) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos || is_dead(std::stoi(name))) continue;
    count += holds(entry.path());
  }
  return count;
}

int running_with(const std::string& mark) {
  return count_running(
      [&](const auto& folder) { return contents(folder / "cmdline").find(mark) != std::string::npos; });
}

bool none_runs_in(pid_t group) {
  return count_running([&](const auto& folder) {
           const std::string stat = contents(folder / "stat");  // pid (name) state parent group …
           std::istringstream fields(stat.substr(std::min(stat.size(), stat.rfind(')') + 1)));
           std::string state;
           pid_t parent = 0, its_group = 0;
           fields >> state >> parent >> its_group;
           return its_group == group;
         }) == 0;
}

class Tree : public testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(own_children(), ""); }

  const Folder folder_;
};

TEST_F(Tree, DaemonThatHoldsStdoutIsEnded) {
  auto spec = program({built_tool("daemonizes"), folder_ / "pid"});
  spec.limits.drain_grace = milliseconds(50);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.out.text(), "done\n");
  EXPECT_TRUE(result.pipe_held);
  EXPECT_TRUE(result.leftovers);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
}

TEST_F(Tree, DaemonThatHoldsNothingIsEndedAtOnce) {
  auto spec = program({built_tool("daemonizes"), folder_ / "pid", "quiet"});
  spec.limits.drain_grace = std::chrono::minutes(10);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.out.text(), "done\n");
  EXPECT_FALSE(result.pipe_held);
  EXPECT_TRUE(result.leftovers);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
}

TEST_F(Tree, ToolThatLeavesNothingHasNoLeftovers) {
  EXPECT_FALSE(run_process(shell("true; (true); true")).leftovers);
  EXPECT_FALSE(run_process(program({tool_path("late_output")})).leftovers);
}

TEST_F(Tree, TimeoutEndsWhatLeftTheProcessGroup) {
  auto spec = shell("'" + built_tool("daemonizes") + "' '" + (folder_ / "pid") + "'; exec sleep 1000");
  spec.limits.timeout = milliseconds(1500);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  ASSERT_GT(number_in(folder_ / "pid"), 0);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
}

TEST_F(Tree, ManySessionsAreAllEnded) {
  // 256 processes, each in its own session, all with this mark on their command line.
  const std::string mark = folder_ / "mark";
  auto spec = program({built_tool("fork_bomb"), "8", mark});
  spec.limits.timeout = milliseconds(1500);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_TRUE(result.leftovers);
  EXPECT_EQ(running_with(mark), 0);
}

TEST_F(Tree, OrphansDoNotMixUpRunsAtTheSameTime) {
  Executor executor({.max_in_flight = 8});
  int right = 0;
  for (int i = 0; i < 24; ++i) {
    const std::string file = folder_ / std::to_string(i);
    executor.start(
        program({built_tool("daemonizes"), file, "quiet"}), [&, file](const ProcessResult& result) {
          right += result.exit_code == 0 && result.out.text() == "done\n" && is_gone(number_in(file));
        });
  }
  executor.run();
  EXPECT_EQ(right, 24);
}

TEST_F(Tree, ToolThatStopsItsSupervisorTimesOutLikeAnyOther) {
  auto spec = shell("kill -STOP $PPID; exec sleep 1000");
  spec.limits.timeout = milliseconds(1500);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_EQ(result.signal, SIGTERM);
  // The limit counts from before the spawn, but latency from the tool's own start.
  EXPECT_GE(result.latency, milliseconds(100));
}

TEST_F(Tree, ToolThatStopsItsSupervisorAgainAndAgainIsEndedSoon) {
  auto spec = shell("trap '' TERM; while :; do kill -STOP $PPID; done");
  spec.limits.timeout = milliseconds(50);
  spec.limits.term_grace = milliseconds(50);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run_process(std::move(spec)).end, ProcessEnd::timed_out);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(4));  // not by giving up
}

TEST_F(Tree, ToolThatEndsItsSupervisorHasItsTime) {
  const auto result = run_process(shell("sleep 0.1; kill -KILL $PPID; exec sleep 1000"));
  EXPECT_EQ(result.end, ProcessEnd::io_error);
  EXPECT_GE(result.latency, milliseconds(100));
}

TEST_F(Tree, SignalsFromTheToolDoNotReachTheSupervisor) {
  const auto result = run_process(program({tool_path("signals_parent")}));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.text(), "done\n");
}

TEST_F(Tree, ToolThatKillsTheSupervisorDiesWithItsGroup) {
  const auto result = run_process(program({tool_path("kills_parent"), folder_ / "pid"}));
  EXPECT_EQ(result.end, ProcessEnd::io_error);
  EXPECT_EQ(result.error_what, "the supervising process was ended from outside");
  EXPECT_TRUE(result.leftovers);  // possibly: nobody could check
  const pid_t group = number_in(folder_ / "pid");
  EXPECT_TRUE(comes_true([&] { return none_runs_in(group); }));
}

// Like a server that a tool starts for its next call.
TEST_F(Tree, WhatLeftTheProcessGroupLivesOnWhereThatIsAskedFor) {
  const auto result = run_process(program({built_tool("daemonizes"), folder_ / "pid", "quiet"}),
                                  {.reaping = ExecutorOptions::Reaping::process_group});
  EXPECT_EQ(result.out.text(), "done\n");
  EXPECT_FALSE(result.leftovers);
  const pid_t daemon = number_in(folder_ / "pid");
  ASSERT_GT(daemon, 0);
  EXPECT_FALSE(is_dead(daemon));
  ::kill(daemon, SIGKILL);
}

// The harness is killed at any moment, without a chance to clean up.
class KilledHarness : public Tree {
 protected:
  pid_t start_harness(std::vector<std::string> tool) {
    tool.insert(tool.begin(), built_tool("runs_tool"));
    std::vector<char*> argv;
    for (std::string& argument : tool) argv.push_back(argument.data());
    argv.push_back(nullptr);
    pid_t harness = 0;
    EXPECT_EQ(::posix_spawn(&harness, argv[0], nullptr, nullptr, argv.data(), environ), 0);
    return harness;
  }
  void kill_harness(pid_t harness) {
    ::kill(harness, SIGKILL);
    ::waitpid(harness, nullptr, 0);
  }
};

TEST_F(KilledHarness, LeavesNoTool) {
  const pid_t harness =
      start_harness({"/bin/sh", "-c", "echo $$ >'" + (folder_ / "pid") + "'; exec sleep 1000"});
  ASSERT_TRUE(comes_true([&] { return number_in(folder_ / "pid") > 0; }));
  kill_harness(harness);
  EXPECT_TRUE(comes_true([&] { return is_dead(number_in(folder_ / "pid")); }));
}

TEST_F(KilledHarness, LeavesNoDaemon) {
  const pid_t harness = start_harness(
      {"/bin/sh", "-c", "'" + built_tool("daemonizes") + "' '" + (folder_ / "pid") + "'; exec sleep 1000"});
  ASSERT_TRUE(comes_true([&] { return number_in(folder_ / "pid") > 0; }));
  kill_harness(harness);
  EXPECT_TRUE(comes_true([&] { return is_dead(number_in(folder_ / "pid")); }));
}

TEST_F(KilledHarness, LeavesNothingHoweverEarlyItDies) {
  for (int delay_us = 0; delay_us < 6000; delay_us += 150) {
    const std::string file = folder_ / std::to_string(delay_us);
    const pid_t harness = start_harness({"/bin/sh", "-c", "echo $$ >'" + file + "'; exec sleep 1000"});
    std::this_thread::sleep_for(
        std::chrono::microseconds(delay_us));  // the moment, not something to wait for
    kill_harness(harness);
    const pid_t tool = number_in(file);  // 0: it died before the tool started
    EXPECT_TRUE(tool == 0 || comes_true([&] { return is_dead(tool); })) << delay_us;
  }
}

}  // namespace
}  // namespace assay
