// SPDX-License-Identifier: Apache-2.0
// The settings of a suite, as suite.json and the program give them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/behaviour.h"
#include "assay/internal/suite.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

SuiteSettings read(const std::string& json) {
  const JsonValue value = parse_json(json, "suite.json");
  const SuiteMembers members(value, "suite.json");
  SuiteSettings settings = read_settings(members);
  members.expect_no_others();
  return settings;
}

std::string fault_of(const std::string& json) {
  try {
    read(json);
  } catch (const Error& error) {
    return to_string(error.problems().front());
  }
  return "no fault";
}

TEST(SuiteSettings, AreThoseThatTheFileHas) {
  const SuiteSettings read_ones = read(R"({
    "levels": ["exact", "own"], "exec_levels": {"own": ["judge-it", "-x"]}, "tables": ["/t"], "model": "/m",
    "question": "fulfils", "min_score": 1, "gate": "mean", "min_mean": 1e-3, "timeout_s": 2.5, "jobs": 1024,
    "grading_jobs": 2, "repeat": 3.0, "junit": "strict", "baseline": ""})");
  EXPECT_THAT(read_ones.given,
              ElementsAre("exec_level", "gate", "grading_jobs", "jobs", "junit", "levels", "min_mean",
                          "min_score", "model", "question", "repeat", "tables", "timeout"));
  const Suite suite = suite_of(read_ones, {});
  EXPECT_THAT(suite.levels, ElementsAre("exact", "own"));
  ASSERT_EQ(suite.exec_levels.size(), 1u);
  EXPECT_THAT(suite.exec_levels.front().argv, ElementsAre("judge-it", "-x"));
  EXPECT_EQ(suite.question, Question::fulfils);
  EXPECT_EQ(suite.min_score, 1.0);
  EXPECT_EQ(suite.gate, Gate::mean);
  EXPECT_EQ(suite.min_mean, 0.001);
  EXPECT_EQ(suite.timeout, std::chrono::milliseconds(2500));
  EXPECT_EQ(suite.jobs, 1024u);
  EXPECT_EQ(suite.grading_jobs, 2u);
  EXPECT_EQ(suite.repeat, 3);
  EXPECT_EQ(suite.junit, JUnitDialect::strict);
}

// Otherwise a suite of C++ and one of the table would differ.
TEST(SuiteSettings, ThatAreNotGivenAreThoseOfASuite) {
  const Suite of_table = suite_of(SuiteSettings(), {}), plain;
  EXPECT_EQ(of_table.levels, plain.levels);
  EXPECT_EQ(of_table.timeout, plain.timeout);
  EXPECT_FALSE(of_table.profile);
  EXPECT_EQ(of_table.tool_replies, plain.tool_replies);
  EXPECT_EQ(of_table.min_score, plain.min_score);
  EXPECT_EQ(of_table.question, plain.question);
  EXPECT_EQ(of_table.gate, plain.gate);
  EXPECT_EQ(of_table.min_mean, plain.min_mean);
  EXPECT_EQ(of_table.unmeasured, plain.unmeasured);
  EXPECT_EQ(of_table.jobs, plain.jobs);
  EXPECT_EQ(of_table.grading_jobs, plain.grading_jobs);
  EXPECT_EQ(of_table.repeat, plain.repeat);
  EXPECT_EQ(of_table.junit, plain.junit);
  const EvaluationTerms terms = terms_of(SuiteSettings());
  EXPECT_EQ(terms.threshold, EvaluationTerms{}.threshold);
  EXPECT_EQ(terms.judge_from, EvaluationTerms{}.judge_from);
}

TEST(SuiteSettings, TheUserlandAndTheTimeOfWorldsReachThem) {
  const Suite suite = suite_of(read(R"({"userland": "mawk", "world_timeout": 2.5})"), {});
  const behaviour::Terms terms = suite.backends.lab->in_force({});
  EXPECT_EQ(terms.userland, "mawk");
  EXPECT_EQ(terms.limits.timeout, std::chrono::milliseconds(2500));
  EXPECT_EQ(suite_of(SuiteSettings(), {}).backends.lab->in_force({}).userland, "");
  EXPECT_EQ(suite_of(SuiteSettings(), {}).backends.lab->in_force({}).limits.timeout,
            std::chrono::seconds(10));
  EXPECT_THAT(
      fault_of("{\n  \"userland\": \"toybox\"\n}"),
      StartsWith("suite.json:2: error: a suite's \"userland\" must be a userland: host, gnu, busybox"));
  SuiteSettings unknown;
  unknown.userland = "toybox";
  EXPECT_THROW(suite_of(unknown, {}), Error);
  for (const char* outside : {"0", "0.09", "3600.1", "1e9"})
    EXPECT_THAT(fault_of(std::string("{\"world_timeout\": ") + outside + "}"),
                HasSubstr("\"world_timeout\" must be a number of seconds from 0.1 to 3600"));
  EXPECT_EQ(read(R"({"world_timeout": 0.1})").world_timeout, 0.1);
  EXPECT_EQ(read(R"({"world_timeout": 3600})").world_timeout, 3600);
  EXPECT_EQ(suite.backends.lab->minimum_power(), std::nullopt) << "not measured";
  EXPECT_EQ(suite_of(read(R"({"minimum_power": 0.9})"), {}).backends.lab->minimum_power(), 0.9);
  EXPECT_THAT(fault_of("{\"minimum_power\": 2}"), HasSubstr("minimum_power"));
}

