// SPDX-License-Identifier: Apache-2.0
// What becomes of the cases under way when a run is stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stop_token>

#include "scheduler_fixture.h"

namespace assay {
namespace {

// A level that gives up says nothing about the answer.
TEST_F(SchedulerTest, CancelReachesTheGraders) {
  Event begun;
  const PairGrader grade = [&](const Pair&, const GradingContext& surroundings) {
    begun.happen();
    Event stopped;
    const std::stop_callback told(surroundings.stop, [&] { stopped.happen(); });
    return stopped.wait() ? Verdict{.outcome = VerdictKind::mismatch} : match();
  };
  for (const int count : {1, 2}) {
    std::stop_source stop;
    const std::jthread canceller([&] {
      begun.wait();
      stop.request_stop();
    });
    std::vector<Result> results;
    evaluate(
        many(count), shell("echo ls"), graded_by(grade, 1),
        [&](std::size_t, Result result) { results.push_back(std::move(result)); }, stop.get_token());
    ASSERT_EQ(results.size(), static_cast<std::size_t>(count));
    for (const auto& result : results) {
      EXPECT_EQ(result.answer.ending, Ending::cancelled);
      EXPECT_EQ(result.grade.status, Status::unmeasured);
    }
  }
}

TEST_F(SchedulerTest, AnAsynchronousVerdictAfterTheCancelIsWaitedFor) {
  std::jthread elsewhere;
  Event begun;
  const AsyncGrader grade = [&](const Case&, const Answer&, const GradingContext& surroundings,
                                VerdictCallback deliver) {
    begun.happen();
    elsewhere = std::jthread([stop = surroundings.stop, deliver = std::move(deliver)]() mutable {
      Event stopped;
      {
        const std::stop_callback told(stop, [&] { stopped.happen(); });
        stopped.wait();
      }
      std::exchange(deliver, nullptr)(match());
    });
  };
  std::stop_source stop;
  const auto sink = [&](std::size_t index, const Result& result) {
    EXPECT_EQ(result.grade.status, index == 1 ? Status::pass : Status::unmeasured);
    if (index == 0 && begun.wait()) stop.request_stop();
  };
  Tool tool = shell("[ $1 = 0 ] && exit 3; echo ls");
  std::get<Program>(tool.how).unavailable.exit_codes = {3};
  evaluate(many(2), tool, graded_by(grade, 2), sink, stop.get_token());
}

// A scheduler signals all processes of a job, and the program may be the last to receive the signal: it must
// not report the tool's end as the tool's failure.
class ToldToEndTest : public SchedulerTest {
 protected:
  // The results of a run that is stopped as soon as the tool is gone.
  std::vector<Result> stopped_after(const std::string& last_act, int count) const {
    Tool tool = shell("[ $1 = 0 ] && echo $$ > pid; " + last_act);
    std::get<Program>(tool.how).cwd = folder;
    std::stop_source stop;
    const std::jthread scheduler([&] {
      if (has_ended()) stop.request_stop();
    });
    std::vector<Result> results;
    evaluate(
        many(count), tool, {.jobs = 1},
        [&](std::size_t, Result result) { results.push_back(std::move(result)); }, stop.get_token());
    return results;
  }
};

TEST_F(ToldToEndTest, IsNoFailureOfTheToolWhereTheRunIsStoppedToo) {
  for (const char* act : {"kill -TERM $$", "kill -KILL $$", "(exec sh -c 'kill -TERM $$')"}) {
    for (const int count : {1, 2}) {
      for (const Result& result : stopped_after(act, count)) {
        EXPECT_EQ(result.answer.ending, Ending::cancelled) << act << " " << result.answer.detail;
        EXPECT_EQ(result.grade.status, Status::unmeasured) << act;
      }
      std::filesystem::remove(folder / "pid");
    }
  }
}

TEST_F(ToldToEndTest, IsOneWhereTheRunGoesOn) {
  const auto results = evaluated(many(2), shell("[ $1 = 1 ] && echo ls || kill -TERM $$"), {.jobs = 1});
  EXPECT_EQ(results.at("0").answer.ending, Ending::signalled);
  EXPECT_EQ(results.at("0").grade.status, Status::miss);
  EXPECT_EQ(results.at("1").grade.status, Status::pass);
}

}  // namespace
}  // namespace assay
