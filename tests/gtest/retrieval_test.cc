// SPDX-License-Identifier: Apache-2.0
// A suite of golden queries, from its dataset to its reports.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kGolden = R"({
  "name": "golden", "version": "1.0.0",
  "notes": "empty expected_doc_ids = the tool should refuse",
  "queries": [
    {"id": "first", "query": "first", "expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"],
     "must_contain": ["30 s"], "category": "limits", "difficulty": "easy", "group": "time", "tags": ["basic"]},
    {"id": "second", "query": "second", "expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"],
     "difficulty": "hard", "timeout_s": 7},
    {"id": "wrong", "query": "wrong", "expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"]},
    {"id": "pizza", "query": "pizza", "expected_doc_ids": []}
  ]
}
)";

constexpr const char* kTool = R"sh(
a='{"chunk_id": "a.md#x", "doc_id": "a.md", "score": 2}'
b='{"chunk_id": "b.md#y", "doc_id": "b.md", "score": 1}'
cite='"citations": [{"chunk_id": "a.md#x", "doc_id": "a.md"}], "grounded": true'
case "$1" in
  first) echo "{\"hits\": [$a, $b], \"answer\": \"after 30 s\", $cite}";;
  second) echo "{\"hits\": [$b, $a], \"answer\": \"yes\", $cite}";;
  pizza) echo "{\"hits\": [$b], \"answer\": \"I do not know\", \"grounded\": false}";;
  *) echo "{\"hits\": [$b], \"answer\": \"no\", \"citations\": [{\"doc_id\": \"c.md\"}], \"grounded\": true}";;
esac)sh";

class RetrievalTest : public testing::Test {
 protected:
  RetrievalTest() {
    project.file("golden.json", kGolden);
    project.tool(kTool);
    project.file("corpus.txt", "a.md\na.md#x\nb.md\nb.md#y\n");
  }
  void configure(const std::string& options, const std::string& answer = "retrieval") {
    project.cmake_lists("assay_add_suite(NAME demo DATASETS golden.json TOOL ./tool.sh ANSWER " + answer +
                        " " + options + ")\n");
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  Project project;
};

TEST_F(RetrievalTest, EachQueryIsATestWithLabelsLineAndTimeout) {
  configure("");
  const auto listed = nlohmann::json::parse(project.ctest("--show-only=json-v1").output);
  std::map<std::string, std::map<std::string, nlohmann::json>> tests;
  for (const auto& test : listed.at("tests"))
    for (const auto& property : test.at("properties"))
      tests[test.at("name")][property.at("name")] = property.at("value");
  EXPECT_EQ(tests.at("demo.golden.first").at("LABELS"),
            nlohmann::json({"basic", "category:limits", "demo", "difficulty:easy", "group:time"}));
  EXPECT_EQ(tests.at("demo.golden.wrong").at("LABELS"), nlohmann::json({"demo"}));
  EXPECT_EQ(tests.at("demo.golden.second").at("TIMEOUT"), 22.0);
  std::map<std::string, int> lines;
  for (const auto& test : listed.at("tests"))
    if (test.contains("backtrace"))
      lines[test.at("name")] =
          listed.at("backtraceGraph").at("nodes").at(test.at("backtrace").get<std::size_t>()).at("line");
  EXPECT_EQ(lines.at("demo.golden.second"), project.line_of("golden.json", "\"second\""));
}

TEST_F(RetrievalTest, AMissIsRedAtItsLineAndSaysWhatWasFound) {
  configure("");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.first \\.+ +Passed"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.second \\.+ +Passed"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.pizza \\.+ +Passed"));
  EXPECT_THAT(ran.output,
              HasSubstr("golden.json:" + std::to_string(project.line_of("golden.json", "\"wrong\"")) +
                        ": error: score 0.00 < 0.80 (hit@10): chunk a.md#x is not among the 1 hits"));
  EXPECT_THAT(ran.output, HasSubstr("found:     1. b.md b.md#y"));
}

TEST_F(RetrievalTest, TheMeanGateToleratesIt) {
  configure("GATE mean MIN_MEAN 0.7");
  const auto ran = project.ctest("-V");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.wrong \\.+\\*+Skipped"));
  EXPECT_THAT(ran.output, HasSubstr("gate mean: mean score 0.7500 >= 0.70"));
}

TEST_F(RetrievalTest, MetricsHaveAnN) {
  configure("CORPUS corpus.txt");
  project.ctest();
  const auto metrics = project.json(project.latest() / "metrics.json").at("retrieval");
  EXPECT_EQ(metrics.at("hit_at_k"),
            nlohmann::json({{"1", 0.3333}, {"3", 0.6667}, {"5", 0.6667}, {"10", 0.6667}}));
  EXPECT_EQ(metrics.at("mrr"), 0.5);
  EXPECT_EQ(metrics.at("recall_at_k_doc").at("1"), 0.3333);
  EXPECT_EQ(metrics.at("citation_coverage"), 0.6667) << "c.md is not in the corpus";
  EXPECT_EQ(metrics.at("groundedness"), 1.0);
  EXPECT_EQ(metrics.at("empty_result_rate"), 0.0);
  EXPECT_EQ(metrics.at("refusal_correctness"), 1.0);
  EXPECT_EQ(metrics.at("n").at("mrr"), 3);
  EXPECT_EQ(metrics.at("n").at("groundedness"), 1);
  EXPECT_EQ(metrics.at("n").at("refusal_correctness"), 1);
  EXPECT_EQ(metrics.at("total_queries"), 4);
  EXPECT_EQ(metrics.at("by_difficulty").at("hard").at("mrr"), 0.5);
}

TEST_F(RetrievalTest, TheRunFolderHasPerQueryLinesAndReports) {
  configure("GATE mean MIN_MEAN 0.7");
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output, ContainsRegex("hit_at_k +0.3333 +0.6667 +0.6667 +0.6667 +3"));
  std::istringstream lines(project.read(project.latest() / "per_query.jsonl"));
  std::map<std::string, nlohmann::json> rows;
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line);
    rows.emplace(row.at("query_id"), row);
  }
  EXPECT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows.at("second").at("chunk_rank"), 2);
  EXPECT_EQ(rows.at("second").at("reciprocal_rank"), 0.5);
  EXPECT_EQ(rows.at("wrong").at("chunk_rank"), nullptr);
  EXPECT_EQ(rows.at("pizza").at("refused"), true);
  EXPECT_EQ(rows.at("pizza").at("recall_at_k_doc").at("10"), nullptr);
  const auto report = project.read(project.latest() / "report.md");
  EXPECT_THAT(report, AllOf(HasSubstr("## Retrieval"), HasSubstr("| hit_at_k | 0.3333 | 0.6667"),
                            Not(HasSubstr("By risk level"))));
  EXPECT_THAT(project.read(project.latest() / "junit.xml"), HasSubstr("tests=\"4\""));
  EXPECT_EQ(project.json(project.latest() / "run.json").at("levels"), nlohmann::json({"contains", "hit@10"}));
}

