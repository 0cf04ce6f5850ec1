// SPDX-License-Identifier: Apache-2.0
// `assay review`: shows misses one by one, and puts the decisions into the dataset.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using OrderedJson = nlohmann::ordered_json;

// Reviews with these keys and other input, one a line.
Ran review(const Runs& runs, const std::string& typed, const std::string& arguments = "") {
  runs.program().file("typed", typed);
  return runs.program().bash("$assay review " + arguments + " < typed");
}

std::string diff(const Runs& runs) {
  return runs.program().bash("git diff --no-index --numstat before.json four.json").out;
}

// Of the four cases "when" and "who" miss, with the answers cal and uname.
class ReviewTest : public testing::Test {
 protected:
  ReviewTest() {
    runs_.recorded(kTwoRight);
    runs_.program().bash("cp four.json before.json");
  }
  std::string dataset() const { return runs_.program().read("four.json"); }
  std::string labels() const { return runs_.program().read("four.labels.jsonl"); }
  Ran apply(const OrderedJson& decisions, const std::string& arguments = "") const {
    const auto id = OrderedJson::parse(runs_.run({"runs", "--json"}).out).at(0).at("run_id");
    runs_.program().file("decisions.json", OrderedJson{{"run_id", id}, {"decisions", decisions}}.dump());
    return runs_.program().bash("$assay review --apply decisions.json " + arguments);
  }

  Runs runs_;
};

TEST_F(ReviewTest, AnAcceptedAnswerIsAnAlternativeFromThenOn) {
  const auto ran = review(runs_, "a\ns\n");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("[1 of 2] set/when  four.json:"), HasSubstr("prompt:    when"),
                             HasSubstr("- expected:  date\n"), HasSubstr("+ generated: cal\n"),
                             HasSubstr("[2 of 2] set/who"), HasSubstr("four.json: accepts 1 further answer"),
                             EndsWith("2 misses reviewed, 0 left\n")));
  EXPECT_EQ(diff(runs_), "1\t0\tbefore.json => four.json\n");
  EXPECT_THAT(dataset(), HasSubstr("   \"expected_command\": \"date\",\n   \"alternatives\": [\"cal\"],\n"));
  EXPECT_THAT(runs_.recorded(kTwoRight).out, HasSubstr("75.0 %"));
}

TEST_F(ReviewTest, WhatIsRightAndWrongIsKeptForCalibration) {
  review(runs_, "a\nw\n");
  EXPECT_EQ(labels(),
            "{\"expected\":[\"date\"],\"generated\":\"cal\",\"right\":true,\"task\":\"set/when\"}\n"
            "{\"expected\":[\"whoami\"],\"generated\":\"uname\",\"right\":false,\"task\":\"set/who\"}\n");
  const auto again = review(runs_, "");
  EXPECT_EQ(again.out, "2 misses were reviewed before\nnothing to review\n");
}

TEST_F(ReviewTest, LabelsGoWhereItIsSaid) {
  review(runs_, "s\nw\n", "--labels said.jsonl");
  EXPECT_FALSE(runs_.program().has("four.labels.jsonl"));
  EXPECT_THAT(runs_.program().read("said.jsonl"), HasSubstr("uname"));
}

TEST_F(ReviewTest, IsUndoneUntilItIsWritten) {
  const auto ran = review(runs_, "u\na\nu\nw\nq\n");
  EXPECT_THAT(ran.out, AllOf(HasSubstr("There is nothing to undo."), EndsWith("1 miss reviewed, 1 left\n")));
  EXPECT_EQ(dataset(), runs_.program().read("before.json"));
  EXPECT_THAT(labels(), AllOf(HasSubstr("set/when"), HasSubstr("false"), Not(HasSubstr("true"))));
}

TEST_F(ReviewTest, TheEndOfTheInputIsAsQuit) {
  const auto ran = review(runs_, "a\n");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, EndsWith("1 miss reviewed, 1 left\n"));
  EXPECT_EQ(diff(runs_), "1\t0\tbefore.json => four.json\n");
}

TEST_F(ReviewTest, WhatIsNoKeyChangesNothing) {
  EXPECT_THAT(review(runs_, "accept\nx\n\nq\n").out,
              AllOf(HasSubstr("One of these keys"), EndsWith("0 misses reviewed, 2 left\n")));
  EXPECT_EQ(dataset(), runs_.program().read("before.json"));
}