TEST(SuiteSettings, OtherUserlandsReachTheWorldsEachOnce) {
  const Suite suite = suite_of(read(R"({"other_userlands": ["mawk", "./u", "mawk"]})"), {});
  EXPECT_THAT(suite.backends.lab->other_userlands(),
              testing::ElementsAre("mawk", (std::filesystem::current_path() / "u").string()));
  EXPECT_THAT(fault_of("{\n  \"other_userlands\": [\"mawk\",\n\"toybox\"]\n}"),
              StartsWith("suite.json:3: error: a suite's \"other_userlands\" must be userlands: host, gnu"));
  SuiteSettings unknown;
  unknown.other_userlands = {"toybox"};
  EXPECT_THROW(suite_of(unknown, {}), Error);
}

TEST(SuiteSettings, OfAnotherNameAreRefused) {
  EXPECT_EQ(fault_of("{\n  \"min_score\": 0.5,\n  \"minimum\": 0.5\n}"),
            "suite.json:3: error: a suite has no \"minimum\" (at /minimum)\n"
            "  next: configure the project again: cmake writes this file");
  EXPECT_THAT(fault_of(R"({"max_cost": 1})"), HasSubstr("has no \"max_cost\"")) << "only the program has it";
}

TEST(SuiteSettings, OfAnotherKindAreRefused) {
  const auto said = [](const std::string& member) { return fault_of("{\n" + member + "}"); };
  EXPECT_THAT(said(R"("min_score": "0.5")"),
              AllOf(StartsWith("suite.json:2: error:"), HasSubstr("\"min_score\" must be a number")));
  EXPECT_THAT(said(R"("model": 1)"), HasSubstr("\"model\" must be a string"));
  EXPECT_THAT(said(R"("levels": "exact")"), HasSubstr("\"levels\" must be an array of strings"));
  EXPECT_THAT(said("\"levels\": [\"exact\",\n1]"), StartsWith("suite.json:3: error:")) << "where the 1 is";
  EXPECT_THAT(said(R"("exec_levels": ["own"])"), HasSubstr("\"exec_levels\" must be an object of arrays"));
  EXPECT_THAT(said(R"("exec_levels": {"own": []})"), HasSubstr("arrays that begin with a program"));
  EXPECT_THAT(said(R"("gate": "loose")"), HasSubstr("\"gate\" must be strict, mean or baseline"));
  EXPECT_THAT(said(R"("gate": "")"), HasSubstr("\"gate\" must be strict, mean or baseline"));
  EXPECT_THAT(said(R"("profile": "exact+similarity")"), HasSubstr("must be exact+similarity+judge, text or"));
}

TEST(SuiteSettings, OutOfTheirBoundsAreRefused) {
  for (const char* member : {R"("min_score": 1.01)", R"("min_score": -0.1)", R"("min_mean": 2)",
                             R"("profile": "text", "threshold": 70)"})
    EXPECT_THAT(fault_of(std::string("{\n") + member + "}"),
                AllOf(StartsWith("suite.json:2: error: a suite's"), HasSubstr("a number from 0 to 1")));
  EXPECT_THAT(fault_of(R"({"timeout_s": -1})"), HasSubstr("\"timeout_s\" must be a number from 0 on"));
  for (const char* number : {"-1", "1025", "2.5", "1e300"})
    EXPECT_THAT(fault_of(std::string("{\"jobs\": ") + number + "}"),
                HasSubstr("\"jobs\" must be a whole number from 0 to 1024"));
  EXPECT_THAT(fault_of(R"({"repeat": 0})"), HasSubstr("a number of attempts from 1 to 1000"));
  EXPECT_THAT(fault_of(R"({"grading_jobs": 0})"), HasSubstr("a number of answers from 1 to 1024"));
}

// CMake's ProcessorCount says 0 where it does not know.
TEST(SuiteSettings, NoJobsAreOne) { EXPECT_EQ(suite_of(read(R"({"jobs": 0})"), {}).jobs, 1u); }

}  // namespace
}  // namespace assay
