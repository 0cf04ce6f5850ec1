// SPDX-License-Identifier: Apache-2.0
// Runs of golden queries, as the program stores, shows, grades and compares them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* kGolden =
    R"({"name": "golden", "version": "1", "notes": "empty expected_doc_ids = refuse",
"queries": [
{"id": "one", "query": "one", "expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"]},
{"id": "two", "query": "two", "expected_doc_ids": ["a.md"], "expected_chunk_ids": ["a.md#x"]},
{"id": "pizza", "query": "pizza", "expected_doc_ids": []}]})";

constexpr const char* kGood =
    R"({"id": "one", "hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}], "answer": "yes", "grounded": true}
{"id": "two", "hits": [{"chunk_id": "b.md#y", "doc_id": "b.md"}, {"chunk_id": "a.md#x", "doc_id": "a.md"}]}
{"id": "pizza", "hits": [], "grounded": false}
)";
constexpr const char* kWorse =
    R"({"id": "one", "hits": [{"chunk_id": "b.md#y", "doc_id": "b.md"}], "answer": "yes", "grounded": true}
{"id": "two", "hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}]}
{"id": "pizza", "hits": [], "grounded": false}
)";

class QueriesTest : public testing::Test {
 protected:
  QueriesTest() {
    runs_.program().file("golden.json", kGolden);
    runs_.program().file("good.jsonl", kGood);
    runs_.program().file("worse.jsonl", kWorse);
  }
  Ran run(const std::string& recorded, std::vector<std::string> further = {}) const {
    further.insert(further.begin(), {"run", "--dataset", "golden.json", "--recorded", recorded});
    return runs_.run(further);
  }
  const Runs runs_;
};

TEST_F(QueriesTest, ARunPrintsItsFigures) {
  const auto ran = run("good.jsonl");
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("3 pass, 0 miss, 0 unmeasured"),
                             ContainsRegex("hit_at_k +0.5000 +1.0000 +1.0000 +1.0000 +2"),
                             ContainsRegex("refusal_correctness +1.0000 +1")));
  EXPECT_EQ(runs_.run({"show"}).out + "store assay.db\n", ran.out);
}

TEST_F(QueriesTest, JsonHasTheMetrics) {
  const auto metrics = Json::parse(run("good.jsonl", {"--json"}).out);
  EXPECT_EQ(metrics.at("retrieval").at("mrr"), 0.75);
  EXPECT_EQ(metrics.at("run").at("levels"), Json({"contains", "hit@10"}));
  EXPECT_EQ(metrics.at("posix_share"), nullptr);
}

TEST_F(QueriesTest, ReportsHaveOneLineAQuery) {
  EXPECT_EQ(run("good.jsonl", {"--output", "out"}).status, 0);
  EXPECT_THAT(runs_.program().read("out/runs/latest/per_query.jsonl"), HasSubstr("\"query_id\":\"two\""));
  EXPECT_THAT(runs_.run({"report"}).out, HasSubstr("| mrr | 0.7500 |"));
}

TEST_F(QueriesTest, AFolderIsTakenOver) {
  run("good.jsonl", {"--output", "out"});
  const auto imported = runs_.run({"import", "out/runs/latest", "--store", "other.db"});
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_THAT(imported.out, HasSubstr("3 results added"));
  const auto shown = Json::parse(runs_.run({"show", "other.db", "--json"}).out);
  EXPECT_EQ(shown.at("retrieval").at("hit_at_k").at("1"), 0.5);
}

