// SPDX-License-Identifier: Apache-2.0
// The level `behavioural`: what two commands do in a case's world, as a verdict with its evidence.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "answers.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "named_levels.h"
#include "sandbox_fixture.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class BehaviouralTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    folder_ = std::filesystem::path(testing::TempDir()) / "behavioural";
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "notes.json") << R"({"entries": [
      {"path": "a.txt", "content": "one\ntwo\n"}, {"path": "b.TXT", "content": "three\n"},
      {"path": "d.txt", "type": "dir"}]})";
    asked_.world = "./notes.json";
    asked_.where = {(folder_ / "dataset.json").string(), 1};
  }

  Verdict verdict(std::string accepted, std::string generated, Question question = Question::equivalent) {
    return graded(std::move(accepted), std::move(generated), {"behavioural"}, question).verdicts.back();
  }
  Grade graded(std::string accepted, std::string generated, std::vector<std::string> names,
               Question question = Question::equivalent) {
    asked_.accepted = {std::move(accepted)};
    return grade(asked_, answered(std::move(generated)), levels_named(names),
                 {.backends = backends_, .question = question});
  }

  std::filesystem::path folder_;
  Case asked_;
  Backends backends_{.lab = std::make_shared<behaviour::Lab>()};
};

TEST_F(BehaviouralTest, TheSameInTheCasesWorldIsAMatch) {
  const Verdict found = verdict("awk 'NR > 1' a.txt", "awk 'NR != 1' a.txt");
  EXPECT_EQ(found.outcome, VerdictKind::match) << found.why;
  EXPECT_EQ(found.score, 0.85);
}

TEST_F(BehaviouralTest, AMatchCarriesThePowerOfItsWorldsWhereThatIsAskedFor) {
  EXPECT_FALSE(verdict("awk 'NR > 1' a.txt", "awk 'NR != 1' a.txt").power);
  backends_.lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{.minimum_power = 0.0});
  const Verdict found = verdict("awk 'NR > 1' a.txt", "awk 'NR != 1' a.txt");
  ASSERT_TRUE(found.power);
  EXPECT_EQ(found.score, 0.85);
  EXPECT_GT(told_by(*found.power), 0u);
  EXPECT_THAT(found.why, HasSubstr("; these tell " + std::to_string(told_by(*found.power)) + " of " +
                                   std::to_string(near_misses_in(*found.power)) + " near misses apart"));
}

TEST_F(BehaviouralTest, AMatchInWorldsOfLittlePowerIsNone) {
  // A bound that no worlds reach.
  backends_.lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{.minimum_power = 1.01});
  const Verdict strict = verdict("awk 'NR > 1' a.txt", "awk 'NR != 1' a.txt");
  EXPECT_EQ(strict.outcome, VerdictKind::undecided);
  EXPECT_THAT(strict.why, HasSubstr("near misses apart, fewer than 101 %"));
  const Verdict doubted = verdict("awk 'NR > 1' a.txt", "awk 'NR != 1' a.txt", Question::fulfils);
  EXPECT_EQ(doubted.outcome, VerdictKind::match);
  EXPECT_EQ(doubted.score, 0.70);
}

TEST_F(BehaviouralTest, ACounterexampleShowsTheWorldAndBothOutcomes) {
  const Verdict found = verdict("find . -name '*.txt' | sort", "find . -type f -name '*.txt' | sort");
  ASSERT_EQ(found.outcome, VerdictKind::mismatch) << found.why;
  const auto& shown = std::get<Counterexample>(found.evidence);
  EXPECT_THAT(shown.world, HasSubstr("notes.json"));
  EXPECT_THAT(shown.accepted.out, HasSubstr("./d.txt\n"));
  EXPECT_EQ(shown.accepted.ending, "exit status 0");
  EXPECT_THAT(shown.again, HasSubstr("assay explain --world '{"));
  EXPECT_THAT(evidence_text(found.evidence), HasSubstr("\nagain: assay explain"));
  EXPECT_THAT(evidence_text(found.evidence),
              HasSubstr("\nwith fewer options: `find . | sort`, `find . -type f | sort`: "));
}

