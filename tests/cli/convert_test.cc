// SPDX-License-Identifier: Apache-2.0
// Converts tests written for other programs into a dataset.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Json = nlohmann::json;

constexpr const char* kTable = "nl,bash,bash2,difficulty\nlist files,ls -l,find . -ls,0\nwhere am I,pwd,,1\n";

Ran convert(const Program& program, std::vector<std::string> more = {}) {
  std::vector<std::string> words = {"convert", "t.csv", "--from", "csv", "-o", "set.json"};
  words.insert(words.end(), more.begin(), more.end());
  return program.run(words);
}

TEST(ConvertCommand, WritesADatasetThatLintsClean) {
  const Program program;
  program.file("t.csv", kTable);
  const auto ran =
      convert(program, {"--map", "prompt=nl,expected=bash,alternatives=bash2", "--map", "tags=difficulty"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out,
            "set.json: 2 cases, 0 left out, 0 parts not as in the source; lint: 0 errors, 0 warnings\n"
            "  computed from commands: risk_level of 2 cases, posix_compliant of 2 cases; review them\n");
  EXPECT_EQ(program.run({"lint", "set.json"}).out, "0 errors, 0 warnings in 1 dataset\n");
  const auto dataset = Json::parse(program.read("set.json"));
  EXPECT_EQ(dataset["name"], "set");
  EXPECT_EQ(dataset["test_cases"][0]["tags"], Json{"difficulty:0"});
  EXPECT_EQ(dataset["metadata"]["source"], "t.csv");
}

TEST(ConvertCommand, SaysWhatIsLostAndEndsWithOne) {
  const Program program;
  program.file("t.csv", "prompt,expected,from\nlist,ls,me\n,pwd,me\n");
  const auto ran = convert(program);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("t.csv:1: not carried over: the column \"from\"\n"
                                 "  next: --map tags=from keeps it as a tag\n"
                                 "t.csv:3: left out: there is no prompt\n"));
  EXPECT_THAT(
      ran.out,
      HasSubstr("set.json: 1 case, 1 left out, 1 part not as in the source; lint: 0 errors, 0 warnings\n"));
}

TEST(ConvertCommand, SaysWhatLintWouldSay) {
  const Program program;
  program.file("t.csv", "prompt,expected\nlist,ls |\nwho,frobnicate\n");
  const auto ran = convert(program);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("set.json:6: error: case t0001: \"ls |\" does not parse"),
                             HasSubstr("lint: 1 error, 1 warning\n")));
  EXPECT_TRUE(program.has("set.json"));
}

TEST(ConvertCommand, WritesOverNothing) {
  const Program program;
  program.file("t.csv", kTable);
  program.file("set.json", "mine");
  const auto refused = convert(program);
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(
      refused.err,
      HasSubstr("set.json: error: exists already\n  next: name another file, or write over it with --force"));
  EXPECT_EQ(program.read("set.json"), "mine");
  EXPECT_EQ(convert(program, {"--force", "--map", "prompt=nl,expected=bash"}).status, 0);
  EXPECT_NE(program.read("set.json"), "mine");
  EXPECT_EQ(program.run({"convert", "t.csv", "--from", "csv", "-o", "./t.csv", "--force"}).status, 2);
  EXPECT_EQ(program.read("t.csv"), kTable);
}

TEST(ConvertCommand, LeavesNothingBehindWhereTheSourceIsBroken) {
  for (const char* text : {"", "prompt,expected\np,\"ls\n", "prompt,expected\n,\n", "nl,bash\np,ls\n",
                           "prompt,expected\n\xFF,ls\n"}) {
    const Program program;
    program.file("t.csv", text);
    const auto ran = convert(program);
    EXPECT_EQ(ran.status, 2) << text;
    EXPECT_EQ(program.bash("ls -A . | grep -v '^[.]' | tr '\\n' ' '").out, "t.csv ") << text;
  }
}

TEST(ConvertCommand, AFileThatIsNotThereIsNamed) {
  const auto ran = Program().run({"convert", "none.csv", "--from", "csv", "-o", "set.json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("none.csv: error: "));
}

TEST(ConvertCommand, PrintsOneObject) {
  const Program program;
  program.file("t.csv", "prompt,expected\nlist,ls\n,pwd\n");
  const auto said =
      Json::parse(convert(program, {"--json", "--name", "mine", "--category", "c", "--risk", "safe"}).out);
  EXPECT_EQ(said["output"], "set.json");
  EXPECT_EQ(said["cases"], 1);
  EXPECT_EQ(said["left_out"], 1);
  EXPECT_EQ(said["remarks"][0]["line"], 3);
  EXPECT_EQ(said["findings"], Json::array());
  const auto dataset = Json::parse(program.read("set.json"));
  EXPECT_EQ(dataset["name"], "mine");
  EXPECT_EQ(dataset["test_cases"][0]["category"], "c");
  EXPECT_EQ(dataset["test_cases"][0]["risk_level"], "safe");
}

TEST(ConvertCommand, KnowsItsFormats) {
  const auto ran = Program().run({"convert", "f", "--from", "xml", "-o", "set.json"});
  EXPECT_EQ(ran.status, 3);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("csv"), HasSubstr("jsonl")));
}

