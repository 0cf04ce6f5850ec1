// SPDX-License-Identifier: Apache-2.0
// The level `outcome`: what a case requires after the answer ran, as a verdict with its evidence.
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
using Kind = WantedFile::Kind;

class OutcomeLevelTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    folder_ = std::filesystem::path(testing::TempDir()) / "outcome_level";
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "notes.json") << R"({"note": "two notes", "entries": [
      {"path": "a.txt", "content": "one\ntwo\n"}, {"path": "b.log", "content": "three\n"}]})";
    asked_.world = "./notes.json";
    asked_.where = {(folder_ / "dataset.json").string(), 1};
    asked_.own->outcome = WantedOutcome{
        .files = {{.kind = Kind::absent, .path = "a.txt"}, {.path = "old/a.txt", .content = "one\ntwo\n"}}};
    asked_.own->question = Question::fulfils;
  }

  Grade graded(std::string generated, std::vector<std::string> names = {"exact", "outcome"}) {
    return grade(asked_, answered(std::move(generated)), levels_named(names), {.backends = backends_});
  }
  Verdict verdict(std::string generated) { return graded(std::move(generated)).verdicts.back(); }

  std::filesystem::path folder_;
  Case asked_;
  Backends backends_{.lab = std::make_shared<behaviour::Lab>()};
};

TEST_F(OutcomeLevelTest, ItDecidesWithoutACommandToCompareWith) {
  const Grade moved = graded("mkdir old\nmv a.txt old/");
  EXPECT_EQ(moved.status, Status::pass) << moved.why;
  EXPECT_EQ(moved.method, "outcome");
  EXPECT_EQ(moved.score, 0.90);
  EXPECT_EQ(moved.question, Question::fulfils);
  const Grade copied = graded("mkdir old\ncp a.txt old/");
  EXPECT_EQ(copied.status, Status::miss);
  EXPECT_EQ(copied.method, "outcome");
  EXPECT_EQ(copied.why, "file a.txt: a file instead of nothing");
}

TEST_F(OutcomeLevelTest, WhatDoesNotHoldIsShownClauseByClause) {
  const Verdict found = verdict("mkdir old; cp b.log old/a.txt; echo done");
  ASSERT_EQ(found.outcome, VerdictKind::mismatch);
  const auto& shown = std::get<UnmetOutcome>(found.evidence);
  EXPECT_THAT(shown.world, HasSubstr("notes.json: two notes"));
  EXPECT_THAT(shown.unmet, ElementsAre(UnmetClause{"file a.txt", "nothing", "a file"},
                                       UnmetClause{"file old/a.txt", "\"one\\ntwo\\n\"", "\"three\\n\""}));
  EXPECT_EQ(shown.generated.out, "done\n");
  const std::string text = evidence_text(found.evidence);
  EXPECT_THAT(text, HasSubstr("\nfile old/a.txt: wanted \"one\\ntwo\\n\", got \"three\\n\"\n"));
  EXPECT_THAT(text, HasSubstr("\nagain: assay sandbox --world '{"));
}

TEST_F(OutcomeLevelTest, ItDecidesBesideAnExpectedCommand) {
  asked_.accepted = {"mkdir old && mv a.txt old"};
  EXPECT_EQ(graded("install -D -m 644 a.txt old/a.txt && rm a.txt").method, "outcome");
  const Grade missed = graded("mkdir old && cp a.txt old", {"exact", "outcome", "behavioural"});
  EXPECT_EQ(missed.method, "outcome");
  EXPECT_EQ(missed.status, Status::miss);
  EXPECT_EQ(missed.verdicts.back().level, "outcome");
}

TEST_F(OutcomeLevelTest, AFailureVetoesWeakerLevels) {
  const Level trusting{"trusting", [](const Case&, const Answer&) {
                         return Verdict{.outcome = VerdictKind::match, .score = 0.80};
                       }};
  asked_.own->outcome->output.bytes = "never\n";
  Answer answer = answered("true");
  const std::vector<Level> levels = {find_level("outcome"), trusting};
  const Grade found = grade(asked_, answer, levels, {.backends = backends_});
  EXPECT_EQ(found.status, Status::miss);
  EXPECT_EQ(found.verdicts.size(), 1u);
}

TEST_F(OutcomeLevelTest, ItProvesNothingEquivalentButRefutes) {
  asked_.accepted = {"mkdir old && mv a.txt old"};
  asked_.own->question = Question::equivalent;
  const Verdict held = verdict("mkdir -v old && mv a.txt old");
  EXPECT_EQ(held.outcome, VerdictKind::undecided);
  EXPECT_THAT(held.why, HasSubstr("does not prove that the commands are equivalent"));
  EXPECT_EQ(verdict("mkdir old && cp a.txt old").outcome, VerdictKind::mismatch);
  asked_.accepted.push_back("mkdir old; cp a.txt old");
  const Verdict other = verdict("mkdir old && cp b.log old");
  EXPECT_EQ(other.outcome, VerdictKind::undecided);
  EXPECT_THAT(other.why, HasSubstr("the accepted command does not fulfil it, either"));
}

TEST_F(OutcomeLevelTest, WhatTheAcceptedCommandDoesNotFulfilCondemnsNobody) {
  asked_.accepted = {"mkdir old; cp a.txt old"};
  const Grade grade = graded("mkdir old; cp b.log old");
  EXPECT_EQ(grade.verdicts.back().outcome, VerdictKind::undecided);
  EXPECT_EQ(grade.method, "none");
}

TEST_F(OutcomeLevelTest, WhatCannotBeToldOfTheAnswerIsAMissAndWhatCannotBeToldOfAnyIsUnmeasured) {
  EXPECT_EQ(graded("chown root a.txt").status, Status::miss);
  EXPECT_EQ(graded("frobnicate a.txt").status, Status::miss);
  asked_.own->outcome = WantedOutcome{.files = {{.path = "a.txt"}}};
  const Grade nothing = graded("true");
  EXPECT_EQ(nothing.status, Status::unmeasured);
  EXPECT_EQ(nothing.why, "unavailable: an empty answer fulfils the outcome, too");
  backends_.lab = nullptr;
  const Grade lacking = graded("rm a.txt");
  EXPECT_EQ(lacking.status, Status::unmeasured);
  EXPECT_EQ(lacking.why, "unavailable: no sandbox was handed in");
}

TEST_F(OutcomeLevelTest, WithoutAWorldItRunsInAnEmptyOne) {
  asked_.world = "";
  asked_.own->outcome = WantedOutcome{.files = {{.kind = Kind::folder, .path = "src/lib"}}};
  EXPECT_EQ(graded("mkdir -p src/lib").status, Status::pass);
  EXPECT_EQ(graded("mkdir src/lib").status, Status::miss);
}

TEST_F(OutcomeLevelTest, AWorldThatCannotBeSetUpIsUnavailable) {
  std::ofstream(folder_ / "broken.json") << R"({"entries": [], "setup": "echo no disk >&2; exit 1"})";
  asked_.world = "./broken.json";
  const Grade found = graded("true");
  EXPECT_EQ(found.status, Status::unmeasured);
  EXPECT_EQ(found.why, "unavailable: its set-up script: exit status 1, no disk");
}

}  // namespace
}  // namespace assay
