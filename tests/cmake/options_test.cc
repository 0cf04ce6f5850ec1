// SPDX-License-Identifier: Apache-2.0
// The errors of assay_add_suite for options that are misspelt, incomplete or without effect.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// CMake's message for a suite with these options, on one line.
std::string configured(const std::string& options) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo ls");
  project.suite(options);
  std::string said = project.configure().output;
  for (std::size_t at = 0; (at = said.find_first_of("\n ", at)) != said.npos; ++at)
    said.replace(at, said.find_first_not_of("\n ", at) - at, " ");
  return said;
}

TEST(MisspeltOption, NamesTheNearest) {
  EXPECT_THAT(configured("GATE mean TIMEOOT 5"), HasSubstr("TIMEOOT is no option; did you mean TIMEOUT?"));
  EXPECT_THAT(configured("LEVELS exact MINSCORE 0.5"), HasSubstr("did you mean MIN_SCORE?"));
  EXPECT_THAT(configured("LABELS quick SORCES own.cc"), HasSubstr("did you mean SOURCES?"));
  EXPECT_THAT(configured("ENV A=b REFUSALS exit:1"), HasSubstr("did you mean REFUSAL?"));
}

TEST(MisspeltOption, IsFoundAfterAnOptionThatTakesAnyWords) {
  EXPECT_THAT(configured("LABELS nightly MIN_SCORES 0.5"),
              HasSubstr("MIN_SCORES, after LABELS, is no option; did you mean MIN_SCORE?"));
  EXPECT_THAT(configured("LABELS nightly UNMEASURD error"), HasSubstr("did you mean UNMEASURED?"));
  EXPECT_THAT(configured("EXEC_LEVEL own /bin/true MIN_SCORES 0.5"),
              HasSubstr("MIN_SCORES, after EXEC_LEVEL, is no option; did you mean MIN_SCORE?"));
}

TEST(Option, OfAnotherGateIsRefused) {
  EXPECT_THAT(configured("MIN_MEAN 0.5"), HasSubstr("MIN_MEAN needs GATE mean"));
  EXPECT_THAT(configured("GATE mean BASELINE base.json"), HasSubstr("BASELINE needs GATE baseline"));
}

TEST(MisspeltOption, WithoutANearOneIsNamedAndWhereTheOptionsAreListed) {
  EXPECT_THAT(configured("GATE mean COLOUR red"),
              AllOf(HasSubstr("COLOUR is no option; /"), HasSubstr("/suite_settings.json lists the options"),
                    Not(HasSubstr("did you mean"))));
}

TEST(Option, WithoutItsValueIsNamed) {
  EXPECT_THAT(configured("TIMEOUT"), HasSubstr("assay_add_suite(demo): TIMEOUT has no value"));
}

TEST(Pointer, WithoutItsSlashIsRefused) {
  EXPECT_THAT(configured("ANSWER json:command"),
              HasSubstr("assay_add_suite(demo): the pointer of ANSWER begins with a slash: json:/command"));
  EXPECT_THAT(configured("REFUSAL json:error"),
              HasSubstr("the pointer of REFUSAL begins with a slash: json:/error"));
}

TEST(Option, OfAToolsFixtureIsChecked) {
  EXPECT_THAT(configured("SERVER ./serve"), HasSubstr("READY must be port:<n> or line:<regular expression>"));
  EXPECT_THAT(configured("READY port:80"), HasSubstr("READY needs a SERVER"));
  EXPECT_THAT(configured("HOME scratch"), HasSubstr("HOME must be case, run or inherit, not \"scratch\""));
  EXPECT_THAT(configured("TOKENS usage"), HasSubstr("the pointer of TOKENS begins with a slash: /usage"));
  EXPECT_THAT(configured("REPEAT 0"), HasSubstr("REPEAT must be a number of attempts"));
  EXPECT_THAT(configured("GRADING_JOBS none"), HasSubstr("GRADING_JOBS must be a number of answers"));
}

TEST(Number, IsTakenHoweverItIsWritten) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo ls");
  project.suite(
      "MIN_SCORE .5 GATE $<IF:$<BOOL:1>,mean,strict> MIN_MEAN $<IF:$<BOOL:1>,1e-3,1> TIMEOUT 020. REPEAT 2 "
      "JOBS 0");
  const auto configured = project.configure();
  ASSERT_EQ(configured.status, 0) << configured.output;
  const auto suite = project.json(project.folder() / "suite.json");
  EXPECT_EQ(suite.at("min_score"), 0.5);
  EXPECT_EQ(suite.at("min_mean"), 0.001);
  EXPECT_EQ(suite.at("gate"), "mean");
  EXPECT_EQ(suite.at("timeout_s"), 20);
  EXPECT_THAT(project.ctest("--output-on-failure").output, HasSubstr("100% tests passed"));
}

TEST(Number, OutOfItsBoundsIsRefused) {
  EXPECT_THAT(configured("MIN_SCORE 1.5"), HasSubstr("MIN_SCORE must be a number from 0 to 1, not \"1.5\""));
  EXPECT_THAT(configured("REPEAT 1001"), HasSubstr("REPEAT must be a number of attempts from 1 to 1000"));
  EXPECT_THAT(configured("JOBS 2.5"), HasSubstr("JOBS must be a whole number from 0 to 1024"));
  for (const char* outside : {"WORLD_TIMEOUT 0.05", "WORLD_TIMEOUT 3601", "WORLD_TIMEOUT nan"})
    EXPECT_THAT(configured(outside), HasSubstr("WORLD_TIMEOUT must be a number of seconds from 0.1 to 3600"));
  EXPECT_THAT(configured("TIMEOUT soon"), HasSubstr("TIMEOUT must be a number from 0 on"));
}

// What CMake cannot know yet, the runner checks.
TEST(Number, OfAGeneratorExpressionIsCheckedByTheRunner) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo ls");
  project.suite("MIN_SCORE $<IF:$<BOOL:1>,2,1>");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output,
              testing::ContainsRegex(
                  "suite.json:[0-9]+: error: a suite's \"min_score\" must be a number from 0 to 1"));
}

TEST(Option, ThatADescriptionSaysItselfIsRefused) {
  const auto with = [](const std::string& tool) {
    Project project;
    project.dataset("set.json", {{"one", "list", "ls"}});
    project.file("tool.json", R"({"name": "t", "argv": ["echo", "{prompt}"]})");
    project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json " + tool + ")\n");
    return project.configure().output;
  };
  EXPECT_THAT(with("TOOL_FILE tool.json CWD ."), HasSubstr("CWD goes with TOOL or TOOL_NAME"));
  EXPECT_THAT(with("TOOL_NAME caro STDIN prompt"), HasSubstr("STDIN goes with TOOL; a"));
  EXPECT_THAT(with("TOOL_NAME caro CWD ."), Not(HasSubstr("Error")));
}

TEST(Jobs, UnderGranularityCaseSaysWhatCounts) {
  EXPECT_THAT(configured("JOBS 8"),
              AllOf(HasSubstr("JOBS 8 does nothing under ctest"), HasSubstr("run ctest -j 8, or"),
                    HasSubstr("GRANULARITY SHARDS 1")));
  EXPECT_THAT(configured("JOBS 8 GRANULARITY SHARDS 2"), Not(HasSubstr("does nothing")));
  EXPECT_THAT(configured("JOBS 8 REPEAT 8"), Not(HasSubstr("does nothing"))) << "attempts run at once";
}

}  // namespace
}  // namespace assay
