// SPDX-License-Identifier: Apache-2.0
// `assay calibrate`, on a tiny model whose cosines mean nothing: its input, its output and its errors.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "made_model.h"
#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class CalibrateTest : public testing::Test {
 protected:
  CalibrateTest() {
    tests::make_model({.family = tests::MadeModel::Family::roberta}).write(program_.folder() / "model");
    // The right answer is the expected command with a trailing blank: its cosine is 1, and no text level is
    // asked.
    std::string pairs;
    for (int i = 0; i < 100; ++i)
      pairs += fmt::format(
          R"({{"expected": "ls {0}", "generated": "ls {0} ", "right": true, "task": "{0}"}})"
          "\n"
          R"({{"expected": "ls {0}", "generated": "find / -name {0}", "right": false, "task": "{0}"}})"
          "\n",
          i);
    program_.file("pairs.jsonl", pairs);
  }

  Ran run(std::vector<std::string> more) {
    more.insert(more.begin(), {"calibrate", "pairs.jsonl", "--model", "model"});
    return program_.run(more);
  }

  Program program_;
};

TEST_F(CalibrateTest, PrintsTheSweepAndTheChoice) {
  const auto ran = run({});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("200 pairs of 100 tasks, 100 right"), HasSubstr("AUC 1.000"),
                    HasSubstr("cosine at least"), HasSubstr("(precision>=0.95)"), HasSubstr("other tasks'")));
}

TEST_F(CalibrateTest, WritesAProfileThatTheLevelTakes) {
  ASSERT_EQ(run({"--profile", "profile.json", "--picture", "curve.svg"}).status, 0);
  const auto profile = nlohmann::json::parse(program_.read("profile.json"));
  EXPECT_EQ(profile.at("pairs"), 200);
  EXPECT_EQ(profile.at("at_accept").at("precision"), 1.0);
  EXPECT_EQ(profile.at("probes").size(), 3u);
  EXPECT_THAT(program_.read("curve.svg"), AllOf(testing::StartsWith("<svg"), HasSubstr("<polyline")));

  program_.file(
      "d.json",
      R"({"name": "d", "version": "1", "test_cases": [{"id": "a", "prompt": "list", "expected_command": "ls 1",
                             "category": "c", "risk_level": "safe", "posix_compliant": true}]})");
  program_.file("r.jsonl", R"({"dataset": "d", "id": "a", "answer": "find / -name 1"})"
                           "\n");
  const auto graded =
      program_.run({"run", "--dataset", "d.json", "--recorded", "r.jsonl", "--levels", "exact,similarity",
                    "--question", "fulfils", "--model", "model", "--calibration", "profile.json"});
  EXPECT_THAT(graded.out, HasSubstr("similarity: model, cls, ")) << graded.err;
  EXPECT_THAT(graded.out, HasSubstr("(precision>=0.95)"));
}

TEST_F(CalibrateTest, LeavesOutWhatTextDecides) {
  EXPECT_THAT(run({"--undecided"}).out, HasSubstr("100 more are decided by their text"));
}

TEST_F(CalibrateTest, ReadsOtherNames) {
  program_.file("other.jsonl", R"({"gold": ["ls", "ls -l"], "prediction": "ls -l", "label": true})"
                               "\n");
  const auto ran = program_.run({"calibrate", "other.jsonl", "--model", "model", "--columns",
                                 "expected=gold,generated=prediction,right=label", "--json"});
  EXPECT_EQ(ran.status, 2);  // one pair proves nothing
  EXPECT_EQ(nlohmann::json::parse(ran.out).at("at_0.80").at("true_positives"), 1);
}

TEST_F(CalibrateTest, NamesTheLineThatIsNoPair) {
  program_.file("bad.jsonl",
                "{\"expected\": \"ls\", \"generated\": \"ls\", \"right\": true}\n{\"expected\": \"ls\"}\n");
  const auto ran = program_.run({"calibrate", "bad.jsonl", "--model", "model"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err,
              AllOf(HasSubstr("bad.jsonl:2: error: a pair has no \"generated\""), HasSubstr("--columns")));
}

TEST_F(CalibrateTest, SaysWhyAModelCannotBeUsed) {
  std::filesystem::remove(program_.folder() / "model" / "model.safetensors");
  const auto ran = run({});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("has no model.safetensors"));
  EXPECT_EQ(program_.run({"calibrate", "pairs.jsonl", "--model", "none"}).status, 3);
}

TEST_F(CalibrateTest, RefusesARuleThatIsNone) {
  const auto ran = run({"--rule", "precision>=2"});
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, HasSubstr("write precision>=0.95, max-f1 or youden"));
}

}  // namespace
}  // namespace assay
