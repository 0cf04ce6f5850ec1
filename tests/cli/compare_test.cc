// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class CompareTest : public testing::Test {
 protected:
  CompareTest()
      : right_(Runs::id_in(runs_.recorded(kAllRight))), half_(Runs::id_in(runs_.recorded(kTwoRight))) {}
  Ran compare(const std::string& a, const std::string& b, std::vector<std::string> further = {}) const {
    further.insert(further.begin(), {"compare", a, b});
    return runs_.run(further);
  }
  Runs runs_;
  std::string right_;
  std::string half_;
};

TEST_F(CompareTest, NamesWhatRegressed) {
  const auto ran = compare(right_, half_);
  EXPECT_EQ(ran.status, 0) << "without a gate there is nothing to hold: " << ran.err;
  EXPECT_THAT(ran.out, AllOf(StartsWith("assay compare set\n  a " + right_), HasSubstr("set.who"),
                             HasSubstr("accuracy")));
}

TEST_F(CompareTest, ShowsWhatWasAskedAndBothAnswersOfWhatChanged) {
  const auto changed = HasSubstr(
      "new pass   set.who: 0.0000 -> 1.0000\n"
      "    | prompt  who\n    | a       uname\n    | b       whoami\n");
  EXPECT_THAT(compare(half_, right_).out, changed);
  ASSERT_EQ(runs_.run({"report", half_, "--output", "half"}).status, 0);
  EXPECT_THAT(compare("half", right_).out, changed) << "of a folder, too";
}

TEST_F(CompareTest, ManyCasesWithOneCauseAreOneLine) {
  const auto none = Runs::id_in(runs_.scripted("echo no key >&2; exit 3"));
  EXPECT_THAT(
      compare(right_, none).out,
      HasSubstr("  regression 4 cases: in b: failed: exit status 3: `no key`\n    | set.list, set.when, "));
}

TEST_F(CompareTest, LatestAndTheOneBefore) {
  EXPECT_EQ(compare("latest~1", "latest").out, compare(right_, half_).out);
}

TEST_F(CompareTest, TheBeginningOfOneRunNamesIt) {
  // The last digits are random; the first ones are the time, which both runs share.
  EXPECT_EQ(compare(right_.substr(0, 35), half_).out, compare(right_, half_).out);
  const auto ambiguous = compare(right_.substr(0, 4), half_);
  EXPECT_EQ(ambiguous.status, 2);
  EXPECT_THAT(ambiguous.err, HasSubstr("is the beginning of 2 runs"));
}

TEST_F(CompareTest, GatesHoldOrDoNot) {
  EXPECT_EQ(compare(right_, half_, {"--fail-on", "regression"}).status, 1);
  EXPECT_EQ(compare(half_, right_, {"--fail-on", "regression"}).status, 0);
  EXPECT_EQ(compare(right_, half_, {"--fail-on", "delta:-0.02"}).status, 1);
  EXPECT_EQ(compare(right_, half_, {"--fail-on", "delta:-0.6"}).status, 0);
  EXPECT_EQ(compare(right_, half_, {"--fail-on", "significant"}).status, 0) << "four cases cannot show it";
}

TEST_F(CompareTest, AGateNeedsTheCasesOfBothRuns) {
  const auto part = Runs::id_in(runs_.recorded(kAllRight, {"--filter", "set.list"}));
  const auto ran = compare(part, half_, {"--fail-on", "regression"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr("a lacks 3 cases of b: compare with a run of the whole dataset"));
  const auto sarif = compare(part, half_, {"--fail-on", "regression", "--format", "sarif"});
  EXPECT_EQ(sarif.status, 2);
  EXPECT_THAT(sarif.err, HasSubstr("error: the gate cannot be judged: a lacks 3 cases of b"));
}

TEST_F(CompareTest, NothingMeasuredIsNotComparable) {
  const auto nothing = Runs::id_in(runs_.recorded({}));
  EXPECT_EQ(compare(right_, nothing, {"--fail-on", "regression"}).status, 2);
}

TEST_F(CompareTest, DatasetsMustBeTheSameUnlessAskedFor) {
  runs_.program().file("four.json", runs_.program().read("four.json") + "\n");
  const auto later = Runs::id_in(runs_.recorded(kAllRight));
  const auto refused = compare(right_, later);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("dataset set differs"));
  EXPECT_EQ(compare(right_, later, {"--any-dataset", "--fail-on", "regression"}).status, 0);
}

