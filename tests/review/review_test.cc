// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <sstream>

#include "answers.h"
#include "temporary_folder.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReviewTest : public testing::Test {
 protected:
  ReviewTest() {
    std::ofstream(folder_ / "d.json") << R"({"name": "d", "version": "1", "test_cases": [
{"id": "a", "prompt": "list", "expected_command": "ls", "category": "c", "risk_level": "safe",
 "posix_compliant": true}]})";
  }

  // The case was answered with `command`, which was not accepted.
  Result miss(const std::string& command) {
    Result result;
    result.asked = read_dataset(folder_ / "d.json").cases.front();
    result.answer = answered(command);
    result.grade.status = Status::miss;
    return result;
  }
  FittingDecisions fit(const Result& miss, const ReviewDecision& decision) {
    return fitting(std::array{decision}, {&miss, 1}, files_, tables_);
  }
  std::string text(const std::string& name) {
    std::stringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }

  TemporaryFolder folder_;
  ReviewFiles files_{{}};
  UtilityTables tables_;
};

TEST_F(ReviewTest, AnAcceptedAnswerIsAnAlternativeAndALabelFromThenOn) {
  const Result answered = miss("ls -1");
  EXPECT_FALSE(files_.is_reviewed(answered));
  const auto [reviewed, refused] = fit(answered, {"d/a", "ls -1", Decision::accept, ""});
  EXPECT_THAT(refused, IsEmpty());
  files_.write(reviewed);
  EXPECT_THAT(files_.now(answered.asked)->accepted, ElementsAre("ls", "ls -1"));
  EXPECT_TRUE(files_.is_reviewed(answered));
  EXPECT_THAT(text("d.labels.jsonl"), HasSubstr("\"right\":true"));
}

TEST_F(ReviewTest, AWrongAnswerIsALabelAlone) {
  const Result answered = miss("pwd");
  files_.write(fit(answered, {"d/a", "pwd", Decision::wrong, ""}).reviewed);
  EXPECT_THAT(files_.now(answered.asked)->accepted, ElementsAre("ls"));
  EXPECT_THAT(text("d.labels.jsonl"), HasSubstr("\"right\":false"));
}

TEST_F(ReviewTest, ADangerousAnswerIsAcceptedOnlyWithAReason) {
  const Result answered = miss("rm -rf build");
  const auto without = fit(answered, {"d/a", "rm -rf build", Decision::accept, ""});
  ASSERT_EQ(without.refused.size(), 1u);
  EXPECT_THAT(without.refused[0].second, HasSubstr("asks for a reason"));
  EXPECT_EQ(fit(answered, {"d/a", "rm -rf build", Decision::accept, "meant"}).reviewed.size(), 1u);
}

TEST_F(ReviewTest, ADecisionAboutAnotherAnswerOrCaseIsRefused) {
  const Result answered = miss("pwd");
  EXPECT_EQ(fit(answered, {"d/b", "pwd", Decision::wrong, ""}).refused.size(), 1u);
  EXPECT_EQ(fit(answered, {"d/a", "ls -R", Decision::wrong, ""}).refused.size(), 1u);
}

TEST_F(ReviewTest, ACaseThatChangedSinceTheRunIsLeftAsItIs) {
  Result answered = miss("ls -1");
  answered.asked.prompt = "list, one a line";
  EXPECT_THAT(obstacle_to(answered, files_.now(answered.asked)), HasSubstr("has changed since the run"));
}

TEST_F(ReviewTest, WhatALevelContradictsIsAnObjection) {
  Result answered = miss("pwd");
  answered.grade.verdicts.push_back(
      {.level = "equivalent", .outcome = VerdictKind::mismatch, .why = "another utility"});
  EXPECT_THAT(objections_to(answered, tables_), ElementsAre(HasSubstr("equivalent: another utility")));
}

}  // namespace
}  // namespace assay
