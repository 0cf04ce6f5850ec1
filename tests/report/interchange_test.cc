// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/interchange.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/internal/metrics_json.h"
#include "golden.h"
#include "sample_run.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string ctrf(const Run& run) {
  const RunRows rows = rows_of(run);
  std::ostringstream out;
  write_ctrf(out, view_of(rows), rows, "/project");
  return out.str();
}

std::string sarif(const std::vector<CodeFinding>& findings) {
  std::ostringstream out;
  write_sarif(out, findings);
  return out.str();
}

std::string code_quality(const std::vector<CodeFinding>& findings) {
  std::ostringstream out;
  write_code_quality(out, findings);
  return out.str();
}

std::string annotations(const std::vector<CodeFinding>& findings) {
  std::ostringstream out;
  write_annotations(out, findings);
  return out.str();
}

std::vector<CodeFinding> red_cases_of(const Run& run) {
  return seen_from(red_cases(rows_of(run)), "/project");
}

CodeFinding finding(std::string what, bool is_error = true) {
  return {.where = {"set.json", 3}, .rule = "duplicate", .is_error = is_error, .what = std::move(what)};
}

// Queries of a search: found first, found third beside a better one, found nowhere, with an id of two words,
// and not asked at all.
Run searches() {
  Run run;
  run.info.run_id = "0197c0de-0000-7000-8000-000000000001";
  run.info.suite = "retrieval";
  run.info.tool = "search it";
  run.info.datasets = {{"golden", "1.0", std::string(64, 'b'), "golden.json", 4}};
  run.info.expected = 4;
  const auto add = [&](std::string id, std::vector<Judgement> judged, std::vector<std::string> documents) {
    Result result;
    result.asked.dataset = "golden";
    result.asked.id = result.asked.name = std::move(id);
    result.asked.retrieval.emplace();
    for (const Judgement& each : judged) result.asked.retrieval->expected_doc_ids.push_back(each.doc_id);
    result.asked.retrieval->judgements = std::move(judged);
    result.answer.ending = Ending::answered;
    auto& answer = result.answer.retrieval.emplace();
    for (std::size_t i = 0; i < documents.size(); ++i)
      answer.hits.push_back({"c" + std::to_string(i), documents[i], {}});
    result.grade.status = Status::miss;
    run.results.push_back(std::move(result));
  };
  add("first", {{"guide", 1}}, {"guide", "guide", "notes"});
  add("third", {{"guide", 1}, {"notes", 2}}, {"other", "guide", "notes"});
  add("two words", {{"my guide", 1}}, {"other"});
  add("not asked", {{"guide", 1}}, {});
  run.results.back().answer = {};
  run.results.back().answer.ending = Ending::unavailable;
  run.results.back().grade.status = Status::unmeasured;
  return run;
}

template <typename Write>
std::string written(Write write, const Run& run) {
  std::ostringstream out;
  write(out, rows_of(run));
  return out.str();
}

TEST(CtrfTest, HasEveryCaseAndTheGate) { EXPECT_TRUE(is_golden(ctrf(sample_run()), "ctrf.json")); }

TEST(CtrfTest, WhatWasNotMeasuredNeitherFailedNorPassed) {
  const json report = json::parse(ctrf(sample_run()));
  int unmeasured = 0;
  for (const json& test : report["results"]["tests"])
    if (test["rawStatus"] == "unmeasured") {
      ++unmeasured;
      EXPECT_EQ(test["status"], "skipped") << test;
      EXPECT_EQ(test["extra"]["score"], nullptr);
    }
  EXPECT_GT(unmeasured, 0);
}

TEST(CtrfTest, AMissThatTheGateToleratesIsNoFailure) {
  assay::Run run = sample_run();
  run.info.gate = assay::Gate::mean;
  const json summary = json::parse(ctrf(run))["results"]["summary"];
  EXPECT_EQ(summary["failed"], 1) << "the gate itself";
  EXPECT_EQ(summary["other"], 4);
}