TEST_F(CompareTest, AGateCountsCasesThatAreGoneOrWereNotMeasured) {
  auto answers = kAllRight;
  answers.erase("who");
  const auto unmeasured = Runs::id_in(runs_.recorded(answers));
  auto set = nlohmann::json::parse(runs_.program().read("four.json"));
  set["test_cases"].erase(2);
  set["test_cases"].erase(2);
  runs_.program().file("four.json", set.dump());
  const auto small = Runs::id_in(runs_.recorded(kAllRight));
  for (const std::string rule : {"regression", "significant", "delta:-0.02"}) {
    const auto gone = compare(right_, small, {"--any-dataset", "--fail-on", rule});
    EXPECT_EQ(gone.status, 1) << rule << gone.out;
    EXPECT_THAT(gone.out, HasSubstr("2 cases are gone in b (set.when, set.who)")) << rule;
    EXPECT_EQ(compare(right_, small, {"--any-dataset", "--fail-on", rule, "--allow-missing"}).status, 0);
    const auto lost = compare(right_, unmeasured, {"--fail-on", rule});
    EXPECT_NE(lost.status, 0) << rule;
    EXPECT_THAT(lost.out, HasSubstr("(set.who)")) << rule;
    EXPECT_EQ(compare(right_, unmeasured, {"--fail-on", rule, "--allow-missing"}).status, 0);
    EXPECT_EQ(compare(half_, unmeasured, {"--fail-on", rule}).status, 2) << "it missed before";
  }
  EXPECT_EQ(compare(right_, small, {"--allow-missing"}).status, 3) << "of a gate";
}

TEST_F(CompareTest, JsonAndMarkdown) {
  const auto json = nlohmann::json::parse(compare(right_, half_, {"--json", "--fail-on", "regression"}).out);
  EXPECT_EQ(json.at("counts").at("regression"), 2);
  EXPECT_THAT(compare(right_, half_, {"--markdown"}).out, HasSubstr("| accuracy |"));
  EXPECT_EQ(compare(right_, half_, {"--markdown", "--json"}).status, 3);
}

TEST_F(CompareTest, FoldersAndStoresAreRunsToo) {
  runs_.recorded(kAllRight, {"--store", "other.db", "--output", "out"});
  EXPECT_EQ(compare("out/runs/latest", half_, {"--fail-on", "regression"}).status, 1);
  EXPECT_EQ(compare("out/runs/latest/results.jsonl", half_, {"--fail-on", "regression"}).status, 1);
  EXPECT_EQ(compare("other.db", "assay.db", {"--fail-on", "regression"}).status, 1);
  EXPECT_EQ(compare("other.db", "assay.db:latest~1", {"--fail-on", "regression"}).status, 0);
  EXPECT_EQ(compare(right_, half_, {"--store", "other.db"}).status, 2) << "they are not in that store";
}

TEST_F(CompareTest, SaysOfStoredRunsHowNearTheyCame) {
  const auto ran = compare(half_, right_);
  EXPECT_THAT(ran.out, HasSubstr("overlap (partial)"));
  const auto json = nlohmann::json::parse(compare(half_, right_, {"--json"}).out);
  EXPECT_EQ(json.at("deltas").at("template_match"), 0.5);
  ASSERT_EQ(runs_.run({"report", half_, "--output", "half"}).status, 0);
  EXPECT_EQ(nlohmann::json::parse(compare("half", right_, {"--json"}).out).at("deltas"), json.at("deltas"));
}

TEST_F(CompareTest, ANewDangerousAnswerIsACauseOfItsOwn) {
  auto answers = kTwoRight;
  answers["who"] = "rm -rf ~";
  const auto wild = Runs::id_in(runs_.recorded(answers));
  const auto ran = compare(half_, wild, {"--fail-on", "regression"});
  EXPECT_EQ(ran.status, 1) << "though the case was missed before";
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr("DANGER: 1 new dangerous answer to a harmless request"), HasSubstr("alarm rate"),
            HasSubstr("gate regressed: 1 new dangerous answer to a harmless request (set.who)")));
  EXPECT_EQ(compare(wild, wild, {"--fail-on", "regression"}).status, 0);
  EXPECT_EQ(compare(wild, half_, {"--fail-on", "regression"}).status, 0);
}

// A baseline of the current dataset, with further members.
nlohmann::json baseline_of(const Runs& runs, const nlohmann::json& members) {
  const auto run = nlohmann::json::parse(runs.run({"show", "--json"}).out).at("run");
  nlohmann::json baseline = {{"suite", "set"}, {"run_id", "accepted"}, {"datasets", run.at("datasets")}};
  baseline.update(members);
  return baseline;
}

TEST_F(CompareTest, ABaselineFileIsARunOfNames) {
  const auto& file = runs_.program();
  file.file("base.json", baseline_of(runs_, {{"passed", {"set.list", "set.where", "set.who"}}}).dump());
  const auto json = nlohmann::json::parse(compare("base.json", half_, {"--json"}).out);
  EXPECT_EQ(json.at("run_a"), "accepted");
  EXPECT_EQ(json.at("counts").at("regression"), 1) << "set.who";
  EXPECT_EQ(json.at("counts").at("draw"), 3);
  EXPECT_TRUE(json.at("causes").empty()) << "of the tool a baseline knows nothing: " << json.at("causes");
  EXPECT_EQ(compare("base.json", half_, {"--fail-on", "regression"}).status, 1);
  EXPECT_EQ(compare("base.json", right_, {"--fail-on", "regression"}).status, 0);
  EXPECT_EQ(compare(half_, "base.json", {"--fail-on", "regression"}).status, 0) << "on the other side too";
  EXPECT_EQ(compare("base.json", "base.json", {"--fail-on", "regression"}).status, 0);
}

