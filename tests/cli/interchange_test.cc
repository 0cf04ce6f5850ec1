// SPDX-License-Identifier: Apache-2.0
// Reports for other programs, as the assay program prints them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class InterchangeTest : public testing::Test {
 protected:
  InterchangeTest()
      : right_(Runs::id_in(runs_.recorded(kAllRight))), half_(Runs::id_in(runs_.recorded(kTwoRight))) {}
  std::string report(const std::string& format) const {
    const Ran ran = runs_.run({"report", half_, "--format", format});
    EXPECT_EQ(ran.status, 0) << ran.err;
    return ran.out;
  }
  Runs runs_;
  std::string right_;
  std::string half_;
};

TEST_F(InterchangeTest, ARunAsCtrf) {
  const json summary = json::parse(report("ctrf"))["results"]["summary"];
  EXPECT_EQ(summary["tests"], 5) << "four cases and the gate";
  EXPECT_EQ(summary["failed"], 3);
  EXPECT_LT(summary["start"], summary["stop"].get<std::int64_t>() + 1);
}

TEST_F(InterchangeTest, RedCasesAtTheirLines) {
  EXPECT_THAT(report("annotations"),
              AllOf(StartsWith("::error file=four.json,line="), HasSubstr("title=set.when::")));
  EXPECT_EQ(json::parse(report("code-quality"))[0]["location"]["path"], "four.json");
  EXPECT_EQ(json::parse(report("sarif"))["runs"][0]["results"].size(), 2u);
}

TEST_F(InterchangeTest, TheOtherFormatsOfARun) {
  EXPECT_THAT(report("junit"), StartsWith("<?xml"));
  EXPECT_EQ(report("step-summary"), report("markdown"));
}

TEST_F(InterchangeTest, TheHelpNamesEveryFormat) {
  EXPECT_THAT(
      runs_.run({"report", "--help"}).out,
      HasSubstr("One report on standard output: markdown, junit, ctrf, step-summary, annotations, sarif, "
                "code-quality, trec-run, trec-qrels, trec-topics, beir-run, beir-qrels, beir-queries\n"));
}

TEST_F(InterchangeTest, ARunOfCommandsHasNoTrecFiles) {
  const Ran ran = runs_.run({"report", half_, "--format", "trec-run"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no query"));
}

TEST_F(InterchangeTest, AFormatThatThereIsNotIsACommandLineFault) {
  EXPECT_EQ(runs_.run({"report", half_, "--format", "pdf"}).status, 3);
  EXPECT_EQ(runs_.run({"report", half_, "--format", "ctrf", "--output", "out"}).status, 3);
}

TEST_F(InterchangeTest, AComparisonListsRegressionsAloneAndKeepsItsGate) {
  const Ran worse =
      runs_.run({"compare", right_, half_, "--format", "annotations", "--fail-on", "regression"});
  EXPECT_EQ(worse.status, 1);
  EXPECT_THAT(worse.out, AllOf(StartsWith("::error file=four.json,line="), HasSubstr("title=set.who::")));
  EXPECT_EQ(runs_.run({"compare", half_, right_, "--format", "code-quality"}).out, "[]\n");
}

TEST_F(InterchangeTest, RegressionsOfABaselineAreAtItsFile) {
  runs_.program().file("base.json", R"({"suite": "set", "run_id": "accepted", "passed": ["set.list"]})");
  const Ran ran = runs_.run({"compare", right_, "base.json", "--format", "code-quality"});
  const json found = json::parse(ran.out);
  ASSERT_EQ(found.size(), 3u) << ran.out << ran.err;
  EXPECT_EQ(found[0]["location"]["path"], "base.json");
}

TEST_F(InterchangeTest, FindingsOfLintAndItsStatus) {
  runs_.program().file("bad.json", runs_.program().read("four.json").replace(0, 1, "{\"nmae\": 1, "));
  const Ran bad = runs_.run({"lint", "bad.json", "--format", "sarif"});
  EXPECT_EQ(bad.status, 1);
  EXPECT_EQ(json::parse(bad.out)["runs"][0]["results"][0]["level"], "error");
  const Ran sound = runs_.run({"lint", "four.json", "--format", "code-quality"});
  EXPECT_EQ(sound.status, 0);
  EXPECT_EQ(sound.out, "[]\n");
}

}  // namespace
}  // namespace assay
