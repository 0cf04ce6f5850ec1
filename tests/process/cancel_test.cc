// SPDX-License-Identifier: Apache-2.0
// Runs that are stopped: on request, by an exception, by destruction.
#include <gmock/gmock.h>

#include "assay/process.h"
#include "both_reapings.h"
#include "fake_tools.h"

namespace assay {
namespace {

class CancelTest : public ExecutorFixture {};

INSTANTIATE_TEST_SUITE_P(, CancelTest, both_reapings(), reaping_name);

TEST_P(CancelTest, CancelEndsWhatRunsAndWhatIsQueued) {
  Executor executor(options(2));
  const Folder folder;
  int cancelled = 0;
  for (int i = 0; i < 20; ++i) {
    executor.start(shell("echo $$ >'" + (folder / "started") + "'; exec sleep 1000"),
                   [&](const ProcessResult& result) { cancelled += result.end == ProcessEnd::cancelled; });
  }
  std::thread other([&] {
    EXPECT_TRUE(comes_true([&] { return number_in(folder / "started") > 0; }));
    executor.cancel_all();
  });
  executor.run();
  other.join();
  EXPECT_EQ(cancelled, 20);
}

TEST_P(CancelTest, CancelBeforeRun) {
  Executor executor(options(2));
  int cancelled = 0;
  for (int i = 0; i < 5; ++i) {
    executor.start(program({"sleep", "1000"}),
                   [&](const ProcessResult& result) { cancelled += result.end == ProcessEnd::cancelled; });
  }
  executor.cancel_all();
  executor.run();
  EXPECT_EQ(cancelled, 5);
}

TEST_P(CancelTest, CancelFromACallback) {
  Executor executor(options(2));
  std::vector<ProcessEnd> ends;
  executor.start(program({"true"}), [&](const ProcessResult& result) {
    ends.push_back(result.end);
    executor.cancel_all();
  });
  for (int i = 0; i < 3; ++i) {
    executor.start(program({"sleep", "1000"}),
                   [&](const ProcessResult& result) { ends.push_back(result.end); });
  }
  executor.run();
  using enum ProcessEnd;
  EXPECT_THAT(ends, testing::ElementsAre(exited, cancelled, cancelled, cancelled));
}

// The tool itself has ended, but a descendant still holds its output open.
TEST_P(CancelTest, CancelEndsTheWaitForAnOutputThatADescendantHolds) {
  Executor executor(options(2));
  const Folder folder;
  const std::string pid = "'" + (folder / "pid") + "'";
  ProcessSpec spec = shell("sleep 1000 & echo $$ >" + pid);
  spec.limits.drain_grace = std::chrono::hours(1);
  ProcessResult held;
  executor.start(std::move(spec), [&](const ProcessResult& result) { held = result; });
  executor.start(shell("until [ -s " + pid + " ]; do :; done; read -r p <" + pid +
                       "; while [ -e /proc/$p ] && ! grep -q ') Z' /proc/$p/stat; do :; done"),
                 [&](const ProcessResult&) { executor.cancel_all(); });
  executor.run();
  EXPECT_EQ(held.end, ProcessEnd::exited);
  EXPECT_TRUE(held.pipe_held);
}

TEST_P(CancelTest, WhatACallbackThrowsLeavesRun) {
  Executor executor(options(2));
  int calls = 0;
  executor.start(program({"true"}), [&](const ProcessResult&) { throw std::string("thrown"); });
  for (int i = 0; i < 5; ++i) executor.start(program({"true"}), [&](const ProcessResult&) { ++calls; });
  EXPECT_THROW(
      {
        executor.run();
        executor.run();
      },
      std::string);
  executor.run();
  EXPECT_EQ(calls, 5);
}

TEST_P(CancelTest, DestructionEndsWhatRuns) {
  const Folder folder;
  {
    Executor executor(options(2));
    executor.start(shell("echo $$ >'" + (folder / "pid") + "'; exec sleep 1000"),
                   [](const ProcessResult&) {});
    // A process whose callback throws out of `run` once the other one is running.
    executor.start(shell("until [ -s '" + (folder / "pid") + "' ]; do sleep 0.01; done"),
                   [](const ProcessResult&) { throw 1; });
    EXPECT_THROW(executor.run(), int);
  }
  EXPECT_TRUE(is_gone(number_in(folder / "pid")));
}

TEST_P(CancelTest, DestructionWithoutRun) {
  Executor executor(options(2));
  executor.start(program({"true"}), [](const ProcessResult&) { FAIL() << "it was never run"; });
}

// As early as possible, at varying moments: both before and after the process has executed the program.
TEST_P(CancelTest, WhatIsCancelledAtOnceIsGone) {
  const Folder folder;
  for (int round = 0; round < 50; ++round) {
    int cancelled = 0;
    const auto pid_file = [&](int i) { return folder / (std::to_string(round) + "." + std::to_string(i)); };
    {
      Executor executor({.max_in_flight = 4, .reaping = GetParam()});
      for (int i = 0; i < 5; ++i) {  // one of them has to wait for a slot
        executor.start(
            shell("echo $$ >'" + pid_file(i) + "'; exec sleep 1000"),
            [&](const ProcessResult& result) { cancelled += result.end == ProcessEnd::cancelled; });
      }
      std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::microseconds(100 * round));  // the moment, not a wait
        executor.cancel_all();
      });
      executor.run();
      other.join();
    }
    EXPECT_EQ(cancelled, 5);
    EXPECT_EQ(own_children(), "");
    for (int i = 0; i < 5; ++i) {
      const pid_t tool = number_in(pid_file(i));  // 0: it had not started
      EXPECT_TRUE(tool == 0 || is_gone(tool)) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace assay
