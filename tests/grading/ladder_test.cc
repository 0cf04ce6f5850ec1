// SPDX-License-Identifier: Apache-2.0
// Levels of pairs and of whole cases, synchronous and asynchronous, on one ladder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <thread>
#include <utility>

#include "../tools/sanitized.h"
#include "assay/grading.h"

namespace assay {
namespace {

using testing::ElementsAre;

// A level's verdict on each accepted command; it says nothing of commands that are not named.
using Said = std::map<std::string, Verdict>;

Verdict match(double score) { return {.outcome = Outcome::match, .score = score, .why = "the same"}; }
Verdict mismatch() { return {.outcome = Outcome::mismatch, .why = "they differ in a folder with one file"}; }
Verdict unavailable() { return {.outcome = Outcome::unavailable, .why = "no sandbox here"}; }

Verdict of(const Said& said, const Pair& pair) {
  const auto found = said.find(pair.accepted);
  return found == said.end() ? Verdict{} : found->second;
}

Level of_pairs(std::string name, Said said) {
  return {name, [=](const Pair& pair, const Surroundings&) { return of(said, pair); }};
}

class Ladder {
 public:
  explicit Ladder(std::vector<std::string> accepted) {
    asked_.accepted = std::move(accepted);
    answer_.ending = Ending::answered;
    answer_.command = "ls";
  }
  Grade graded(std::vector<Level> levels, GradingOptions options = {}) const {
    return grade(asked_, answer_, levels, options);
  }
  Case asked_;
  Answer answer_;
};

// "run of ls: mismatch", one line per verdict.
std::vector<std::string> lines(const Grade& grade) {
  std::vector<std::string> all;
  for (const auto& each : grade.verdicts)
    all.push_back(each.level + " of " + each.accepted + ": " + std::string(to_string(each.outcome)));
  return all;
}

TEST(Ladder, KeepsWhatEveryLevelSaidOfEveryPair) {
  const auto grade = Ladder({"a", "b"}).graded({of_pairs("text", {}), of_pairs("run", {{"b", match(0.85)}})});
  EXPECT_THAT(lines(grade), ElementsAre("text of a: undecided", "text of b: undecided", "run of a: undecided",
                                        "run of b: match"));
  EXPECT_EQ(grade.status, Status::pass);
  EXPECT_EQ(grade.method, "run");
}

TEST(Ladder, ACounterexampleVetoesWeakerLevelsForThatPairOnly) {
  const auto grade = Ladder({"a", "b"})
                         .graded({of_pairs("run", {{"a", mismatch()}}),
                                  of_pairs("judge", {{"a", match(0.8)}, {"b", match(0.8)}})});
  EXPECT_THAT(lines(grade), ElementsAre("run of a: mismatch", "run of b: undecided", "judge of b: match"));
  EXPECT_EQ(grade.status, Status::pass);
}

TEST(Ladder, NothingOverrulesACounterexampleToEveryPair) {
  const auto grade =
      Ladder({"a"}).graded({of_pairs("run", {{"a", mismatch()}}), of_pairs("judge", {{"a", match(1)}})});
  EXPECT_THAT(lines(grade), ElementsAre("run of a: mismatch"));
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_EQ(grade.score, 0.0);
  EXPECT_EQ(grade.method, "run");
  EXPECT_EQ(grade.why, "they differ in a folder with one file");
}

TEST(Ladder, NoLikenessOfTextsOutweighsADoubtButAJudgeMay) {
  Verdict doubt{.why = "they differ in a world made for them",
                .evidence = Counterexample{.world = "generated/plain"}};
  Verdict alike = match(0.8);
  alike.evidence = Similarity{.model = "m", .cosine = 0.97, .threshold = 0.8};
  const Level run = of_pairs("run", {{"a", doubt}}), similarity = of_pairs("similarity", {{"a", alike}});
  EXPECT_EQ(Ladder({"a"}).graded({run, similarity}).status, Status::miss);
  EXPECT_EQ(Ladder({"a"}).graded({similarity, run}, {.min_score = 0.9}).status, Status::miss);
  EXPECT_EQ(Ladder({"a"}).graded({similarity}).method, "similarity");
  EXPECT_EQ(Ladder({"a"}).graded({run, similarity, of_pairs("judge", {{"a", match(0.8)}})}).method, "judge");
  // The doubt concerns only one pair.
  EXPECT_EQ(Ladder({"a", "b"}).graded({run, of_pairs("similarity", {{"a", alike}, {"b", alike}})}).status,
            Status::pass);
}

TEST(Ladder, ACaseTakesItsBestPair) {
  const auto grade =
      Ladder({"a", "b", "c"})
          .graded({of_pairs("run", {{"a", match(0.8)}, {"b", match(0.9)}, {"c", match(0.85)}})});
  EXPECT_EQ(grade.score, 0.9);
}

TEST(Ladder, NoFurtherPairIsAskedAfterTheBestThatALevelCanSay) {
  auto level = of_pairs("run", {{"a", match(0.85)}, {"b", match(0.85)}});
  level.best = 0.85;
  EXPECT_THAT(lines(Ladder({"a", "b"}).graded({level})), ElementsAre("run of a: match"));
}

TEST(Ladder, AMatchBelowTheMinimumDoesNotEndIt) {
  const std::vector<Level> levels = {of_pairs("weak", {{"a", match(0.75)}}),
                                     of_pairs("run", {{"a", match(0.85)}})};
  const auto grade = Ladder({"a"}).graded(levels);
  EXPECT_EQ(grade.status, Status::pass);
  EXPECT_EQ(grade.method, "run");
  EXPECT_EQ(Ladder({"a"}).graded(levels, {.min_score = 0.7}).method, "weak");
}

TEST(Ladder, AMatchBelowTheMinimumIsKeptWhereNothingBetterComes) {
  const auto grade = Ladder({"a"}).graded({of_pairs("weak", {{"a", match(0.75)}}), of_pairs("run", {})});
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_EQ(grade.score, 0.75);
  EXPECT_EQ(grade.method, "weak");
}

TEST(Ladder, ACounterexampleOverrulesAMatchThatWasTooWeakToDecide) {
  const auto grade =
      Ladder({"a"}).graded({of_pairs("weak", {{"a", match(0.75)}}), of_pairs("run", {{"a", mismatch()}})});
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_EQ(grade.score, 0.0);
}

TEST(Ladder, WhatIsMissingForARefutedPairDoesNotMatter) {
  const std::vector<Level> levels = {of_pairs("run", {{"a", unavailable()}, {"b", unavailable()}}),
                                     of_pairs("outcome", {{"a", mismatch()}})};
  EXPECT_EQ(Ladder({"a"}).graded(levels).status, Status::miss);
  EXPECT_EQ(Ladder({"a", "b"}).graded(levels).status, Status::unmeasured) << "b was not looked at";
}

TEST(Ladder, WhatCouldNotHaveMadeItAPassIsNotMissed) {
  auto run = of_pairs("run", {{"a", unavailable()}});
  run.best = 0.85;
  EXPECT_EQ(Ladder({"a"}).graded({run}, {.min_score = 0.9}).status, Status::miss);
  EXPECT_EQ(Ladder({"a"}).graded({run}, {.min_score = 0.8}).status, Status::unmeasured);
}

TEST(Ladder, LevelsAreHandedTheirBackEnds) {
  const Backends backends{.tables = nullptr};
  const Level level{"mine", [](const Pair&, const Surroundings& around) {
                      return around.backends.tables ? match(1) : unavailable();
                    }};
  EXPECT_EQ(Ladder({"a"}).graded({level}, {.backends = backends}).why, "unavailable: no sandbox here");
}

TEST(Ladder, WhatWasStoppedBeforeItWasDecidedIsUnmeasured) {
  std::stop_source stop;
  const Level stopping{"stopping", [&](const Pair&, const Surroundings&) {
                         stop.request_stop();
                         return mismatch();
                       }};
  const auto grade = Ladder({"a", "b"}).graded({stopping}, {.stop = stop.get_token()});
  EXPECT_EQ(lines(grade), std::vector<std::string>{"stopping of a: mismatch"});
  EXPECT_EQ(grade.status, Status::unmeasured);
}

// A level that keeps its questions until the test answers them.
struct Later {
  std::vector<Deliver> waiting;
  Level level(std::string name = "later") {
    return {std::move(name), [this](const Pair&, const Surroundings&, Deliver deliver) {
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
  start({{"hasty", [](const Case&, const Answer&, const Surroundings&, const Deliver& deliver) {
            deliver(match(1));
            throw std::runtime_error("too late");
          }}});
  EXPECT_EQ(grade().status, Status::pass);
}

TEST_F(AsynchronousLadder, ABrokenHarnessIsHandedOn) {
  start({{"broken", [](const Case&, const Answer&, const Surroundings&, const Deliver&) {
            throw Error(Problem{{}, "", "no model file", ""});
          }}});
  EXPECT_TRUE(std::holds_alternative<std::exception_ptr>(outcome_.value()));
}

TEST_F(AsynchronousLadder, AnyNumberOfQuestionsNeedsNoMoreStackThanOne) {
  constexpr std::size_t kQuestions = kSanitized ? 1'000 : 20'000;  // more take minutes under a sanitizer
  ladder_.asked_.accepted.assign(kQuestions, "a");
  start({{"at once", [](const Pair&, const Surroundings&, const Deliver& deliver) { deliver({}); }}});
  EXPECT_EQ(grade().verdicts.size(), kQuestions);
}

Level checking(std::string name, Said said) {
  Level level = of_pairs(std::move(name), std::move(said));
  level.assumed = Level::Assumed::checked;
  return level;
}

TEST(Ladder, AnAssumedMatchIsCheckedWhereThereIsAWorld) {
  Verdict assumed = match(0.9);
  assumed.evidence = Proof{.assumptions = {"f can be read"}};
  const std::vector<Level> levels = {of_pairs("text", {{"a", assumed}}),
                                     checking("run", {{"a", mismatch()}})};
  Ladder ladder({"a", "b"});
  EXPECT_EQ(ladder.graded(levels).status, Status::pass);
  ladder.asked_.world = "ready/home";
  const auto grade = ladder.graded(levels);
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_THAT(lines(grade), ElementsAre("text of a: match", "text of b: undecided", "run of a: mismatch",
                                        "run of b: undecided"));
}

TEST(Ladder, ACheckThatFindsNothingKeepsTheMatch) {
  Verdict assumed = match(0.9);
  assumed.evidence = Proof{.assumptions = {"f can be read"}};
  Ladder ladder({"a", "b"});
  ladder.asked_.world = "ready/home";
  const auto grade = ladder.graded({of_pairs("text", {{"a", assumed}}), checking("run", {})});
  EXPECT_EQ(grade.method, "text");
  EXPECT_THAT(lines(grade), ElementsAre("text of a: match", "text of b: undecided", "run of a: undecided",
                                        "run of b: undecided"));
}

TEST(Ladder, AProvenMatchIsNotChecked) {
  Ladder ladder({"a"});
  ladder.asked_.world = "ready/home";
  EXPECT_EQ(
      ladder.graded({of_pairs("text", {{"a", match(0.9)}}), checking("run", {{"a", mismatch()}})}).method,
      "text");
}

TEST(Ladder, WhereALevelIsUsedWhereAvailableTheOthersDecide) {
  Level level = of_pairs("run", {{"a", unavailable()}});
  EXPECT_EQ(Ladder({"a"}).graded({level}).status, Status::unmeasured);
  level.need = Level::Need::where_available;
  EXPECT_EQ(Ladder({"a"}).graded({level}).status, Status::miss);
}

TEST(Ladder, WhoeverBlocksIsWokenFromAnotherThread) {
  std::vector<std::thread> threads;
  const Level level{"elsewhere", [&](const Pair&, const Surroundings&, Deliver deliver) {
                      threads.emplace_back([deliver = std::move(deliver)] { deliver(match(0.9)); });
                    }};
  EXPECT_EQ(Ladder({"a"}).graded({level}).score, 0.9);
  for (auto& each : threads) each.join();
}

}  // namespace
}  // namespace assay