TEST_F(BehaviouralTest, ChangesOfFilesAreNamed) {
  const Verdict found = verdict("rm a.txt", "mv a.txt c.txt");
  const auto& shown = std::get<Counterexample>(found.evidence);
  EXPECT_THAT(shown.accepted.changes, ElementsAre("removed a.txt"));
  EXPECT_THAT(shown.generated.changes,
              ElementsAre("removed a.txt", HasSubstr("created c.txt (0 bytes, mode 0644")));
}

TEST_F(BehaviouralTest, TheCaseOrTheSuiteSaysWhichQuestion) {
  EXPECT_EQ(verdict("ls a.txt b.TXT", "ls b.TXT a.txt -1 -U").outcome, VerdictKind::mismatch);
  EXPECT_EQ(verdict("ls a.txt b.TXT", "ls b.TXT a.txt -1 -U", Question::fulfils).outcome, VerdictKind::match);
  asked_.own->question = Question::equivalent;
  EXPECT_EQ(verdict("ls a.txt b.TXT", "ls b.TXT a.txt -1 -U", Question::fulfils).outcome,
            VerdictKind::mismatch);
}

TEST_F(BehaviouralTest, AnAnswerThatNeedsANetworkIsUndecidedAndAnAcceptedCommandUnavailable) {
  EXPECT_EQ(verdict("ls", "curl -s example.com").outcome, VerdictKind::undecided);
  EXPECT_EQ(verdict("curl example.com", "curl -s example.com").outcome, VerdictKind::unavailable);
  backends_.lab = nullptr;
  const Grade grade = graded("ls", "ls -1", {"behavioural"});
  EXPECT_EQ(grade.status, Status::unmeasured);
  EXPECT_EQ(grade.why, "unavailable: no sandbox was handed in");
}

TEST_F(BehaviouralTest, WhereTheWorldCannotBeMadeTheOtherLevelsDecide) {
  std::ofstream(folder_ / "broken.json") << R"({"entries": [], "setup": "echo no luck >&2; false"})";
  asked_.world = "./broken.json";
  asked_.accepted = {"find . -type f"};
  Answer answer = answered("find . -name '*'");
  std::vector<Level> levels = {find_level("canonical"), find_level("behavioural")};
  for (const auto need : {Level::Need::named, Level::Need::where_available}) {
    levels.back().need = need;
    const Grade found = grade(asked_, answer, levels, {.backends = backends_});
    EXPECT_EQ(found.status, Status::miss);
    EXPECT_EQ(
        found.why,
        "no level matched: canonical, behavioural; behavioural: its set-up script: exit status 1, no luck");
  }
}

TEST_F(BehaviouralTest, AMatchUnderAnAssumptionIsTriedInWorlds) {
  // A made-up assumption; those of the canonical level are, for example, that no operand begins with a dash.
  const Level assuming{"assuming", [](const Pair&, const GradingContext&) {
                         return Verdict{.outcome = VerdictKind::match,
                                        .score = 0.9,
                                        .evidence = Proof{.assumptions = {"there is no folder d.txt"}}};
                       }};
  asked_.accepted = {"find . -name '*.txt'"};
  Answer answer = answered("find . -type f -name '*.txt'");
  const std::vector<Level> levels = {assuming, find_level("behavioural")};
  EXPECT_EQ(grade(asked_, answer, levels, {.backends = backends_}).status, Status::miss);
  answer.command = "find . -name '*.txt' -type f,d";
  const Grade kept = grade(asked_, answer, levels, {.backends = backends_});
  EXPECT_EQ(kept.status, Status::pass);
  EXPECT_EQ(kept.method, "assuming");
  asked_.world = "";
  const Grade generated = grade(asked_, answer, levels, {.backends = backends_});
  EXPECT_EQ(generated.verdicts.size(), 2u) << "without one, in worlds that are made";
  EXPECT_EQ(generated.method, "assuming") << "which do not replace the proof, nor hide what it assumes";
  answer.command = "find . -type f -name '*.txt' | head -n 1";
  EXPECT_EQ(grade(asked_, answer, levels, {.backends = backends_}).status, Status::miss);
}

TEST_F(BehaviouralTest, WhatTextLevelsProveIsNotRun) {
  const Grade grade = graded("ls -la", "ls -l -a", {"exact", "whitespace", "canonical", "behavioural"});
  EXPECT_EQ(grade.method, "canonical");
  EXPECT_EQ(grade.verdicts.back().level, "canonical");
}

}  // namespace
}  // namespace assay
