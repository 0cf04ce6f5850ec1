// SPDX-License-Identifier: Apache-2.0
// Options of the program that come from the table of settings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string help_of(const std::string& command) { return Program().run({command, "--help"}).out; }

std::string said(const std::vector<std::string>& arguments) { return Program().run(arguments).err; }

TEST(SettingOptions, SayWhatTheirValuesAre) {
  EXPECT_THAT(
      help_of("run"),
      AllOf(
          HasSubstr("-j,--jobs UINT:INT in [1 - 1024]"), HasSubstr("--repeat INT:INT in [1 - 1000]\n"),
          HasSubstr("--judge-votes N:INT in [1 - 9] Needs: --judge\n"),
          HasSubstr("--threshold FLOAT Needs: --profile\n"),
          HasSubstr("--profile NAME:{exact+similarity+judge,text,evidence} Excludes: --levels --question\n"),
          HasSubstr("--tables PLACE:PATH(existing) ...\n"), HasSubstr("--calibration FILE:FILE "),
          HasSubstr("--tool-cache WORD:{use,only,off}\n"), HasSubstr("--embedder URL Excludes: --model\n")));
}

TEST(SettingOptions, OfCommandsThatAskNoToolSpeakOfTheJudgeAlone) {
  for (const char* command : {"regrade", "import", "evaluate"})
    EXPECT_THAT(help_of(command),
                AllOf(HasSubstr("--max-cost AMOUNT Needs: --judge\n"),
                      HasSubstr("Send no further requests to the judge once they have cost this much"),
                      Not(HasSubstr("--tool-cache"))));
  EXPECT_THAT(help_of("run"),
              AllOf(HasSubstr("--max-cost AMOUNT  "), HasSubstr("the judge and tools that are")));
}

TEST(SettingOptions, AreOnlyThoseOfTheCommand) {
  EXPECT_THAT(help_of("matrix"), AllOf(HasSubstr("--repeat"), Not(HasSubstr("--min-mean"))));
  EXPECT_THAT(help_of("watch"), AllOf(HasSubstr("--jobs"), Not(HasSubstr("--repeat"))));
  EXPECT_THAT(help_of("calibrate"), AllOf(HasSubstr("--model"), Not(HasSubstr("--calibration FILE"))));
  EXPECT_THAT(help_of("evaluate"), AllOf(HasSubstr("--threshold FLOAT  "), Not(HasSubstr("--levels"))))
      << "there is always a profile";
}

TEST(SettingOptions, OfImportGradeAnswersToDatasets) {
  const std::vector<std::pair<std::string, std::string>> grading = {
      {"--levels", "exact"},  {"--tables", "."},
      {"--model", "."},       {"--judge", "http://localhost:1/v1"},
      {"--min-score", "0.5"}, {"--question", "fulfils"}};
  for (const auto& [option, value] : grading)
    EXPECT_EQ(said({"import", "runs", option, value}),
              "assay: error: " + option + " requires --dataset\n  next: assay import --help\n");
  for (const std::string option : {"--judge-model", "--judge-price", "--max-cost"})
    EXPECT_THAT(said({"import", "runs", "--dataset", "set.json", option, "1"}),
                HasSubstr(option + " requires --judge\n"));
  EXPECT_THAT(said({"import", "runs", "--embedder", "http://localhost:1/v1", "--embedder-model", "m"}),
              HasSubstr("runs: error: cannot be read"));
}

TEST(SettingOptions, OutOfTheirBoundsAreUsageErrors) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--jobs", "0"},        {"--jobs", "1025"},       {"--repeat", "1001"},   {"--grading-jobs", "0"},
      {"--min-score", "1.1"}, {"--min-mean", "-1"},     {"--min-score", "nan"}, {"--max-cost", "-1"},
      {"--max-cost", "inf"},  {"--unmeasured", "maybe"}};
  for (const auto& [option, value] : wrong) {
    const Ran ran = Program().run({"run", "--dataset", "set.json", "--tool", "caro", option + "=" + value});
    EXPECT_EQ(ran.status, 3) << option << " " << value;
    EXPECT_THAT(ran.err, HasSubstr(option)) << value;
  }
}

}  // namespace
}  // namespace assay
