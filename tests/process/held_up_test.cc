// SPDX-License-Identifier: Apache-2.0
// What an executor says of processes that end while a callback holds up its loop.
#include <gtest/gtest.h>

#include "assay/process.h"
#include "both_reapings.h"
#include "fake_tools.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

// Runs two tools and returns the second one's result. The first one's callback blocks the loop until the
// second has ended, and then for `longer`.
class HeldUpLoop : public ExecutorFixture {
 protected:
  ProcessResult result_of(const std::string& script, milliseconds limit, milliseconds longer) {
    const Folder folder;
    ProcessResult seen;
    Executor executor(options(2));
    executor.start(program({"true"}), [&](const ProcessResult&) {
      const std::string file = folder / "pid";
      EXPECT_TRUE(comes_true([&] { return number_in(file) != 0 && is_dead(number_in(file)); }));
      std::this_thread::sleep_for(longer);
    });
    auto spec = shell("echo $$ >'" + (folder / "pid") + "'; " + script);
    spec.limits.timeout = limit;
    executor.start(std::move(spec), [&](ProcessResult result) { seen = std::move(result); });
    executor.run();
    return seen;
  }
};

INSTANTIATE_TEST_SUITE_P(, HeldUpLoop, both_reapings(), reaping_name);

TEST_P(HeldUpLoop, WhatRanPastItsLimitHasTimedOut) {
  const auto result = result_of("sleep 0.4; exit 0", milliseconds(100), milliseconds(0));
  EXPECT_EQ(result.end, ProcessEnd::timed_out);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_GE(result.latency, milliseconds(400));
}

TEST_P(HeldUpLoop, WhatEndedInTimeHasNot) {
  const auto result = result_of("exit 3", milliseconds(3000), milliseconds(3100));
  EXPECT_EQ(result.end, ProcessEnd::exited);
  EXPECT_EQ(result.exit_code, 3);
}

// The callback of one process keeps the executor busy until long after the other has ended.
TEST_P(HeldUpLoop, LatencyEndsWithTheProcessHoweverBusyTheExecutorIs) {
  using Clock = std::chrono::steady_clock;
  const Folder folder;
  Executor executor(options(2));
  const auto start = Clock::now();
  Clock::duration seen_ended{0};
  std::chrono::nanoseconds latency{0};
  executor.start(program({"true"}), [&](const ProcessResult&) {
    folder.write("go", "");
    const std::string file = folder / "pid";
    EXPECT_TRUE(comes_true([&] { return number_in(file) != 0 && is_dead(number_in(file)); }));
    seen_ended = Clock::now() - start;
    run_process(program({"sleep", "3"}), {.reaping = GetParam()});
    EXPECT_EQ(latency.count(), 0) << "the other has not been told of";
  });
  executor.start(
      shell("echo $$ > '" + (folder / "pid") + "'; until [ -e '" + (folder / "go") + "' ]; do :; done"),
      [&](const ProcessResult& result) { latency = result.latency; });
  executor.run();
  EXPECT_GT(latency, milliseconds(0));
  EXPECT_LT(latency, seen_ended + milliseconds(2500));
}

}  // namespace
}  // namespace assay
