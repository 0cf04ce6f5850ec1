// SPDX-License-Identifier: Apache-2.0
// What levels of pairs decide together, on one ladder.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "assay/grading.h"
#include "ladder_levels.h"

namespace assay {
namespace {

using testing::ElementsAre;

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
  const Level level{"mine", [](const Pair&, const GradingContext& around) {
                      return around.backends.tables ? match(1) : unavailable();
                    }};
  EXPECT_EQ(Ladder({"a"}).graded({level}, {.backends = backends}).why, "unavailable: no sandbox here");
}

TEST(Ladder, WhatWasStoppedBeforeItWasDecidedIsUnmeasured) {
  std::stop_source stop;
  const Level stopping{"stopping", [&](const Pair&, const GradingContext&) {
                         stop.request_stop();
                         return mismatch();
                       }};
  const auto grade = Ladder({"a", "b"}).graded({stopping}, {.stop = stop.get_token()});
  EXPECT_EQ(lines(grade), std::vector<std::string>{"stopping of a: mismatch"});
  EXPECT_EQ(grade.status, Status::unmeasured);
}

Level checking(std::string name, Said said) {
  Level level = of_pairs(std::move(name), std::move(said));
  level.assumed = Level::Assumed::checked;
  return level;
}

TEST(Ladder, AnAssumedMatchIsChecked) {
  Verdict assumed = match(0.9);
  assumed.evidence = Proof{.assumptions = {"f can be read"}};
  const std::vector<Level> levels = {of_pairs("text", {{"a", assumed}}),
                                     checking("run", {{"a", mismatch()}})};
  Ladder ladder({"a", "b"});
  const auto grade = ladder.graded(levels);
  EXPECT_EQ(grade.status, Status::miss);
  EXPECT_THAT(lines(grade), ElementsAre("text of a: match", "text of b: undecided", "run of a: mismatch",
                                        "run of b: undecided"));
}

TEST(Ladder, ACheckThatFindsNothingKeepsTheMatch) {
  Verdict assumed = match(0.9);
  assumed.evidence = Proof{.assumptions = {"f can be read"}};
  Ladder ladder({"a", "b"});
  const auto grade = ladder.graded({of_pairs("text", {{"a", assumed}}), checking("run", {})});
  EXPECT_EQ(grade.method, "text");
  EXPECT_THAT(lines(grade), ElementsAre("text of a: match", "text of b: undecided", "run of a: undecided",
                                        "run of b: undecided"));
}

TEST(Ladder, ACheckThatTheSandboxFailedLeavesTheMatchUnmeasured) {
  Verdict assumed = match(0.9);
  assumed.evidence = Proof{.assumptions = {"f can be read"}};
  Verdict failed{.outcome = VerdictKind::unavailable, .why = "the sandbox ended"};
  Ladder ladder({"a"});
  EXPECT_EQ(ladder.graded({of_pairs("text", {{"a", assumed}}), checking("run", {{"a", failed}})}).status,
            Status::pass)
      << "it could never have run here";
  failed.is_starved = true;
  const auto grade = ladder.graded({of_pairs("text", {{"a", assumed}}), checking("run", {{"a", failed}})});
  EXPECT_EQ(grade.status, Status::unmeasured);
  EXPECT_EQ(grade.why, "unavailable: the sandbox ended");
}

TEST(Ladder, AProvenMatchIsNotChecked) {
  Ladder ladder({"a"});
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

}  // namespace
}  // namespace assay