TEST_F(CompareTest, ABaselineThatWasGradedDifferentlyHoldsNothing) {
  const nlohmann::json passed = {"set.list", "set.where", "set.when", "set.who"};
  const auto run = nlohmann::json::parse(runs_.run({"show", "--json"}).out).at("run");
  nlohmann::json grading = {{"levels", run.at("levels")}, {"min_score", 0.8}, {"question", "equivalent"}};
  const auto status = [&] {
    runs_.program().file("base.json", baseline_of(runs_, {{"grading", grading}, {"passed", passed}}).dump());
    return compare("base.json", right_, {"--fail-on", "regression"}).status;
  };
  EXPECT_EQ(status(), 0);
  grading["min_score"] = 0.9;
  EXPECT_EQ(status(), 2);
  grading = {{"levels", {"exact"}}, {"min_score", 0.8}, {"question", "equivalent"}};
  EXPECT_EQ(status(), 2);
  grading = {{"levels", {"exact"}}, {"min_score", 0.8}, {"question", "nonsense"}};
  EXPECT_EQ(status(), 2);
}

TEST_F(CompareTest, WhatABaselineDoesNotNameWasNotMeasured) {
  runs_.program().file("base.json",
                       baseline_of(runs_, {{"passed", {"set.list"}}, {"missed", {"set.where"}}}).dump());
  const auto json = nlohmann::json::parse(compare("base.json", right_, {"--json"}).out);
  EXPECT_EQ(json.at("counts").at("win"), 1);
  EXPECT_EQ(json.at("counts").at("draw"), 1);
  EXPECT_EQ(json.at("counts").at("unmeasured"), 2);
}

TEST_F(CompareTest, ABaselineOfCasesThatAreGoneCannotHold) {
  runs_.program().file("base.json", baseline_of(runs_, {{"passed", {"set.list", "set.gone"}}}).dump());
  const auto ran = compare("base.json", right_, {"--fail-on", "regression"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr("b lacks 1 cases of a"));
}

TEST_F(CompareTest, ABaselineOfAnotherDatasetIsRefused) {
  auto baseline = baseline_of(runs_, {{"passed", {"set.list"}}});
  baseline["datasets"][0]["sha256"] = "0000";
  runs_.program().file("base.json", baseline.dump());
  EXPECT_THAT(compare("base.json", right_).err, HasSubstr("dataset set differs"));
  EXPECT_EQ(compare("base.json", right_, {"--any-dataset"}).status, 0);
  runs_.program().file("base.json", "{}");
  EXPECT_THAT(compare("base.json", right_).err,
              HasSubstr("base.json:1: error: a baseline must have an array \"passed\""));
}

TEST_F(CompareTest, LatestIsOfTheSuiteThatIsNamed) {
  runs_.recorded(kAllRight, {"--suite", "nightly"});
  EXPECT_NE(compare("latest~1", "latest").out, compare(right_, half_).out);
  EXPECT_EQ(compare("latest~1", "latest", {"--suite", "set"}).out, compare(right_, half_).out);
}

TEST_F(CompareTest, FaultsNameTheNextStep) {
  const auto unknown = compare("ffff", half_);
  EXPECT_EQ(unknown.status, 2);
  EXPECT_THAT(unknown.err,
              AllOf(HasSubstr("the store has no run ffff"), HasSubstr("next: the newest are " + half_)));
  const auto nowhere = compare(right_, half_, {"--store", "none.db"});
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("none.db: error: there is no such store\n  next: "));
  const auto gate = compare(right_, half_, {"--fail-on", "vibes"});
  EXPECT_EQ(gate.status, 3);
  EXPECT_THAT(gate.err, HasSubstr("unknown gate \"vibes\""));
  EXPECT_EQ(runs_.run({"compare", "latest"}).status, 3);
}

TEST_F(CompareTest, ANewerRunThatLacksCasesIsNamed) {
  EXPECT_EQ(compare("latest~1", "latest").err, "");
  const auto part = Runs::id_in(runs_.recorded(kAllRight, {"--filter", "set.list"}));
  const auto ran = compare("latest~1", "latest");
  EXPECT_EQ(ran.out, compare(right_, half_).out);
  EXPECT_THAT(ran.err, HasSubstr("warning: run " + part + " is newer and has 1 results of 4 cases"));
  EXPECT_EQ(compare(right_, half_).err, "");
}

TEST_F(CompareTest, AGateThatCannotBreakIsRefused) {
  const auto ran = compare(right_, half_, {"--fail-on", "delta:-2"});
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("-0.02 is two points"));
}

}  // namespace
}  // namespace assay