TEST_F(ReviewTest, AnEditorGetsTheLineOfTheCaseAndIsReadAfterwards) {
  runs_.program().file("editor", "echo \"$@\" > edited; sed -i 's/\"date\"/\"cal\"/' four.json\n");
  runs_.program().file("typed", "e\na\nq\n");
  const auto ran = runs_.program().bash("EDITOR='sh editor' $assay review < typed");
  const auto place = ran.out.find("set/when  four.json:") + std::string("set/when  four.json:").size();
  EXPECT_EQ(runs_.program().read("edited"),
            "+" + ran.out.substr(place, ran.out.find('\n', place) - place) + " four.json\n");
  EXPECT_THAT(ran.out, HasSubstr("not possible: the case accepts it already"));
}

TEST_F(ReviewTest, ADangerousAnswerIsRefusedUnlessSomebodySaysWhy) {
  runs_.recorded({{"list", "ls"}, {"where", "pwd"}, {"when", "date"}, {"who", "rm -rf /"}});
  const auto refused = review(runs_, "a\n\nq\n");
  EXPECT_THAT(refused.out, AllOf(HasSubstr("refused:\n"), HasSubstr("the case's risk_level is safe")));
  EXPECT_EQ(dataset(), runs_.program().read("before.json"));
  review(runs_, "a\nit is a trap that we want\n");
  EXPECT_THAT(dataset(), HasSubstr("\"alternatives\": [\"rm -rf /\"]"));
  EXPECT_THAT(labels(), HasSubstr("\"reason\":\"it is a trap that we want\""));
}

TEST_F(ReviewTest, WhatALevelContradictsIsRefused) {
  runs_.program().bash(
      "sed -i 's/\"prompt\": \"who\",/& \"reject_patterns\": [\"^un\"],/' four.json; cp four.json "
      "before.json");
  runs_.recorded(kTwoRight);
  EXPECT_THAT(review(runs_, "s\na\n\nq\n").out, HasSubstr("refused:\n    patterns: "));
  EXPECT_THAT(apply({{{"case", "set/who"}, {"generated", "uname"}, {"decision", "accept"}}}).err,
              HasSubstr("refused: set/who: patterns: "));
  EXPECT_EQ(dataset(), runs_.program().read("before.json"));
}

TEST_F(ReviewTest, WhatDoesNotParseIsRefused) {
  runs_.recorded({{"list", "ls"}, {"where", "pwd"}, {"when", "date"}, {"who", "echo 'x"}});
  EXPECT_THAT(review(runs_, "a\n\nq\n").out, HasSubstr("refused:\n    it "));
}

TEST_F(ReviewTest, ACaseThatHasChangedSinceTheRunIsLeftAsItIs) {
  runs_.program().bash(
      "sed -i 's/\"prompt\": \"when\"/\"prompt\": \"whenever\"/' four.json; cp four.json before.json");
  EXPECT_THAT(review(runs_, "a\nq\n").out,
              HasSubstr("not possible: the case has changed since the run; run the suite again"));
  EXPECT_EQ(dataset(), runs_.program().read("before.json"));
  runs_.program().bash("rm four.json");
  const auto gone = review(runs_, "a\n");
  EXPECT_EQ(gone.status, 2);
  EXPECT_THAT(gone.err, HasSubstr("four.json"));
}

TEST_F(ReviewTest, AnAnswerThatIsNoCommandCannotBeAccepted) {
  runs_.scripted("case $1 in who) exit 3;; list) echo ls;; where) echo pwd;; when) echo date;; esac");
  EXPECT_THAT(review(runs_, "a\nq\n").out, HasSubstr("not possible: the tool gave no command (failed)"));
}

TEST_F(ReviewTest, KeepsALinkAndWhoMayReadTheFile) {
  runs_.program().bash("mv four.json real.json; chmod 600 real.json; ln -s real.json four.json");
  review(runs_, "a\n");
  EXPECT_EQ(runs_.program().bash("stat -c %a real.json; readlink four.json").out, "600\nreal.json\n");
  EXPECT_THAT(runs_.program().read("real.json"), HasSubstr("[\"cal\"]"));
}

