// SPDX-License-Identifier: Apache-2.0
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
  const auto ran = Program().run({"explain", "kill -9 1", "kill -19 1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, StartsWith("different: "));
  EXPECT_THAT(ran.out, HasSubstr("  a  kill -9 1\n          ^^\n"));
  EXPECT_THAT(ran.out, HasSubstr("changes\n  kill [--9-] {+-19+} 1"));
}

TEST(ExplainTest, TheWorldThatItNamesIsThere) {
  const Program program;
  const auto said = program.run({"explain", "ls -a", "ls -A"}).out;
  const std::string before = "to run both: assay explain --world ";
  ASSERT_THAT(said, HasSubstr(before));
  std::string world;
  std::istringstream(said.substr(said.find(before) + before.size())) >> world;
  EXPECT_THAT(program.run({"sandbox", "--world", world, "true"}).err, testing::Not(HasSubstr("no world")));
  EXPECT_THAT(program.run({"sandbox", "--world", "reddy", "true"}).err, HasSubstr(world));
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
  EXPECT_THAT(ran.err, HasSubstr("pairs.jsonl:2: error: not valid JSON at column 2"));
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

TEST(ExplainTest, WhereThereIsNoPairNothingWasDone) {
  const Program program;
  program.file("blank.jsonl", "\n  \n");
  program.file("pair.jsonl", "\n{\"id\": 1, \"a\": \"ls\", \"b\": \"pwd\"}\n\n");
  EXPECT_THAT(program.run({"explain", "--pairs", "blank.jsonl"}).err,
              HasSubstr("blank.jsonl: error: holds no pair"));
  EXPECT_EQ(program.run({"explain", "--pairs", "blank.jsonl"}).status, 2);
  EXPECT_EQ(program.run({"explain", "--pairs", "-"}).status, 2) << "standard input is empty";
  EXPECT_EQ(program.run({"explain", "--pairs", "pair.jsonl"}).status, 0) << "whatever the verdict is";
  const auto folder = program.run({"explain", "--pairs", "."});
  EXPECT_EQ(folder.status, 2);
  EXPECT_THAT(folder.err, HasSubstr(".: error: cannot be read: Is a directory"));
}

TEST(ExplainTest, APairsLineWithoutAnEndIsGivenUp) {
  const auto ran = Program().bash("(echo; cat /dev/zero) | $assay explain --pairs /dev/stdin");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("/dev/stdin:2: error: the line is longer than 16 MiB"));
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
  const auto said = [](const std::vector<std::string>& arguments) {
    const auto ran = Program().run(arguments);
    EXPECT_EQ(ran.status, 3);
    return ran.err;
  };
  EXPECT_EQ(said({}), "assay: error: a command is missing\n  next: assay --help\n");
  EXPECT_EQ(said({"rnu", "x"}),
            "assay: error: unknown command \"rnu\"; did you mean \"run\"?\n  next: assay --help\n");
  EXPECT_EQ(said({"frob\x1b"}), "assay: error: unknown command \"frob\\x1B\"\n  next: assay --help\n");
  EXPECT_EQ(said({"--frob"}), "assay: error: unknown option \"--frob\"\n  next: assay --help\n");
  EXPECT_EQ(said({"explain"}),
            "assay: error: explain: give two commands, or --pairs FILE\n  next: assay explain --help\n");
  EXPECT_EQ(said({"explain", "ls"}),
            "assay: error: explain: the second command is missing: give two, each as one argument\n"
            "  next: assay explain --help\n");
  EXPECT_THAT(said({"explain", "ls", "ls", "--pairs", "x"}), HasSubstr("not both"));
  EXPECT_THAT(said({"explain", "ls", "ls", "ls"}), HasSubstr("unexpected argument \"ls\""));
}

TEST(ExplainTest, AnEmptyCommandIsACommand) { EXPECT_EQ(Program().run({"explain", "", ""}).status, 0); }

TEST(ExplainTest, TheUserlandOfAWorldMayBeNamed) {
  const auto explained = [](const char* userland) {
    return Program().run({"explain", "--world", R"({"entries": []})", "--userland", userland,
                          "basename $(readlink -f $(command -v ls))", "echo busybox"});
  };
  EXPECT_EQ(explained("toybox").status, 3);
  EXPECT_THAT(explained("toybox").err, HasSubstr("there is no userland toybox"));
  const auto nowhere = explained("./nowhere");
  EXPECT_EQ(nowhere.status, 2);
  EXPECT_THAT(nowhere.out, HasSubstr("unavailable: there is no folder ./nowhere"));
  const auto busybox = explained("busybox");
  if (busybox.status == 2) GTEST_SKIP() << busybox.out;
  EXPECT_EQ(busybox.status, 0) << busybox.out;
  EXPECT_EQ(explained("host").status, 1);
}

TEST(ExplainTest, OtherUserlandsAreToldAndChangeNoStatus) {
  const auto ran = Program().run({"explain", "--world", R"({"entries": []})", "--other-userlands",
                                  "./nowhere,host", "printf 'a\n'", "echo a"});
  if (ran.status == 2) GTEST_SKIP() << ran.out;
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(
      ran.out,
      AllOf(HasSubstr(
                "under ./nowhere: unavailable: there is no folder ./nowhere: unpack one of this processor"),
            HasSubstr("under host: same: ")));
  const auto unknown = Program().run({"explain", "--world", "{}", "--other-userlands", "toybox", "ls", "ls"});
  EXPECT_EQ(unknown.status, 3);
  EXPECT_THAT(unknown.err, HasSubstr("there is no userland toybox"));
}

TEST(ExplainTest, TheTimeOfACommandHasBounds) {
  for (const std::string outside : {"nan", "inf", "0.05", "3601", "1e9", "-1"}) {
    const Program program;
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"explain", "--world", R"({"entries": []})", "ls", "ls"},
          {"run", "--dataset", "x", "--recorded", "y"},
          {"regrade", "latest"}}) {
      auto with = command;
      with.push_back("--world-timeout=" + outside);
      const Ran ran = program.run(with);
      EXPECT_EQ(ran.status, 3) << command.front();
      EXPECT_THAT(ran.err, HasSubstr("\"" + outside + "\" is not a number of seconds from 0.1 to 3600"));
    }
  }
}

TEST(ExplainTest, AMissingFileIsNamed) {
  const auto ran = Program().run({"explain", "--pairs", "missing.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("missing.jsonl: error: cannot be read: No such file or directory"));
}

TEST(ExplainTest, HugeTextsAreShownWhereTheyDiffer) {
  const std::string words(5000, 'x');
  const auto ran = Program().run({"explain", "cat " + words + " a", "cat " + words + " b"});
  EXPECT_LT(ran.out.size(), 5000u);
  EXPECT_THAT(ran.out, HasSubstr("  a  …xxx"));
  EXPECT_THAT(ran.out, HasSubstr("x a\n"));
  EXPECT_THAT(ran.out, HasSubstr("… (50"));
}

}  // namespace
}  // namespace assay
