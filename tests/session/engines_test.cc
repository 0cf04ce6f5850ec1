// SPDX-License-Identifier: Apache-2.0
// Which of an engine's variables are used, and which are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "assay/error.h"
#include "assay/internal/dealing.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

using Environment = std::map<std::string, std::string>;

Variables engine_variables(const Environment& environment) {
  return [environment](const std::string& name) -> std::optional<std::string> {
    const auto found = environment.find(name);
    return found == environment.end() || found->second.empty() ? std::nullopt : std::optional(found->second);
  };
}

// "3/8", or the error.
std::string shard_of(const std::string& words, const Environment& environment = {}) try {
  const auto taken = shard_from(words, "--shard", engine_variables(environment));
  return std::to_string(taken.shard.number) + "/" + std::to_string(taken.shard.count);
} catch (const Error& error) {
  return error.what();
}

std::string taken_from(const std::string& words, const Environment& environment) {
  return shard_from(words, "--shard", engine_variables(environment)).from;
}

Environment slurm(const std::string& id, const std::string& least, const std::string& most,
                  const std::string& count, const std::string& step = "1") {
  return {{"SLURM_ARRAY_JOB_ID", "4711"}, {"SLURM_ARRAY_TASK_ID", id},       {"SLURM_ARRAY_TASK_MIN", least},
          {"SLURM_ARRAY_TASK_MAX", most}, {"SLURM_ARRAY_TASK_COUNT", count}, {"SLURM_ARRAY_TASK_STEP", step}};
}

TEST(EnginesTest, AShardIsSaidByItsNumberFromOne) {
  EXPECT_EQ(shard_of("1/1"), "1/1");
  EXPECT_EQ(shard_of("3/8"), "3/8");
  EXPECT_EQ(taken_from("3/8", {{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "2"}}), "--shard")
      << "no engine overrules it";
}

TEST(EnginesTest, OtherWordsAreRefused) {
  for (const char* words : {"", "3", "/8", "3/", "a/b", "3/8/2", "-1/8", "3 /8", "auto/", "auto/x", "autos"})
    EXPECT_THAT(shard_of(words), HasSubstr("is not a part of a run")) << words;
  for (const char* words : {"0/8", "9/8", "1/0", "1/100001", "auto/0"})
    EXPECT_THAT(shard_of(words), AllOf(HasSubstr("is not a part of a run"), HasSubstr("number parts from 1")))
        << words;
}

TEST(EnginesTest, NumbersOfEnginesBeginWhereTheirEngineBegins) {
  EXPECT_EQ(shard_of("auto", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "8"}}), "3/8");
  EXPECT_EQ(shard_of("auto", {{"CIRCLE_NODE_INDEX", "0"}, {"CIRCLE_NODE_TOTAL", "4"}}), "1/4");
  EXPECT_EQ(shard_of("auto", {{"BUILDKITE_PARALLEL_JOB", "3"}, {"BUILDKITE_PARALLEL_JOB_COUNT", "4"}}),
            "4/4");
  EXPECT_EQ(shard_of("auto", {{"SYSTEM_JOBPOSITIONINPHASE", "1"}, {"SYSTEM_TOTALJOBSINPHASE", "2"}}), "1/2");
  EXPECT_EQ(shard_of("auto/5", {{"JOB_COMPLETION_INDEX", "0"}}), "1/5");
  EXPECT_EQ(shard_of("auto/5", {{"PARALLEL_SEQ", "5"}}), "5/5");
  EXPECT_EQ(taken_from("auto", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "8"}}),
            "CI_NODE_INDEX=3 and CI_NODE_TOTAL=8 of GitLab");
}

TEST(EnginesTest, ASlurmArrayBeginsWhereItsUserSays) {
  EXPECT_EQ(shard_of("auto", slurm("0", "0", "7", "8")), "1/8");
  EXPECT_EQ(shard_of("auto", slurm("8", "1", "8", "8")), "8/8");
  EXPECT_EQ(shard_of("auto/8", slurm("3", "1", "8", "8")), "3/8");
  EXPECT_EQ(shard_of("auto", slurm("14", "10", "16", "4", "2")), "3/4");
}

TEST(EnginesTest, APartOfASlurmArrayIsNotTakenForTheWhole) {
  EXPECT_THAT(shard_of("auto/8", slurm("3", "3", "3", "1")),
              AllOf(HasSubstr("SLURM_ARRAY_TASK_ID=3 is of an array of 1 tasks that are not the 8 parts"),
                    HasSubstr("--shard I/N with the N of the first submission, and its --run-id")));
  EXPECT_THAT(shard_of("auto", slurm("3", "0", "7", "3")), HasSubstr("do not follow one another"));
  EXPECT_THAT(shard_of("auto", {{"SLURM_ARRAY_TASK_ID", "3"}}), HasSubstr("which part of the run it is"));
}

