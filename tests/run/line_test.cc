// Graders, sinks and waiting beside the tools: none of them holds up another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <condition_variable>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "assay/internal/json.h"
#include "questions.h"
#include "run_folder.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

constexpr auto kLong = 30s;  // that something waits for what does not come

// Something that happens in one thread and is waited for in others.
class Event {
 public:
  void happen() {
    const std::lock_guard lock(mutex_);
    ++times_;
    changed_.notify_all();
  }
  bool wait(int times = 1) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kLong, [&] { return times_ >= times; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int times_ = 0;
};

Verdict match() { return {.outcome = Outcome::match, .score = 1.0}; }
Verdict match_if(bool so) {
  return so ? match() : Verdict{.outcome = Outcome::error, .why = "waited in vain"};
}

EvaluateOptions graded_by(decltype(Level::grade) grade, unsigned jobs, unsigned grading_jobs = 0) {
  return {.jobs = jobs, .grading_jobs = grading_jobs, .levels = {{.name = "own", .grade = std::move(grade)}}};
}

std::map<std::string, Result> evaluated(const std::vector<Case>& cases, const Tool& tool,
                                        const EvaluateOptions& options) {
  std::map<std::string, Result> results;
  evaluate(cases, tool, options,
           [&](std::size_t, Result result) { results.emplace(result.asked.id, std::move(result)); });
  return results;
}

std::vector<Case> many(int count) {
  std::vector<Case> cases;
  for (int i = 0; i < count; ++i) cases.push_back(asking(std::to_string(i), std::to_string(i), "ls"));
  return cases;
}

class LineTest : public RunFolderTest {
 protected:
  std::string read(const std::string& name) const {
    std::ifstream in(folder / name);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::ptrdiff_t lines(const std::string& name) const {
    const auto text = read(name);
    return std::count(text.begin(), text.end(), '\n');
  }
  // With "hang" for a prompt it says its process id and hangs.
  Tool hanging(std::chrono::milliseconds limit) const {
    Tool tool = shell("if [ $1 = hang ]; then echo $$ > pid; exec sleep 600; fi; echo ls");
    std::get<Program>(tool.how).cwd = folder;
    std::get<Program>(tool.how).limits.timeout = limit;
    return tool;
  }
  // False where it still runs after a long time.
  bool has_ended() const {
    const auto end = std::chrono::steady_clock::now() + kLong;
    for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(1ms)) {
      const auto pid = read("pid");
      if (pid.ends_with('\n') && ::kill(std::stoi(pid), 0) != 0) return true;
    }
    return false;
  }
  const std::vector<Case> quick_and_hanging = {asking("quick", "quick", "ls"), asking("hung", "hang", "ls")};
  const fs::path& folder = runs;
};

TEST_F(LineTest, AToolsLimitIsHeldWhileTheOnlyGraderIsBusy) {
  const auto grade = [&](const Case&, const Answer&) { return match_if(has_ended()); };
  const auto results = evaluated(quick_and_hanging, hanging(100ms), graded_by(grade, 2, 1));
  EXPECT_EQ(results.at("hung").answer.ending, Ending::timed_out);
  EXPECT_EQ(results.at("quick").grade.status, Status::pass);
}

TEST_F(LineTest, AToolsLimitIsHeldWhileTheSinkIsBusy) {
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

TEST_F(LineTest, TheSinkIsInTheThreadOfTheCallerAndGradersAreNot) {
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

// The first is graded when the second one's result is there.
TEST_F(LineTest, ResultsComeInAnyOrderAndAreHadByTheirPlace) {
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

TEST_F(LineTest, NoMoreCasesAreBegunThanJobsBeforeTheirResultsAreHandedOn) {
  Tool tool = shell("echo $1 >> asked; echo ls");
  std::get<Program>(tool.how).cwd = folder;
  // Nothing is handed on while the only grader waits for all that may be begun.
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

TEST_F(LineTest, AnAsynchronousGraderHoldsNoThread) {
  constexpr int kAtOnce = 16;
  std::mutex mutex;
  std::vector<Deliver> asked;
  std::vector<std::jthread> elsewhere;
  const AsyncGrader grade = [&](const Case&, const Answer&, const Surroundings&, Deliver deliver) {
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

TEST_F(LineTest, RecordedAnswersAreGradedAtOnceToo) {
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

TEST_F(LineTest, AGraderThatFailsLeavesItsCaseUnmeasured) {
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

TEST_F(LineTest, ABrokenHarnessEndsWhatStillRuns) {
  const auto grade = [&](const Case&, const Answer&) -> Verdict { throw Error(Problem{.what = "no disk"}); };
  try {
    evaluated(quick_and_hanging, hanging(1h), graded_by(grade, 2));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("no disk"));
  }
}

TEST_F(LineTest, ASinkThatFailsEndsWhatStillRuns) {
  EXPECT_THROW(evaluate(quick_and_hanging, hanging(1h), {.jobs = 2},
                        [](std::size_t, const Result&) { throw Error(Problem{.what = "no disk"}); }),
               Error);
}

// A level that gives up says nothing of the answer.
TEST_F(LineTest, CancelReachesTheGraders) {
  Event begun;
  const PairGrader grade = [&](const Pair&, const Surroundings& surroundings) {
    begun.happen();
    Event stopped;
    const std::stop_callback told(surroundings.stop, [&] { stopped.happen(); });
    return stopped.wait() ? Verdict{.outcome = Outcome::mismatch} : match();
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

TEST_F(LineTest, AnAsynchronousVerdictAfterTheCancelIsWaitedFor) {
  std::jthread elsewhere;
  Event begun;
  const AsyncGrader grade = [&](const Case&, const Answer&, const Surroundings& surroundings,
                                Deliver deliver) {
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

// ---- asked again ----

class RetryTest : public LineTest {
 protected:
  // Unavailable the first `times` times it is asked something.
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