TEST_F(QueriesTest, AreGradedAgainByOtherLevels) {
  run("good.jsonl");
  const auto again = runs_.run({"regrade", "latest", "--levels", "hit@1"});
  EXPECT_EQ(again.status, 1) << again.err;
  EXPECT_THAT(again.out, HasSubstr("a.md#x is at rank 2, below the top 1"));
  const auto wrong = runs_.run({"regrade", "latest", "--levels", "exact"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("the grading level \"exact\" cannot grade one, which is a query"));
}

TEST_F(QueriesTest, AreComparedByRank) {
  run("good.jsonl");
  run("worse.jsonl", {"--min-mean", "0"});
  const auto compared = runs_.run({"compare", "latest~1", "latest", "--json", "--fail-on", "regression"});
  EXPECT_EQ(compared.status, 1) << compared.err;
  const auto report = Json::parse(compared.out);
  EXPECT_EQ(report.at("counts").at("regression"), 1);
  EXPECT_EQ(report.at("counts").at("win"), 1);
  EXPECT_EQ(report.at("deltas").at("chunker_version_match"), "exact");
}

TEST_F(QueriesTest, WhatCouldNotBeAskedIsInNoFigureAndHoldsNoGate) {
  run("good.jsonl");
  const std::string good = kGood;
  const auto second = good.find('\n') + 1;
  runs_.program().file("part.jsonl", good.substr(0, second) + good.substr(good.find('\n', second) + 1));
  const auto ran = run("part.jsonl", {"--output", "out"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("3 queries, 0 failed, 1 unmeasured"),
                             ContainsRegex("hit_at_k +1.0000 +1.0000 +1.0000 +1.0000 +1")));
  EXPECT_THAT(runs_.run({"report"}).out, HasSubstr("3 queries, 0 failed, 1 unmeasured."));
  std::istringstream rows(runs_.program().read("out/runs/latest/per_query.jsonl"));
  for (std::string line; std::getline(rows, line);) {
    const auto row = Json::parse(line);
    const bool asked = row.at("query_id") != "two";
    EXPECT_EQ(row.at("hits").is_null(), !asked) << line;
    EXPECT_EQ(row.at("failed"), false) << line;
    if (!asked) {
      EXPECT_EQ(row.at("reciprocal_rank"), nullptr);
      EXPECT_EQ(row.at("ndcg_at_k").at("10"), nullptr);
    }
  }
  const auto compared = runs_.run({"compare", "latest~1", "latest", "--fail-on", "regression"});
  EXPECT_EQ(compared.status, 2) << compared.err;
  EXPECT_THAT(compared.out, AllOf(HasSubstr("over the 2 cases measured in both"),
                                  HasSubstr("1 case that passed in a was not measured in b (golden.two)")));
}

TEST_F(QueriesTest, AnAnswerThatSaysTheWrongThingRegressed) {
  std::string golden = kGolden;
  golden.replace(golden.find("}"), 1, R"(, "must_contain": ["yes"]})");
  runs_.program().file("golden.json", golden);
  std::string wrong = kGood;
  wrong.replace(wrong.find("yes"), 3, "no");
  runs_.program().file("wrong.jsonl", wrong);
  run("good.jsonl");
  run("wrong.jsonl");
  const auto compared = runs_.run({"compare", "latest~1", "latest", "--fail-on", "regression"});
  EXPECT_EQ(compared.status, 1) << compared.err;
  EXPECT_THAT(compared.out,
              HasSubstr("regression golden.one: rank 1 -> rank 1 (passed in a, misses in b: contains)"));
}

TEST_F(QueriesTest, ALintFindsAQuestionThatIsAskedTwice) {
  std::string twice = kGolden;
  twice.replace(twice.find("\"query\": \"two\""), 14, "\"query\": \"One \"");
  runs_.program().file("twice.json", twice);
  EXPECT_EQ(runs_.run({"lint", "golden.json"}).status, 0);
  EXPECT_THAT(runs_.run({"lint", "twice.json"}).out, HasSubstr("the question of one again (line 3)"));
}

TEST_F(QueriesTest, ALintFindsEveryRepetitionOfAQuestion) {
  std::string thrice = kGolden;
  thrice.replace(thrice.find("\"query\": \"two\""), 14, "\"query\": \"one\"");
  thrice.replace(thrice.find("\"query\": \"pizza\""), 16, "\"query\": \"one\"");
  runs_.program().file("thrice.json", thrice);
  const auto ran = runs_.run({"lint", "thrice.json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("4: warning: case two: the question of one again (line 3) [duplicate]"),
                    HasSubstr("5: error: case pizza: the question of one again (line 3), with other "
                              "documents [contradiction]")));
}

TEST_F(QueriesTest, ALintComparesDocumentsWithoutTheirOrder) {
  runs_.program().file("twice.json",
                       R"({"name": "golden", "version": "1", "notes": "empty expected_doc_ids = refuse",
"queries": [
{"id": "one", "query": "one", "expected_doc_ids": ["a.md", "b.md"]},
{"id": "two", "query": "one", "expected_doc_ids": ["b.md", "a.md"]}]})");
  const auto ran = runs_.run({"lint", "twice.json"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("case two: the question of one again (line 3) [duplicate]"));
}

TEST_F(QueriesTest, CommandsAndQueriesAreNoRun) {
  const auto ran = runs_.run({"run", "--dataset", "four.json", "golden.json", "--recorded", "good.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("golden.json:1: error: a dataset of golden queries in a suite of commands"));
}

}  // namespace
}  // namespace assay