TEST_F(RetrievalTest, TheCutOffIsALevel) {
  configure("LEVELS hit@1");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.second \\.+\\*+Failed"));
  EXPECT_THAT(ran.output, HasSubstr("a.md#x is at rank 2, below the top 1"));
}

TEST_F(RetrievalTest, ALevelOfCommandsIsAnError) {
  configure("LEVELS exact");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("the grading level \"exact\" cannot grade first, which is a query"));
}

TEST_F(RetrievalTest, ASearchAloneLeavesRefusalsUnmeasured) {
  project.tool(R"sh(echo '{"hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}]}')sh");
  configure("", "search");
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.pizza \\.+\\*+Skipped"));
  EXPECT_THAT(ran.output, HasSubstr("UNMEASURED search: expected a refusal"));
  const auto metrics = project.json(project.latest() / "metrics.json").at("retrieval");
  EXPECT_EQ(metrics.at("refusal_correctness"), nullptr);
  EXPECT_EQ(metrics.at("n").at("refusal_correctness"), 0);
}

TEST_F(RetrievalTest, AToolThatSaysSomethingElseMissed) {
  project.tool("echo Sorry.");
  configure("");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_THAT(ran.output, HasSubstr("no JSON in stdout, which begins with `Sorry.`"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.pizza \\.+\\*+Failed")) << "silence is no refusal";
}

TEST_F(RetrievalTest, CommandsAndQueriesAreNoSuite) {
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json golden.json TOOL ./tool.sh)\n");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, ContainsRegex("demo.golden.DATASET_INVALID \\.+\\*+Failed"));
  EXPECT_THAT(ran.output,
              HasSubstr("golden.json:1: error: a dataset of golden queries in a suite of commands"));
}

TEST_F(RetrievalTest, AFinishedRunIsARecording) {
  configure("GATE mean MIN_MEAN 0.7");
  project.ctest();
  project.sh("cp '" + (project.latest() / "results.jsonl").string() + "' old.jsonl");
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS golden.json RECORDED old.jsonl GATE mean MIN_MEAN 0.7)\n");
  project.configure();
  const auto ran = project.ctest("-V");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("gate mean: mean score 0.7500 >= 0.70"));
  EXPECT_EQ(project.json(project.latest() / "metrics.json").at("retrieval").at("mrr"), 0.5);
}

TEST_F(RetrievalTest, OneProcessGivesTheSameFigures) {
  configure("GATE mean MIN_MEAN 0.7");
  project.ctest();
  const auto by_case = project.json(project.latest() / "metrics.json").at("retrieval");
  EXPECT_EQ(project.runner().status, 0);
  EXPECT_EQ(project.json(project.latest() / "metrics.json").at("retrieval"), by_case);
}

}  // namespace
}  // namespace assay
