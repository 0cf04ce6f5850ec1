#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ExplainTest, ShowsBothFormsTheRulesAndTheScore) {
  const auto ran = Program().run({"explain", "ls -la", "ls --all -l"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, StartsWith("equivalent, score 0.88 (aliases): "));
  EXPECT_THAT(ran.out, HasSubstr("canonical\n  a  ls -a -l"));
  EXPECT_THAT(ran.out, HasSubstr("option-name"));
}

TEST(ExplainTest, MarksTheFirstDifference) {
  const auto ran = Program().run({"explain", "kill -15 1", "kill -9 1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, StartsWith("different: "));
  EXPECT_THAT(ran.out, HasSubstr("  a  kill -15 1\n          ^^^\n"));
  EXPECT_THAT(ran.out, HasSubstr("changes\n  kill [--15-] {+-9+} 1"));
}

TEST(ExplainTest, ACommandThatEndsTooEarlyIsMarkedBehindItsEnd) {
  const auto ran = Program().run({"explain", "ls", "ls |"});
  EXPECT_THAT(ran.out, HasSubstr("  a  ls\n  b  ls |\n         ^\n"));
}

TEST(ExplainTest, ControlCharactersOfACommandDoNotReachTheTerminal) {
  const auto ran = Program().run({"explain", "echo '\033[2J'", "echo x"});
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("\033")));
}

TEST(ExplainTest, JsonHasEverything) {
  const auto json = nlohmann::json::parse(Program().run({"explain", "--json", "ls -a", "ls --all"}).out);
  EXPECT_EQ(json.at("verdict"), "equivalent");
  EXPECT_EQ(json.at("score"), 0.88);
  EXPECT_EQ(json.at("steps").at(0).at("rule"), "option-name");
}

TEST(ExplainTest, PairsAreAnsweredALineEachInOrderAndBadLinesAreNamed) {
  const Program program;
  program.file("pairs.jsonl", R"({"id": "one", "a": "ls -l -a", "b": "ls -la"}
nonsense
{"id": 2, "a": "ls -l", "b": "ls -S"}
{"id": "three", "a": "$(", "b": "ls"}
)");
  const auto ran = program.run({"explain", "--pairs", "pairs.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("pairs.jsonl:2: error: not a pair"));
  std::istringstream lines(ran.out);
  std::vector<std::string> verdicts;
  for (std::string line; std::getline(lines, line);) {
    const auto json = nlohmann::json::parse(line);
    verdicts.push_back(json.at("id").get<std::string>() + " " + json.at("verdict").get<std::string>());
    for (const char* member : {"score", "method", "rules", "assumptions", "why"})
      EXPECT_TRUE(json.contains(member));
  }
  EXPECT_THAT(verdicts, testing::ElementsAre("one equivalent", "2 different", "three unknown"));
}

constexpr const char* kFrob = R"({"name": "frob", "options": [
  {"names": ["-a", "--all"], "repetition": "idempotent"}, {"names": ["-b"], "repetition": "idempotent"}]})";

TEST(ExplainTest, OnesOwnTablesTeachOnesOwnTool) {
  const Program program;
  program.file("frob.json", kFrob);
  program.bash("mkdir tables && cp frob.json tables");
  EXPECT_EQ(program.run({"explain", "frob -a -b", "frob -b --all"}).status, 1);
  for (const char* place : {"frob.json", "tables"})
    EXPECT_EQ(program.run({"explain", "--tables", place, "frob -a -b", "frob -b --all"}).status, 0) << place;
}

TEST(ExplainTest, ABrokenTableIsNamedWithItsLine) {
  const Program program;
  program.file("broken.json", "{\"name\": \"frob\",\n \"order\": \"sideways\"}\n");
  const auto ran = program.run({"explain", "--tables", "broken.json", "frob -a", "frob -b"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("broken.json:2: error: "));
  EXPECT_EQ(program.run({"explain", "--tables", "missing", "a", "b"}).status, 3);
}

TEST(ExplainTest, AMissingArgumentIsAUsageErrorWithTheNextStep) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{}, {"explain"}, {"explain", "ls"}, {"frobnicate"}}) {
    const auto ran = Program().run(arguments);
    EXPECT_EQ(ran.status, 3);
    EXPECT_THAT(ran.err, HasSubstr("next: assay --help"));
  }
}

TEST(ExplainTest, AMissingFileIsNamed) {
  const auto ran = Program().run({"explain", "--pairs", "missing.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("missing.jsonl: error: cannot be read: No such file or directory"));
}

}  // namespace
}  // namespace assay
