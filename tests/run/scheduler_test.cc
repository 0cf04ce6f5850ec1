// SPDX-License-Identifier: Apache-2.0
// Graders, sinks and waiting, beside running tools: none of them delays another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "assay/internal/json.h"
#include "error_of.h"
#include "scheduler_fixture.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

TEST_F(SchedulerTest, AToolsLimitIsHeldWhileTheOnlyGraderIsBusy) {
  const auto grade = [&](const Case&, const Answer&) { return match_if(has_ended()); };
  const auto results = evaluated(quick_and_hanging, hanging(100ms), graded_by(grade, 2, 1));
  EXPECT_EQ(results.at("hung").answer.ending, Ending::timed_out);
  EXPECT_EQ(results.at("quick").grade.status, Status::pass);
}

TEST_F(SchedulerTest, AToolsLimitIsHeldWhileTheSinkIsBusy) {
  std::vector<std::string> order;
  bool ended = false;
  const auto sink = [&](std::size_t, Result result) {
    order.push_back(result.asked.id + " " + std::string(to_string(result.answer.ending)));
    if (result.asked.id == "quick") ended = has_ended();
  };
  evaluate(quick_and_hanging, hanging(100ms), {.jobs = 2}, sink);
  EXPECT_TRUE(ended);
  EXPECT_THAT(order, ElementsAre("quick answered", "hung timed_out"));
}

TEST_F(SchedulerTest, TheSinkIsInTheThreadOfTheCallerAndGradersAreNot) {
  std::atomic<int> graded_here = 0;
  const auto here = std::this_thread::get_id();
  const auto grade = [&](const Case&, const Answer&) {
    if (std::this_thread::get_id() == here) ++graded_here;
    return match();
  };
  evaluate(many(8), shell("echo ls"), graded_by(grade, 4),
           [&](std::size_t, const Result&) { EXPECT_EQ(std::this_thread::get_id(), here); });
  EXPECT_EQ(graded_here, 0);
}

// The first case is graded once the second one's result is there.
TEST_F(SchedulerTest, ResultsComeInAnyOrderAndAreHadByTheirPlace) {
  Event second;
  const auto grade = [&](const Case& asked, const Answer&) {
    return match_if(asked.id == "1" || second.wait());
  };
  std::vector<std::size_t> order;
  Evaluation evaluation(many(2), shell("echo ls"), graded_by(grade, 2, 2),
                        [&](std::size_t index, const Result&) {
                          order.push_back(index);
                          if (index == 1) second.happen();
                        });
  EXPECT_EQ(evaluation.wait(0).asked.id, "0");
  EXPECT_EQ(evaluation.wait(0).grade.status, Status::pass);
  EXPECT_EQ(evaluation.wait(1).asked.id, "1");
  EXPECT_THAT(order, ElementsAre(1u, 0u));
}

TEST_F(SchedulerTest, NoMoreCasesAreBegunThanJobsBeforeTheirResultsAreHandedOn) {
  Tool tool = shell("echo $1 >> asked; echo ls");
  std::get<Program>(tool.how).cwd = folder;
  // Nothing is handed on while the only grader waits until all cases that may start have started.
  bool is_first = true;
  const auto grade = [&](const Case&, const Answer&) {
    if (!std::exchange(is_first, false)) return match();
    const auto end = std::chrono::steady_clock::now() + kLong;
    while (lines("asked") < 3 && std::chrono::steady_clock::now() < end) std::this_thread::sleep_for(1ms);
    return match_if(lines("asked") == 3);
  };
  int handed_on = 0;
  evaluate(many(30), tool, graded_by(grade, 3, 1), [&](std::size_t, const Result& result) {
    EXPECT_LE(lines("asked"), handed_on + 3);
    ++handed_on;
    EXPECT_EQ(result.grade.status, Status::pass);
  });
  EXPECT_EQ(handed_on, 30);
}

TEST_F(SchedulerTest, AnAsynchronousGraderHoldsNoThread) {
  constexpr int kAtOnce = 16;
  std::mutex mutex;
  std::vector<VerdictCallback> asked;
  std::vector<std::jthread> elsewhere;
  const AsyncGrader grade = [&](const Case&, const Answer&, const GradingContext&, VerdictCallback deliver) {
    const std::lock_guard lock(mutex);
    asked.push_back(std::move(deliver));
    if (asked.size() < kAtOnce) return;
    elsewhere.emplace_back([all = std::exchange(asked, {})] {
      for (const auto& each : all) each(match());
    });
  };
  const auto results = evaluated(many(4 * kAtOnce), shell("echo ls"), graded_by(grade, kAtOnce, 1));
  EXPECT_EQ(results.size(), 4u * kAtOnce);
  for (const auto& [id, result] : results) EXPECT_EQ(result.grade.status, Status::pass) << id;
}

TEST_F(SchedulerTest, RecordedAnswersAreGradedAtOnceToo) {
  std::ofstream(folder / "answers.jsonl")
      << "{\"id\": \"0\", \"answer\": \"ls\"}\n{\"id\": \"1\", \"answer\": \"ls\"}\n";
  Event met;
  const auto grade = [&](const Case&, const Answer&) {
    met.happen();
    return match_if(met.wait(2));
  };
  const auto results = evaluated(many(3), read_recording(folder / "answers.jsonl"), graded_by(grade, 2, 2));
  EXPECT_EQ(results.at("0").grade.status, Status::pass);
  EXPECT_EQ(results.at("1").grade.status, Status::pass);
  EXPECT_EQ(results.at("2").answer.ending, Ending::not_recorded);
}

TEST_F(SchedulerTest, AGraderThatFailsLeavesItsCaseUnmeasured) {
  const auto grade = [&](const Case& asked, const Answer&) {
    if (asked.id == "1") throw std::runtime_error("no model");
    return match();
  };
  const auto results = evaluated(many(3), shell("echo ls"), graded_by(grade, 2));
  EXPECT_EQ(results.at("0").grade.status, Status::pass);
  EXPECT_EQ(results.at("1").grade.status, Status::unmeasured);
  EXPECT_THAT(results.at("1").grade.why, HasSubstr("no model"));
  EXPECT_EQ(results.at("2").grade.status, Status::pass);
}

TEST_F(SchedulerTest, ABrokenHarnessEndsWhatStillRuns) {
  const auto grade = [&](const Case&, const Answer&) -> Verdict { throw Error(Problem{.what = "no disk"}); };
  EXPECT_THAT(error_of([&] { evaluated(quick_and_hanging, hanging(1h), graded_by(grade, 2)); }),
              HasSubstr("no disk"));
}

TEST_F(SchedulerTest, ASinkThatFailsEndsWhatStillRuns) {
  EXPECT_THROW(evaluate(quick_and_hanging, hanging(1h), {.jobs = 2},
                        [](std::size_t, const Result&) { throw Error(Problem{.what = "no disk"}); }),
               Error);
}

}  // namespace
}  // namespace assay