TEST(EnginesTest, ANumberWithoutTheirCountIsNotEnough) {
  EXPECT_THAT(shard_of("auto", {{"JOB_COMPLETION_INDEX", "2"}}),
              AllOf(HasSubstr("JOB_COMPLETION_INDEX numbers this task, but does not say of how many"),
                    HasSubstr("--shard auto/N")));
}

TEST(EnginesTest, AnotherCountThanTheEnginesIsRefused) {
  EXPECT_THAT(shard_of("auto/4", {{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "8"}}),
              AllOf(HasSubstr("CI_NODE_INDEX=3 and CI_NODE_TOTAL=8 of GitLab are not of 4 parts"),
                    HasSubstr("auto/8")));
  EXPECT_THAT(shard_of("auto/4", {{"PARALLEL_SEQ", "5"}}), HasSubstr("number 5 of 4"));
  EXPECT_THAT(shard_of("auto", {{"CI_NODE_INDEX", "0"}, {"CI_NODE_TOTAL", "8"}}),
              HasSubstr("is not a part of a run"));
  EXPECT_THAT(shard_of("auto", {{"CI_NODE_INDEX", "x"}, {"CI_NODE_TOTAL", "8"}}),
              HasSubstr("CI_NODE_INDEX=x is not a number"));
}

TEST(EnginesTest, EnginesThatDisagreeAreRefused) {
  Environment both = slurm("0", "0", "7", "8");
  both["CI_NODE_INDEX"] = "2";
  both["CI_NODE_TOTAL"] = "8";
  EXPECT_THAT(shard_of("auto", both),
              AllOf(HasSubstr("two engines number this task: CI_NODE_INDEX=2"), HasSubstr("Slurm")));
  both["CI_NODE_INDEX"] = "1";
  EXPECT_EQ(shard_of("auto", both), "1/8") << "they agree";
}

TEST(EnginesTest, ShardsOfOtherProgramsAreNotOurs) {
  EXPECT_THAT(shard_of("auto", {{"GTEST_TOTAL_SHARDS", "4"}, {"GTEST_SHARD_INDEX", "1"}}),
              HasSubstr("GTEST_TOTAL_SHARDS=4 is GoogleTest's sharding, which is of other tests"));
  EXPECT_THAT(shard_of("auto/4", {{"TEST_TOTAL_SHARDS", "4"}, {"TEST_SHARD_INDEX", "1"}}),
              HasSubstr("TEST_TOTAL_SHARDS=4 is Bazel's"));
  EXPECT_THAT(shard_of("auto"), HasSubstr("no engine has numbered this task"));
}

TEST(EnginesTest, AJobIsNamedByItsEngine) {
  EXPECT_EQ(engine_job("", engine_variables({{"CI_PIPELINE_ID", "12"}})), "GitLab CI_PIPELINE_ID=12");
  EXPECT_EQ(engine_job("", engine_variables({{"GITHUB_RUN_ID", "7"}, {"GITHUB_REPOSITORY", "a/b"}})),
            "GitHub GITHUB_REPOSITORY=a/b GITHUB_RUN_ID=7");
  EXPECT_EQ(engine_job("", engine_variables({{"GITHUB_RUN_ID", "7"}})), "")
      << "other repositories count from 1 too";
  EXPECT_EQ(engine_job("", engine_variables({})), "");
}

TEST(EnginesTest, OfTwoEnginesTheOneThatNumbersTheTaskNamesTheJob) {
  Environment both = slurm("0", "0", "7", "8");
  both["CI_PIPELINE_ID"] = "12";
  EXPECT_EQ(engine_job("Slurm", engine_variables(both)), "Slurm SLURM_ARRAY_JOB_ID=4711");
  EXPECT_THROW(engine_job("", engine_variables(both)), Error);
  EXPECT_THROW(engine_job("GNU parallel", engine_variables(both)), Error);
}

TEST(EnginesTest, ATaskOfSeveralIsKnownThoughNobodyAsked) {
  EXPECT_EQ(untaken_shard(engine_variables({{"CI_NODE_INDEX", "3"}, {"CI_NODE_TOTAL", "8"}})),
            "CI_NODE_INDEX=3 and CI_NODE_TOTAL=8 of GitLab");
  EXPECT_EQ(untaken_shard(engine_variables({{"CI_NODE_INDEX", "1"}, {"CI_NODE_TOTAL", "1"}})), "");
  EXPECT_EQ(untaken_shard(engine_variables({{"PARALLEL_SEQ", "3"}})), "") << "it may number anything";
  EXPECT_EQ(untaken_shard(engine_variables({{"JOB_COMPLETION_INDEX", "2"}})),
            "the variables of Kubernetes (JOB_COMPLETION_INDEX=2)");
  EXPECT_EQ(untaken_shard(engine_variables({{"JOB_COMPLETION_INDEX", "0"}})), "") << "it may be the only pod";
}

}  // namespace
}  // namespace assay
