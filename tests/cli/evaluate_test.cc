// SPDX-License-Identifier: Apache-2.0
// `assay evaluate`, on a tiny model whose cosines mean nothing: its input, output, messages and errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "made_model.h"
#include "program.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kExamples =
    "{\"instruction\": \"list\", \"expected\": \"ls\", \"generated\": \"ls \", \"id\": 7}\n"
    "\n"
    "{\"instruction\": \"list all\", \"expected\": \"ls -l -a\", \"generated\": \"ls -la\"}\n"
    "{\"instruction\": \"where\", \"expected\": \"pwd\", \"generated\": \"find / -name x\"}\n";

class EvaluateTest : public testing::Test {
 protected:
  EvaluateTest() {
    tests::make_model({.family = tests::MadeModel::Family::roberta}).write(program_.folder() / "model");
    program_.file("pairs.jsonl", kExamples);
  }
  Ran run(std::vector<std::string> more) {
    more.insert(more.begin(), {"evaluate", "--data", "pairs.jsonl"});
    return program_.run(more);
  }
  std::vector<json> results() {
    std::vector<json> rows;
    std::istringstream lines(program_.read("out/results.jsonl"));
    for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
    return rows;
  }
  Program program_;
};

TEST_F(EvaluateTest, SaysHowManyAreFunctionallyEquivalent) {
  const auto ran = run({"--model", "model", "--threshold", "1", "--output-dir", "out"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("Loaded 3 examples; similarity threshold 1.00"),
                    HasSubstr("Exact match rate:      1/3 = 33.3 %"), HasSubstr("Functional match rate: 1/3"),
                    HasSubstr("Average similarity:    0."), HasSubstr("out/results.jsonl")));
  EXPECT_EQ(ran.err, "") << "progress is for terminals";
  const auto rows = results();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["exact_match"], true);
  EXPECT_EQ(rows[0]["functionally_equivalent"], true);
  EXPECT_EQ(rows[1]["exact_match"], false);
  EXPECT_EQ(rows[1]["functionally_equivalent"], false);
  EXPECT_TRUE(rows[1]["semantic_similarity"].is_number());
  EXPECT_TRUE(rows[1]["llm_judge_match"].is_null());
  EXPECT_EQ(rows[1]["similarity_threshold"], 1.0);
  const auto metrics = json::parse(program_.read("out/metrics.json"));
  EXPECT_EQ(metrics["total"], 3);
  EXPECT_NEAR(metrics["exact_match_rate"].get<double>(), 1.0 / 3, 1e-9);
  EXPECT_EQ(metrics["measured"]["semantic"], 3);
  EXPECT_EQ(metrics["threshold"], 1.0);
}

TEST_F(EvaluateTest, ProvesWhatTextCanProve) {
  const auto ran = run({"--profile", "text", "--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto metrics = json::parse(ran.out);
  EXPECT_NEAR(metrics["functional_match_rate"].get<double>(), 2.0 / 3, 1e-9);
  EXPECT_TRUE(metrics["avg_similarity"].is_null());
}

TEST_F(EvaluateTest, SaysNullOfWhatIsNotMeasured) {
  const auto ran = run({"--output-dir", "out"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("2 of 3 examples have no verdict; of the first: not measured: no similarity model"));
  EXPECT_TRUE(results().at(1)["functionally_equivalent"].is_null());
  const auto metrics = json::parse(program_.read("out/metrics.json"));
  EXPECT_TRUE(metrics["semantic_match_rate"].is_null());
  EXPECT_EQ(metrics["functional_match_rate"], 1.0);
  EXPECT_EQ(metrics["measured"]["functional"], 1);
}

TEST_F(EvaluateTest, MeasuresNothingByAModelThatDoesNotLoad) {
  program_.file("model/config.json", "{}");
  const auto ran = run({"--model", "model"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("config.json"));
}

TEST_F(EvaluateTest, AsksNoServerWhereOnlyTheCacheMayAnswer) {
  const auto ran = run({"--judge", "http://127.0.0.1:1/v1", "--judge-model", "m", "--judge-cache", "only"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no server is asked"));
  // Pairs proven by rules need no judge.
  EXPECT_THAT(ran.out, HasSubstr("Functional match rate: 2/2"));
}

TEST_F(EvaluateTest, NamesTheLineThatIsNoExample) {
  for (const auto& [line, what] :
       {std::pair{"{\"instruction\": \"x\", \"expected\": \"ls\"}", "no \"generated\""},
        {"{\"instruction\": 1, \"expected\": \"ls\", \"generated\": \"ls\"}", "not a string"},
        {"{", "pairs.jsonl:5"},
        {"[]", "pairs.jsonl:5"}}) {
    program_.file("pairs.jsonl", std::string(kExamples) + line + "\n");
    const auto ran = run({"--profile", "text"});
    EXPECT_EQ(ran.status, 2) << line;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("pairs.jsonl:5"), HasSubstr(what)));
  }
  program_.file("pairs.jsonl", "\n");
  EXPECT_THAT(run({}).err, HasSubstr("holds no examples"));
}

TEST_F(EvaluateTest, RefusesAJudgeThatIsNone) {
  EXPECT_EQ(run({"--judge-model", "m"}).status, 3);
  EXPECT_EQ(run({"--threshold", "2"}).status, 3);
  EXPECT_THAT(run({"--judge", "http://h"}).err, HasSubstr("--judge-model"));
  EXPECT_THAT(run({"--judge", "http://me:secret@h", "--judge-model", "m"}).err,
              HasSubstr("not the address of a judge"));
  EXPECT_THAT(run({"--judge", "http://h", "--judge-model", "m", "--max-cost", "1"}).err,
              HasSubstr("--judge-price"));
  EXPECT_THAT(run({"--judge", "http://h", "--judge-model", "m", "--judge-price", "1"}).err,
              HasSubstr("is not a price"));
}

}  // namespace
}  // namespace assay
