// SPDX-License-Identifier: Apache-2.0
// Verdicts that the machine or the grader changed, with the same answer in both runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/compare.h"
#include "command_run.h"
#include "compared.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using Held = GateState;

// A run in which this level decided, and all answers are the case's id.
Run run_judged(const std::vector<std::string>& cases, const std::string& method,
               const std::string& awk = "mawk 1.3.4") {
  Run run = commands(cases);
  run.info.assay_version = "0.3.0";
  run.info.userland = {{"awk", awk}, {"bash", "5.2.15"}};
  for (Result& each : run.results) {
    each.answer.command = each.asked.id;
    each.grade.method = method;
  }
  return run;
}

GateVerdict gate_of(const CompareReport& report, std::string_view gate) {
  return judge_comparison(report, compare_gate_from(gate));
}

TEST(SameAnswer, AnotherUserlandChangesNoAnswer) {
  const auto report = compare(run_judged({"a+", "b-", "c+"}, "behavioural"),
                              run_judged({"a-", "b+", "c+"}, "behavioural", "gawk 5.2.1"));
  EXPECT_THAT(kinds(report), ElementsAre("a machine", "b machine", "c draw"));
  EXPECT_EQ(report.per_query[0].note, "the same answer: awk of worlds differs (mawk 1.3.4 -> gawk 5.2.1)");
  EXPECT_EQ(report.regressions, 0u);
  EXPECT_EQ(report.wins, 0u);
  EXPECT_EQ(report.by_machine, 2u);
  EXPECT_EQ(report.same_answers_lost, 1u);
  EXPECT_EQ(report.paired(), 3u);
  EXPECT_THAT(report.causes, ElementsAre("awk of worlds differs (mawk 1.3.4 -> gawk 5.2.1)"));
}

TEST(SameAnswer, NoGateIsSilentAboutIt) {
  const auto lost =
      compare(run_judged({"a+", "b+"}, "behavioural"), run_judged({"a-", "b+"}, "behavioural", "gawk"));
  for (const char* gate : {"regression", "significant", "delta:-1"}) {
    const GateVerdict found = gate_of(lost, gate);
    EXPECT_EQ(found.outcome, Held::not_comparable) << gate;
    EXPECT_THAT(found.why, AllOf(HasSubstr("1 verdict "), HasSubstr("the machine changed, not the answer"),
                                 HasSubstr("mawk 1.3.4 -> gawk"), HasSubstr("assay regrade")));
  }
  const auto gained =
      compare(run_judged({"a-", "b+"}, "behavioural"), run_judged({"a+", "b+"}, "behavioural", "gawk"));
  EXPECT_EQ(gate_of(gained, "regression").outcome, Held::held) << "no case became worse";
  EXPECT_THAT(gate_of(gained, "regression").why, HasSubstr("1 passed with the same answer where a missed"));
  EXPECT_EQ(gate_of(gained, "delta:-0.1").outcome, Held::not_comparable)
      << "it could hide as many that became worse";
}

TEST(SameAnswer, AnotherAnswerIsTheToolsOwn) {
  auto b = run_judged({"a-"}, "behavioural", "gawk 5.2.1");
  b.results[0].answer.command = "another";
  const auto report = compare(run_judged({"a+"}, "behavioural"), b);
  EXPECT_THAT(kinds(report), ElementsAre("a regression"));
  EXPECT_EQ(gate_of(report, "regression").outcome, Held::regressed);
  b.results[0].answer.command = std::string(500, 'x') + "a";  // longer than what reports show
  auto a = run_judged({"a+"}, "behavioural");
  a.results[0].answer.command = std::string(500, 'x') + "b";
  EXPECT_THAT(kinds(compare(a, b)), ElementsAre("a regression"));
  b.results[0].answer.ending = a.results[0].answer.ending = Ending::timed_out;
  EXPECT_THAT(kinds(compare(a, b)), ElementsAre("a regression")) << "neither is an answer";
}

TEST(SameAnswer, WhereTextDecidedTheUserlandIsNoExcuse) {
  for (const auto& [passed, missed] : {std::pair("canonical", "none"), std::pair("canonical", "posix"),
                                       std::pair("judge", "behavioural"), std::pair("similarity", "none")})
    EXPECT_THAT(kinds(compare(run_judged({"a+"}, passed), run_judged({"a-"}, missed, "gawk 5.2.1"))),
                ElementsAre("a regression"))
        << passed;
  EXPECT_THAT(
      kinds(compare(run_judged({"a+"}, "canonical"), run_judged({"a-"}, "behavioural", "gawk 5.2.1"))),
      ElementsAre("a machine"))
      << "a world of the other userland refuted what was proven under an assumption";
  EXPECT_THAT(kinds(compare(run_judged({"a+"}, "outcome"), run_judged({"a-"}, "outcome", "gawk 5.2.1"))),
              ElementsAre("a machine"));
}

TEST(SameAnswer, OnOneMachineItIsARegression) {
  EXPECT_THAT(kinds(compare(run_judged({"a+"}, "behavioural"), run_judged({"a-"}, "behavioural"))),
              ElementsAre("a regression"));
  auto unknown = run_judged({"a-"}, "behavioural");
  unknown.info.userland.clear();
  EXPECT_THAT(kinds(compare(run_judged({"a+"}, "behavioural"), unknown)), ElementsAre("a regression"))
      << "a run that does not say its userland";
}

TEST(SameAnswer, OfRepeatedCasesOnlyTheLastAnswersAreKnown) {
  auto b = run_judged({"a-"}, "behavioural", "gawk 5.2.1");
  b.results.push_back(b.results.front());
  b.results.back().attempt = 2;
  EXPECT_THAT(kinds(compare(run_judged({"a+"}, "behavioural"), b)), ElementsAre("a regression"));
}

TEST(SameAnswer, AnotherVersionOfTheGraderChangesNoAnswer) {
  const auto a = run_judged({"a+", "b-"}, "canonical");
  auto b = run_judged({"a-", "b+"}, "none");
  b.info.assay_version = "0.4.0";
  const auto report = compare(a, b);
  EXPECT_THAT(kinds(report), ElementsAre("a grader", "b grader"));
  EXPECT_EQ(report.per_query[0].note, "the same answer: assay differs (0.3.0 -> 0.4.0)");
  EXPECT_EQ(report.by_grader, 2u);
  EXPECT_THAT(gate_of(report, "regression").why, HasSubstr("the grader changed, not the answer"));
  b.info.assay_version = "0.3.0";
  b.info.tables_sha256 = "ff";
  EXPECT_THAT(kinds(compare(a, b)), ElementsAre("a grader", "b grader"));
  b.results[0].answer.command = "another";
  EXPECT_THAT(kinds(compare(a, b)), ElementsAre("a regression", "b grader"));
}

TEST(SameAnswer, ALackOfAProgramIsADifference) {
  auto b = run_judged({"a-"}, "behavioural");
  b.info.userland.erase("awk");
  const auto report = compare(run_judged({"a+"}, "behavioural"), b);
  EXPECT_THAT(report.causes, ElementsAre("awk of worlds differs (mawk 1.3.4 -> none)"));
  EXPECT_THAT(kinds(report), ElementsAre("a machine"));
}

}  // namespace
}  // namespace assay
