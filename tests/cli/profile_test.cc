// SPDX-License-Identifier: Apache-2.0
// `assay run --profile`: the levels, the question and the figures of `assay evaluate`, for a tool's answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "made_model.h"
#include "runs.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class ProfileRun : public testing::Test {
 protected:
  ProfileRun() {
    tests::make_model({.family = tests::MadeModel::Family::roberta}).write(program().folder() / "model");
  }
  json metrics() const { return json::parse(program().read("out/runs/latest/metrics.json")); }
  std::vector<json> rows() const {
    std::vector<json> found;
    std::istringstream lines(program().read("out/runs/latest/results.jsonl"));
    for (std::string line; std::getline(lines, line);) found.push_back(json::parse(line));
    return found;
  }
  const Program& program() const { return runs.program(); }
  Runs runs;
};

TEST_F(ProfileRun, SaysWhatAnEvaluationOfThePairsSays) {
  const auto ran = runs.recorded(kTwoRight, {"--profile", "exact+similarity+judge", "--threshold", "1",
                                             "--model", "model", "--output", "out"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("profile exact+similarity+judge, similarity threshold 1.00"),
                    HasSubstr("Exact match rate:      2/4 = 50.0 %"),
                    HasSubstr("Functional match rate: 2/4 = 50.0 %"), HasSubstr("question fulfils")));
  const auto found = rows();
  ASSERT_EQ(found.size(), 4u);
  std::string pairs;
  for (const auto& row : found) {
    EXPECT_EQ(row.at("instruction"), row.at("prompt"));
    pairs += json{{"instruction", row.at("instruction")},
                  {"expected", row.at("expected")},
                  {"generated", row.at("generated")}}
                 .dump() +
             "\n";
  }
  program().file("pairs.jsonl", pairs);
  runs.run(
      {"evaluate", "--data", "pairs.jsonl", "--threshold", "1", "--model", "model", "--output-dir", "pairs"});
  std::istringstream lines(program().read("pairs/results.jsonl"));
  for (const auto& row : found) {
    std::string line;
    ASSERT_TRUE(std::getline(lines, line));
    const auto pair = json::parse(line);
    for (const char* member : {"exact_match", "semantic_similarity", "semantic_match", "llm_judge_match",
                               "similarity_threshold", "functionally_equivalent"})
      EXPECT_EQ(row.at(member), pair.at(member)) << member;
  }
  const auto of_pairs = json::parse(program().read("pairs/metrics.json"));
  for (const char* member : {"total", "exact_match_rate", "semantic_match_rate", "functional_match_rate",
                             "avg_similarity", "threshold", "measured", "profile"})
    EXPECT_EQ(metrics().at(member), of_pairs.at(member)) << member;
  EXPECT_THAT(program().read("out/runs/latest/report.md"), HasSubstr("| Functional match rate | 2/4"));
}

TEST_F(ProfileRun, LeavesNullWhatWasNotMeasured) {
  auto ran = runs.recorded({{"list", "ls"}, {"where", "cd"}},
                           {"--profile", "exact+similarity+judge", "--output", "out"});
  EXPECT_EQ(ran.status, 2) << "there is no model";
  const auto found = rows();
  EXPECT_EQ(found.at(0).at("functionally_equivalent"), true);
  EXPECT_EQ(found.at(1).at("exact_match"), false);
  EXPECT_TRUE(found.at(1).at("functionally_equivalent").is_null());
  EXPECT_THAT(found.at(1).at("explanation").get<std::string>(), HasSubstr("no similarity model was named"));
  EXPECT_TRUE(found.at(2).at("exact_match").is_null()) << "nothing was recorded for it";
  EXPECT_EQ(metrics().at("measured"), json({{"exact", 2}, {"semantic", 0}, {"judge", 0}, {"functional", 1}}));
  EXPECT_TRUE(metrics().at("avg_similarity").is_null());
}

TEST_F(ProfileRun, ProvesWhatTextCanProve) {
  auto answers = kAllRight;
  answers["list"] = "ls  ";
  EXPECT_EQ(runs.recorded(answers, {"--profile", "text", "--output", "out"}).status, 0);
  EXPECT_EQ(metrics().at("profile"), "text");
  EXPECT_EQ(metrics().at("run").at("levels"), json({"exact", "whitespace", "canonical"}));
  EXPECT_EQ(metrics().at("run").at("question"), "fulfils");
}

TEST_F(ProfileRun, ARunWithoutOneHasNoneOfItsMembers) {
  runs.recorded(kAllRight, {"--output", "out"});
  EXPECT_FALSE(metrics().contains("functional_match_rate"));
  EXPECT_FALSE(rows().at(0).contains("functionally_equivalent"));
}

TEST_F(ProfileRun, IsKeptInTheStore) {
  const auto id = Runs::id_in(runs.recorded(kTwoRight, {"--profile", "text"}));
  const auto shown = json::parse(runs.run({"show", id, "--json"}).out);
  EXPECT_EQ(shown.at("functional_match_rate"), 0.5);
  const auto again = json::parse(runs.run({"regrade", id, "--json"}).out);
  EXPECT_FALSE(again.contains("functional_match_rate")) << "graded by levels, not by a profile";
}

TEST_F(ProfileRun, IsNotResumedWithAnotherThreshold) {
  const auto id = Runs::id_in(runs.recorded(kAllRight, {"--profile", "text"}));
  const auto other = runs.recorded(kAllRight, {"--profile", "text", "--threshold", "0.9", "--resume", id});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("with another profile: text, similarity threshold 0.8, not text, "
                                   "similarity threshold 0.9"));
}

TEST_F(ProfileRun, CanBeAskedForOfAnOldRun) {
  const auto wanted = Runs::id_in(runs.recorded(
      kTwoRight, {"--profile", "exact+similarity+judge", "--threshold", "1", "--model", "model"}));
  const auto old = Runs::id_in(runs.recorded(kTwoRight));
  const auto again = json::parse(runs.run({"regrade", old, "--profile", "exact+similarity+judge",
                                           "--threshold", "1", "--model", "model", "--json"})
                                     .out);
  const auto direct = json::parse(runs.run({"show", wanted, "--json"}).out);
  for (const char* member : {"profile", "exact_match_rate", "semantic_match_rate", "functional_match_rate",
                             "avg_similarity", "threshold"})
    EXPECT_EQ(again.at(member), direct.at(member)) << member;
  for (const char* member : {"levels", "question"})
    EXPECT_EQ(again.at("run").at(member), direct.at("run").at(member)) << member;
  EXPECT_EQ(runs.run({"regrade", old, "--profile", "text", "--levels", "exact"}).status, 3);
  EXPECT_EQ(runs.run({"regrade", old, "--threshold", "0.9"}).status, 3);
}

TEST_F(ProfileRun, SaysItsLevelsAndItsQuestionItself) {
  for (const std::vector<std::string>& further :
       {std::vector<std::string>{"--profile", "text", "--levels", "exact"},
        {"--profile", "text", "--question", "equivalent"},
        {"--threshold", "0.9"},
        {"--profile", "text", "--threshold", "2"},
        {"--profile", "best"}})
    EXPECT_EQ(runs.recorded(kAllRight, further).status, 3) << further.back();
}

}  // namespace
}  // namespace assay
