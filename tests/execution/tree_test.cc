// Descendants that try to outlive their tool, and tools that outlive their harness.
#include <spawn.h>
#include <sys/wait.h>

#include "assay/process.h"
#include "fake_tools.h"

extern char** environ;

namespace assay {
namespace {

using std::chrono::milliseconds;

class Tree : public testing::Test {
 protected:
  void SetUp() override {
    if (Executor().reaping() != ExecutorOptions::Reaping::subreaper)
      GTEST_SKIP() << "no supervising process here";
  }
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
  spec.limits.timeout = milliseconds(300);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  ASSERT_GT(number_in(folder_ / "pid"), 0);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
}

TEST_F(Tree, ManySessionsAreAllEnded) {
  auto spec = program({built_tool("fork_bomb"), "8"});  // 256 processes, each in a session of its own
  spec.limits.timeout = milliseconds(500);
  const auto result = run_process(std::move(spec));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  // All had inherited the pipe: that it is closed says that none is left.
  EXPECT_FALSE(result.pipe_held);
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

TEST_F(Tree, SignalsFromTheToolDoNotReachTheSupervisor) {
  const auto result = run_process(program({tool_path("signals_parent")}));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out.text(), "done\n");
}

TEST_F(Tree, ToolThatKillsTheSupervisorDies) {
  const auto result = run_process(program({tool_path("kills_parent")}));
  EXPECT_EQ(result.end, ProcessEnd::io_error);
  EXPECT_EQ(result.error_what, "the supervising process was ended from outside");
}

// The harness is killed without any chance to tidy up: at any moment.
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
    if (tool > 0) EXPECT_TRUE(comes_true([&] { return is_dead(tool); })) << delay_us;
  }
}

}  // namespace
}  // namespace assay