TEST(CtrfTest, StaysJsonWhateverAToolPrinted) {
  EXPECT_TRUE(is_golden(ctrf(hostile_run()), "ctrf-hostile.json"));
}

TEST(SarifTest, NamesEveryRedCaseAtItsLine) {
  EXPECT_TRUE(is_golden(sarif(red_cases_of(sample_run())), "sarif.json"));
}

TEST(SarifTest, ErrorsComeFirst) {
  const json results = json::parse(sarif({finding("a", false), finding("b")}))["runs"][0]["results"];
  EXPECT_EQ(results[0]["level"], "error");
  EXPECT_EQ(results[1]["level"], "warning");
}

TEST(SarifTest, EqualFindingsAreToldApart) {
  const json results = json::parse(sarif({finding("a"), finding("a")}))["runs"][0]["results"];
  EXPECT_NE(results[0]["partialFingerprints"], results[1]["partialFingerprints"]);
}

TEST(SarifTest, AFingerprintLastsWhereLinesMove) {
  CodeFinding moved = finding("a");
  moved.where.line = 30;
  const auto print = [](const CodeFinding& each) {
    return json::parse(sarif({each}))["runs"][0]["results"][0]["partialFingerprints"];
  };
  EXPECT_EQ(print(finding("a")), print(moved));
  CodeFinding other = finding("a"), other_moved = finding("a");
  other.what = "the prompt of case b again (line 9), which has 2 answers";
  other_moved.what = "the prompt of case b again (line 12), which has 2 answers";
  EXPECT_EQ(print(other), print(other_moved)) << "nor where those of the case that it names do";
  other_moved.what = "the prompt of case b again (line 12), which has 3 answers";
  EXPECT_NE(print(other), print(other_moved));
}

TEST(SarifTest, AFingerprintOfAMissLastsWhateverTheToolAnswers) {
  const auto prints = [](const std::string& answer) {
    auto run = sample_run();
    for (Result& each : run.results) {
      each.answer.command = answer;
      each.grade.why = answer;
    }
    const json log = json::parse(sarif(red_cases_of(run)));
    json found = json::array();
    for (const json& each : log["runs"][0]["results"]) found.push_back(each["partialFingerprints"]);
    return found;
  };
  EXPECT_FALSE(prints("ls").empty());
  EXPECT_EQ(prints("ls"), prints("cat /etc/passwd"));
}

TEST(SarifTest, FilesAreUris) {
  CodeFinding odd = finding("a");
  odd.where.file = "sets/a b%.json";
  EXPECT_THAT(sarif({odd}), HasSubstr("sets/a%20b%25.json"));
}

TEST(CodeQualityTest, NamesEveryRedCaseAtItsLine) {
  EXPECT_TRUE(is_golden(code_quality(red_cases_of(sample_run())), "code-quality.json"));
}

TEST(CodeQualityTest, NothingFoundIsAnEmptyList) { EXPECT_EQ(code_quality({}), "[]\n"); }

TEST(AnnotationsTest, NameEveryRedCaseAtItsLine) {
  EXPECT_TRUE(is_golden(annotations(red_cases_of(sample_run())), "annotations.txt"));
}