TEST(ConvertCommand, AnOptionWithoutEffectIsAUsageError) {
  const auto fault = [](const std::string& from, const std::vector<std::string>& option) {
    std::vector<std::string> words = {"convert", "a", "--from", from, "-o", "set.json"};
    words.insert(words.end(), option.begin(), option.end());
    const auto ran = Program().run(words);
    EXPECT_EQ(ran.status, 3);
    return ran.err.substr(0, ran.err.find('\n'));
  };
  for (const char* from : {"nl2bash", "caro", "kebab", "trec", "beir"})
    EXPECT_EQ(fault(from, {"--map", "prompt=a"}),
              "assay: error: --map: has no effect with --from " + std::string(from) +
                  ", only with csv, jsonl, promptfoo, inspect, nl2sh, intercode");
  const std::string graded = ": has no effect with --from csv, only with trec, beir";
  EXPECT_EQ(fault("csv", {"--relevant", "1"}), "assay: error: --relevant" + graded);
  EXPECT_EQ(fault("csv", {"--refuse-unanswered"}), "assay: error: --refuse-unanswered" + graded);
  EXPECT_THAT(fault("trec", {"--risk", "low"}), HasSubstr("--risk: has no effect with --from trec"));
  EXPECT_THAT(fault("kebab", {"--category", "c"}), HasSubstr("--category: has no effect with --from kebab"));
}

TEST(ConvertCommand, SaysWhichValuesAreDefaults) {
  const Program program;
  program.file("t.csv",
               "prompt,expected,accept_patterns,expect\na,ls,,\nb,,l.,\nc,,,refusal\nd,,,unblocked\n");
  const auto ran = convert(program);
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out,
            "set.json: 4 cases, 0 left out, 0 parts not as in the source; lint: 0 errors, 0 warnings\n"
            "  computed from commands: risk_level of 1 case, posix_compliant of 1 case; review them\n"
            "  defaults of cases without a command: risk_level low of 2 cases, risk_level high of 1 case, "
            "posix_compliant true of 3 cases; review them\n");
  const auto said = Json::parse(convert(program, {"--force", "--json"}).out);
  EXPECT_EQ(said["computed_risk_level"], 1);
  EXPECT_EQ(said["default_risk_level"], (Json{{"low", 2}, {"high", 1}}));
  EXPECT_EQ(said["default_posix_compliant"], 3);
}

TEST(ConvertCommand, AMappingIsWrongInTheCallOrForTheFile) {
  const Program program;
  program.file("t.csv", kTable);
  const auto unknown = convert(program, {"--map", "promt=nl"});
  EXPECT_EQ(unknown.status, 3);
  EXPECT_EQ(unknown.err, "error: --map: a case has no part \"promt\"\n  next: did you mean \"prompt\"?\n");
  const auto other = convert(program, {"--map", "request=nl"});
  EXPECT_EQ(other.status, 3);
  EXPECT_THAT(other.err, HasSubstr("next: its parts are prompt, expected, alternatives"));
  const auto missing = convert(program, {"--map", "prompt=text"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(
      missing.err,
      "t.csv:1: error: there is no column \"text\"\n  next: the columns are nl, bash, bash2, difficulty\n");
  EXPECT_EQ(program.run({"convert", "t.csv", "--from", "nl2bash", "-o", "set.json"}).status, 3)
      << "of two files";
  EXPECT_FALSE(program.has("set.json"));
}

TEST(ConvertCommand, StandardStreamsAreNoFiles) {
  const Program program;
  program.file("t.csv", kTable);
  const std::vector<std::string> output = {"convert", "t.csv", "--from", "csv", "-o", "-"},
                                 input = {"convert", "-", "--from", "csv", "-o", "set.json"};
  for (const auto& words : {output, input}) {
    const auto ran = program.run(words);
    EXPECT_EQ(ran.status, 3);
    EXPECT_THAT(ran.err, HasSubstr("standard input and output are not supported: name a file"));
  }
  EXPECT_FALSE(program.has("-"));
}

TEST(ConvertCommand, RefusesANameThatNoDatasetCanHave) {
  const Program program;
  program.file("t.csv", kTable);
  const auto refused = convert(program, {"--name", "my set"});
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("--name: \"my set\" cannot be a dataset's name"));
}

}  // namespace
}  // namespace assay
