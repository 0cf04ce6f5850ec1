// SPDX-License-Identifier: Apache-2.0
// `assay regrade`: a case's own grading settings apply again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(RegradeTest, KeepsTheLevelsAndTheMinimumOfCases) {
  const Program program;
  program.file("own.json", R"({"name": "own", "version": "1", "description": "d", "test_cases": [
    {"id": "high", "prompt": "a", "expected_command": "ls -la", "category": "c", "risk_level": "safe",
     "posix_compliant": true, "tags": [], "min_score": 0.95},
    {"id": "exact", "prompt": "b", "expected_command": "ls -la", "category": "c", "risk_level": "safe",
     "posix_compliant": true, "tags": [], "levels": ["exact"]}]})");
  program.file("answers.jsonl",
               "{\"id\": \"high\", \"answer\": \"ls -al\"}\n{\"id\": \"exact\", \"answer\": \"ls -al\"}\n");
  const auto first = program.run({"run", "--dataset", "own.json", "--recorded", "answers.jsonl"});
  EXPECT_EQ(first.status, 1) << first.err;
  EXPECT_NE(first.out.find("0 pass, 2 miss"), std::string::npos) << first.out;
  const auto again = program.run({"regrade", "latest"});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.out.find("0 pass, 2 miss"), std::string::npos) << again.out;
}

TEST(RegradeTest, LeavesTheNameToTheOldRun) {
  const Program program;
  program.file("set.json", R"({"name": "set", "version": "1", "description": "d", "test_cases": [
    {"id": "list", "prompt": "a", "expected_command": "ls -la", "category": "c", "risk_level": "safe",
     "posix_compliant": true, "tags": []}]})");
  program.file("answers.jsonl", "{\"id\": \"list\", \"answer\": \"ls -al\"}\n");
  EXPECT_EQ(
      program.run({"run", "--dataset", "set.json", "--recorded", "answers.jsonl", "--name", "main"}).status,
      0);
  EXPECT_EQ(program.run({"regrade", "main", "--levels", "exact"}).status, 1);
  EXPECT_NE(program.run({"compare", "main", "latest"}).out.find("1 regression"), std::string::npos)
      << "main is still the run that passed";
}

// As the status of the run that is graded again.
TEST(RegradeTest, OfAPartTheCasesDecide) {
  const Runs runs;
  ASSERT_EQ(runs.recorded(kAllRight, {"--limit", "2"}).status, 0);
  const Ran again = runs.run({"regrade", "latest"});
  EXPECT_EQ(again.status, 0) << again.out;
  EXPECT_THAT(again.out, AllOf(HasSubstr("2 pass, 0 miss"), HasSubstr("gate strict: PARTIAL 2 of 4"),
                               HasSubstr("\nstore assay.db\n")));
  runs.recorded(kTwoRight, {"--limit", "3"});
  EXPECT_EQ(runs.run({"regrade", "latest~0"}).status, 1) << "a case missed";
}

TEST(RegradeTest, NamesAToolThatCouldNotBeStarted) {
  const Runs runs;
  runs.run({"run", "--dataset", "four.json", "--tool", "./nothing {prompt}"});
  const Ran again = runs.run({"regrade", "latest"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("the tool could not be started for any case: ./nothing does not exist"));
}

TEST(ImportTest, TablesGoWithADataset) {
  const Program program;
  program.file("t.json", "{}");
  EXPECT_EQ(program.run({"import", "folder", "--tables", "t.json"}).status, 3);
}

}  // namespace
}  // namespace assay