TEST(AnnotationsTest, NothingInATextStartsACommand) {
  CodeFinding hostile = finding("50 %\n::error::owned\r");
  hostile.where.file = "a,b:c.json";
  const std::string text = annotations({hostile});
  EXPECT_THAT(text, HasSubstr("file=a%2Cb%3Ac.json,"));
  EXPECT_THAT(text, HasSubstr("50 %25"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 1) << text;
}

TEST(AnnotationsTest, PastTenTheyAreCounted) {
  const std::vector<CodeFinding> findings(13, finding("a"));
  const std::string text = annotations(findings);
  EXPECT_EQ(std::ranges::count(text, '\n'), 11);
  EXPECT_THAT(text, EndsWith("::and 3 more errors: they are in the report\n"));
}

TEST(StepSummaryTest, WhatFitsIsUntouched) { EXPECT_EQ(step_summary("# a\n\ntext\n"), "# a\n\ntext\n"); }

TEST(StepSummaryTest, IsCutInFrontOfAHeading) {
  const std::string text = "# a\n\n" + std::string(300, 'x') + "\n\n## b\n\n" + std::string(900, 'y') + "\n";
  const std::string cut = step_summary(text, 1'000);
  EXPECT_LE(cut.size(), 1'000u);
  EXPECT_THAT(cut, HasSubstr("xxx"));
  EXPECT_THAT(cut, Not(HasSubstr("## b")));
  EXPECT_THAT(cut, HasSubstr("are left out"));
}

TEST(StepSummaryTest, AFoldThatIsCutIsClosed) {
  const std::string cut = step_summary("<details>\n" + std::string(2'000, 'x'), 1'000);
  EXPECT_THAT(cut, HasSubstr("</details>"));
}

TEST(TrecTest, ARunIsByDocumentInTheToolsOrder) {
  EXPECT_TRUE(is_golden(written(write_trec_run, searches()), "trec-run.txt"));
}

TEST(TrecTest, JudgementsAreOfTheQueriesThatWereAsked) {
  EXPECT_TRUE(is_golden(written(write_trec_qrels, searches()), "trec-qrels.txt"));
}

// The figures that tests/report/interchange_reader_test.py has another program compute from the two files.
TEST(TrecTest, FiguresOfTheSameRun) {
  const assay::Run run = searches();
  const RunView view = view_of(rows_of(run));
  std::ostringstream out;
  write_metrics(out, run.info, view.summary, view.retrieval, view.safety);
  EXPECT_TRUE(is_golden(out.str(), "trec-metrics.json"));
}

TEST(TrecTest, ARunOfCommandsHasNone) { EXPECT_THROW(written(write_trec_run, sample_run()), Error); }

TEST(RegressionsTest, AreWhereTheCaseIs) {
  CompareReport report;
  QueryComparison query;
  query.dataset = "files";
  query.query_id = "list-all";
  query.kind = Change::regression;
  report.per_query = {query};
  const assay::Run run = sample_run();
  const RunRows rows = rows_of(run);
  const auto found = seen_from(regressions(report, &rows), "/project");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].where.file, "datasets/files.json");
  EXPECT_GT(found[0].where.line, 0);
  EXPECT_TRUE(regressions(report, nullptr)[0].where.file.empty());
  report.per_query[0].kind = Change::draw;
  EXPECT_TRUE(regressions(report, &rows).empty());
  report.per_query[0].is_new_danger = true;
  ASSERT_EQ(regressions(report, &rows).size(), 1u) << "the gate looks at these, too";
  EXPECT_EQ(regressions(report, &rows)[0].rule, "new-danger");
  report.per_query = {query};
  report.regressions = 4;
  ASSERT_EQ(regressions(report, &rows).size(), 2u);
  EXPECT_THAT(regressions(report, &rows)[1].what, StartsWith("3 more cases regressed"));
}

TEST(RegressionsTest, ThoseThatAreNotListedAreAtTheFirstDataset) {
  CompareReport report;
  report.regressions = 4;
  const assay::Run run = sample_run();
  const RunRows rows = rows_of(run);
  const auto found = seen_from(regressions(report, &rows), "/project");
  const json row = json::parse(code_quality(found))[0];
  EXPECT_EQ(row["location"]["path"], "datasets/files.json");
  EXPECT_EQ(row["location"]["lines"]["begin"], 1);
}

TEST(RegressionsTest, WithoutRowsAllAreAtTheFileThatIsNamed) {
  CompareReport report;
  report.per_query = {
      QueryComparison{.dataset = "files", .query_id = "list-all", .kind = Change::regression}};
  report.regressions = 2;
  for (const CodeFinding& each : placed_at("baseline.json", regressions(report, nullptr)))
    EXPECT_EQ(each.where.file, "baseline.json") << each.what;
}

}  // namespace
}  // namespace assay
