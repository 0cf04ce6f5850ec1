// SPDX-License-Identifier: Apache-2.0
// Cases whose tool lacked something it needs are asked again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <stop_token>

#include "scheduler_fixture.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class RetryTest : public SchedulerTest {
 protected:
  // A tool that is unavailable the first `times` times it is asked a case.
  Tool unavailable(int times, Retry retry) const {
    Tool tool = shell("echo >> asked.$1; [ $(wc -l < asked.$1) -gt " + std::to_string(times) +
                      " ] || { echo no network >&2; exit 75; }; echo ls");
    auto& program = std::get<Program>(tool.how);
    program.cwd = folder;
    program.unavailable.exit_codes = {75};
    program.retry = retry;
    return tool;
  }
};

TEST_F(RetryTest, WhatWasUnavailableIsAskedAgain) {
  for (const int count : {1, 3}) {
    const auto results = evaluated(many(count), unavailable(2, {.times = 2, .wait = 1ms}), {.jobs = 2});
    ASSERT_EQ(results.size(), static_cast<std::size_t>(count));
    for (const auto& [id, result] : results) {
      EXPECT_EQ(result.grade.status, Status::pass) << id;
      ASSERT_EQ(result.answer.earlier_tries.size(), 2u) << id;
      EXPECT_EQ(result.answer.earlier_tries.front().detail, "exit status 75: `no network`");
      EXPECT_GT(result.answer.earlier_tries.front().latency, 0ns);
    }
    for (int i = 0; i < count; ++i) std::filesystem::remove(folder / ("asked." + std::to_string(i)));
  }
}

TEST_F(RetryTest, ButNotForEver) {
  const auto result = evaluated(many(1), unavailable(9, {.times = 2, .wait = 1ms}), {}).at("0");
  EXPECT_EQ(result.answer.ending, Ending::unavailable);
  EXPECT_EQ(result.grade.status, Status::unmeasured);
  EXPECT_THAT(result.answer.detail, HasSubstr("(asked 3 times)"));
  EXPECT_EQ(lines("asked.0"), 3);
}

TEST_F(RetryTest, AToolThatWasLostIsAskedOnceMoreAndThenIsToBlame) {
  for (const int count : {1, 3}) {
    Tool tool = shell("echo >> lost.$1; kill -KILL $PPID; sleep 60");
    std::get<Program>(tool.how).cwd = folder;
    for (const auto& [id, result] : evaluated(many(count), tool, {.jobs = 2})) {
      EXPECT_EQ(result.answer.ending, Ending::signalled) << id;
      EXPECT_EQ(result.grade.status, Status::miss);
      EXPECT_THAT(result.answer.detail, HasSubstr("the process that supervises the tool was ended, twice"));
      EXPECT_EQ(result.answer.earlier_tries.size(), 1u);
      EXPECT_EQ(lines("lost." + id), 2);
      std::filesystem::remove(folder / ("lost." + id));
    }
  }
}

TEST_F(RetryTest, AToolThatIsLostOnceIsMeasuredByItsNextAnswer) {
  Tool tool = shell("[ -e once ] || { : > once; kill -KILL $PPID; sleep 60; }; echo ls");
  std::get<Program>(tool.how).cwd = folder;
  EXPECT_EQ(evaluated(many(1), tool, {}).at("0").grade.status, Status::pass);
}

TEST_F(RetryTest, OnlyWhereTheToolSaysSo) {
  const auto result = evaluated(many(1), unavailable(9, {}), {}).at("0");
  EXPECT_EQ(result.answer.ending, Ending::unavailable);
  EXPECT_EQ(lines("asked.0"), 1);
}

TEST_F(RetryTest, OtherCasesGoOnMeanwhileAndCancelEndsTheWait) {
  Tool tool = unavailable(9, {.times = 2, .wait = 1h});
  std::get<Program>(tool.how).argv[2] = "[ $1 != 0 ] && echo ls || exit 75";
  std::stop_source stop;
  std::map<std::size_t, Ending> endings;
  evaluate(
      many(4), tool, {.jobs = 1},
      [&](std::size_t index, const Result& result) {
        endings[index] = result.answer.ending;
        if (endings.size() == 3) stop.request_stop();
      },
      stop.get_token());
  EXPECT_EQ(endings.at(0), Ending::cancelled);
  for (const std::size_t index : {1, 2, 3}) EXPECT_EQ(endings.at(index), Ending::answered);
}

TEST_F(RetryTest, CancelEndsTheWaitOfASingleCase) {
  std::stop_source stop;
  const std::jthread canceller([&] {
    while (lines("asked.0") == 0) std::this_thread::sleep_for(1ms);
    stop.request_stop();
  });
  std::vector<Ending> endings;
  evaluate(
      many(1), unavailable(9, {.times = 2, .wait = 1h}), {},
      [&](std::size_t, const Result& result) { endings.push_back(result.answer.ending); }, stop.get_token());
  EXPECT_THAT(endings, ElementsAre(Ending::cancelled));
}

}  // namespace
}  // namespace assay