TEST_F(ReviewTest, TheTerminalGetsNothingOfATool) {
  runs_.recorded({{"list", "ls"}, {"where", "pwd"}, {"when", "date"}, {"who", "echo \x1b[2J"}});
  EXPECT_THAT(review(runs_, "a\nq\n").out, Not(HasSubstr("\x1b")));
}

TEST_F(ReviewTest, DecisionsOfAFileAreApplied) {
  const auto ran = apply({{{"case", "set/when"}, {"generated", "cal"}, {"decision", "accept"}},
                          {{"case", "set/who"}, {"generated", "uname"}, {"decision", "wrong"}}});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, EndsWith("2 decisions applied, 0 refused\n"));
  EXPECT_EQ(diff(runs_), "1\t0\tbefore.json => four.json\n");
  EXPECT_THAT(labels(), HasSubstr("set/who"));
}

TEST_F(ReviewTest, DecisionsThatDoNotFitTheRunAreRefusedOneByOne) {
  const auto ran = apply({{{"case", "set/when"}, {"generated", "date -u"}, {"decision", "accept"}},
                          {{"case", "set/list"}, {"generated", "ls"}, {"decision", "accept"}},
                          {{"case", "set/who"}, {"generated", "uname"}, {"decision", "accept"}}});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("refused: set/when: the run has another answer"),
                             HasSubstr("refused: set/list: the run has no such miss")));
  EXPECT_THAT(ran.out, EndsWith("1 decision applied, 2 refused\n"));
  EXPECT_THAT(dataset(), HasSubstr("[\"uname\"]"));
}

TEST_F(ReviewTest, AFileThatHoldsNoDecisionsIsNamed) {
  runs_.program().file("x.json",
                       "{\"run_id\": \"\", \"decisions\": [\n{\"case\": \"a\", \"decision\": \"yes\"}]}");
  EXPECT_THAT(runs_.run({"review", "--apply", "x.json"}).err,
              HasSubstr("x.json:2: error: \"yes\" is neither accept, wrong nor skip"));
  runs_.program().file("x.json", "[]");
  EXPECT_THAT(runs_.run({"review", "--apply", "x.json"}).err, HasSubstr("has no list \"decisions\""));
}

TEST(ShowCaseTest, IsACaseWhole) {
  const Runs runs;
  runs.scripted("echo uname; echo \"asked $1\" >&2", {"--repeat", "2"});
  const auto shown = runs.run({"show", "latest", "--case", "who"});
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("set/who  four.json:"), HasSubstr("prompt\n    | who\n"),
                               HasSubstr("accepted\n    | whoami\n"), HasSubstr("answer\n    | uname\n"),
                               HasSubstr("  exact: undecided"), HasSubstr("stderr\n    | asked who\n"),
                               HasSubstr("attempt 1"), HasSubstr("attempt 2")));
  EXPECT_EQ(runs.run({"show", "--case", "set/who"}).out, shown.out);
  EXPECT_EQ(runs.run({"show", "--case", "set.who"}).out, shown.out);
  const auto json = runs.run({"show", "--case", "who", "--json"}).out;
  EXPECT_EQ(OrderedJson::parse(json.substr(0, json.find('\n'))).at("id"), "who");
  const auto none = runs.run({"show", "--case", "nobody"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("has no result of a case nobody"));
}

TEST(OpenTest, HandsThePageToTheBrowser) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--output", "out"});
  runs.program().file("browser", "cp \"$1\" seen.html\n");
  const std::string browser = "TMPDIR=$PWD BROWSER='sh browser %s' ";
  const auto ran = runs.program().bash(browser + "$assay open");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(runs.program().bash("cmp seen.html out/runs/latest/report.html").status, 0);
  const auto there = runs.program().bash(browser + "$assay open out/runs/latest");
  EXPECT_THAT(there.out, EndsWith("/out/runs/latest/report.html\n"));
}

TEST(OpenTest, WithoutABrowserSaysWhereThePageIs) {
  const Runs runs;
  runs.recorded(kTwoRight);
  const auto ran = runs.program().bash("TMPDIR=$PWD BROWSER=no-such-browser $assay open");
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("no browser could be started"));
  EXPECT_THAT(runs.program().bash("cat \"" + ran.out.substr(0, ran.out.find('\n')) + "\"").out,
              HasSubstr("<!DOCTYPE html>"));
}

}  // namespace
}  // namespace assay
