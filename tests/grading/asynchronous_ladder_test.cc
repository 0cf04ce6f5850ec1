// SPDX-License-Identifier: Apache-2.0
// A ladder whose levels answer later, or from another thread.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>
#include <utility>

#include "../tools/sanitized.h"
#include "assay/grading.h"
#include "ladder_levels.h"

namespace assay {
namespace {

using testing::ElementsAre;

// A level that keeps its questions until the test answers them.
struct Later {
  std::vector<VerdictCallback> waiting;
  Level level(std::string name = "later") {
    return {std::move(name), [this](const Pair&, const GradingContext&, VerdictCallback deliver) {
              waiting.push_back(std::move(deliver));
            }};
  }
  void answer(Verdict verdict) {
    auto deliver = std::move(waiting.front());
    waiting.erase(waiting.begin());
    deliver(std::move(verdict));
  }
};

class AsynchronousLadder : public testing::Test {
 protected:
  void start(std::vector<Level> levels, GradingOptions options = {}) {
    levels_ = std::move(levels);
    start_grading(ladder_.asked_, ladder_.answer_, levels_, std::move(options),
                  [this](Graded outcome) { outcome_ = std::move(outcome); });
  }
  const Grade& grade() const { return std::get<Grade>(*outcome_); }

  Ladder ladder_{{"a", "b"}};
  Later later_;
  std::vector<Level> levels_;
  std::optional<Graded> outcome_;
};

TEST_F(AsynchronousLadder, GoesOnWhenTheVerdictComes) {
  start({later_.level(), of_pairs("text", {{"b", match(0.9)}})});
  EXPECT_FALSE(outcome_);
  later_.answer(mismatch());
  EXPECT_FALSE(outcome_);
  later_.answer({});
  EXPECT_THAT(lines(grade()),
              ElementsAre("later of a: mismatch", "later of b: undecided", "text of b: match"));
}

TEST_F(AsynchronousLadder, GoesOnWhereItIsTold) {
  std::vector<std::function<void()>> posted;
  start({later_.level()}, {.resume = [&](std::function<void()> on) { posted.push_back(std::move(on)); }});
  later_.answer({});
  EXPECT_TRUE(later_.waiting.empty()) << "the second pair is asked from where the ladder goes on";
  ASSERT_EQ(posted.size(), 1u);
  posted[0]();
  EXPECT_EQ(later_.waiting.size(), 1u);
  later_.answer({});
  posted[1]();
  EXPECT_EQ(grade().status, Status::miss);
}

TEST_F(AsynchronousLadder, AVerdictThatIsDroppedIsAnError) {
  start({later_.level()});
  for (int pair = 0; pair < 2; ++pair) std::exchange(later_.waiting, {}).clear();
  EXPECT_EQ(grade().status, Status::unmeasured);
  EXPECT_EQ(grade().why, "error: the grader ended without a verdict");
}

TEST_F(AsynchronousLadder, AQuestionIsAnsweredOnce) {
  start({later_.level()});
  const auto first = later_.waiting[0];
  first(mismatch());
  first(match(1));
  EXPECT_FALSE(outcome_) << "the second pair has no answer yet";
  later_.waiting[1](mismatch());
  EXPECT_EQ(grade().status, Status::miss);
}

TEST_F(AsynchronousLadder, AGraderThatThrowsAfterItAnsweredHasAnswered) {
  start({{"hasty", [](const Case&, const Answer&, const GradingContext&, const VerdictCallback& deliver) {
            deliver(match(1));
            throw std::runtime_error("too late");
          }}});
  EXPECT_EQ(grade().status, Status::pass);
}

TEST_F(AsynchronousLadder, ABrokenHarnessIsHandedOn) {
  start({{"broken", [](const Case&, const Answer&, const GradingContext&, const VerdictCallback&) {
            throw Error(Problem{{}, "", "no model file", ""});
          }}});
  EXPECT_TRUE(std::holds_alternative<std::exception_ptr>(outcome_.value()));
}

TEST_F(AsynchronousLadder, AnyNumberOfQuestionsNeedsNoMoreStackThanOne) {
  constexpr std::size_t kQuestions = kSanitized ? 1'000 : 20'000;  // more take minutes under a sanitizer
  ladder_.asked_.accepted.assign(kQuestions, "a");
  start(
      {{"at once", [](const Pair&, const GradingContext&, const VerdictCallback& deliver) { deliver({}); }}});
  EXPECT_EQ(grade().verdicts.size(), kQuestions);
}

TEST_F(AsynchronousLadder, WhoeverBlocksIsWokenFromAnotherThread) {
  std::vector<std::thread> threads;
  const Level level{"elsewhere", [&](const Pair&, const GradingContext&, VerdictCallback deliver) {
                      threads.emplace_back([deliver = std::move(deliver)] { deliver(match(0.9)); });
                    }};
  EXPECT_EQ(Ladder({"a"}).graded({level}).score, 0.9);
  for (auto& each : threads) each.join();
}

}  // namespace
}  // namespace assay
