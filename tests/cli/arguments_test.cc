// SPDX-License-Identifier: Apache-2.0
// Arguments of odd forms: each reaches its option or operand as it was given, and none ends the program by a
// signal.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "program.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(ArgumentTest, InBracketsIsOneArgument) {
  const Program program;
  for (const std::string command :
       {"[ -f x ]", "[[ $x =~ ^[a-z]+$ ]]", "[a,b]", "[]", "[a]", "[[a,b],c]", "++", "{}", "%%"}) {
    const auto ran = program.run({"posix", command});
    EXPECT_THAT(ran.out, StartsWith(command + "\n")) << command << ran.err;
    const auto behind = program.run({"posix", "--", command});
    EXPECT_EQ(behind.out, ran.out) << command;
  }
  EXPECT_THAT(program.run({"lint", "[a,b]"}).err, HasSubstr("[a,b]"));
  EXPECT_THAT(program.run({"explain", "[ -f x ]", "[ -f x ]"}).out, HasSubstr("equivalent"));
  EXPECT_THAT(program.run({"convert", "[a,b]", "--from", "promptfoo", "-o", "x.json"}).err,
              HasSubstr("[a,b]"));
}

TEST(ArgumentTest, InBracketsIsOneValueOfAnOption) {
  const Program program;
  program.file("answers.jsonl", "{\"id\": \"a\", \"answer\": \"ls\"}\n");
  for (const std::string file : {"[a,b]", "[]", "[a]"}) {
    EXPECT_THAT(program.run({"run", "--recorded", "answers.jsonl", "--dataset", file}).err, HasSubstr(file));
    EXPECT_THAT(program.run({"run", "--recorded", "answers.jsonl", "--dataset=" + file}).err,
                HasSubstr(file));
    EXPECT_THAT(program.run({"posix", "--tables=" + file, "ls"}).err, HasSubstr(file));
    EXPECT_THAT(program.run({"posix", "ls", "--tables", file}).err, HasSubstr(file));
  }
}

TEST(ArgumentTest, BehindTheEndOfOptionsIsAnOperand) {
  const Program program;
  EXPECT_EQ(program.run({"posix", "ls", "--", "-x", "[a,b]"}).out,
            program.run({"posix", "--", "ls", "-x", "[a,b]"}).out);
  EXPECT_THAT(program.run({"posix", "ls", "--", "cat"}).out, HasSubstr("\ncat\n"));
  const auto one = program.run({"show", "latest", "--", "x"});
  EXPECT_EQ(one.status, 3);
  EXPECT_EQ(one.err, "assay: error: unexpected argument \"x\"\n  next: assay show --help\n");
}

TEST(ArgumentTest, ThatIsNoNumberIsNoLimit) {
  const Program program;
  for (const std::string word : {"nan", "-nan", "inf", "-1", "1e999", "", "x", "1x"}) {
    const auto ran = program.run({"run", "--dataset", "x", "--tool", "y", "--max-cost=" + word});
    EXPECT_EQ(ran.status, 3) << word << ran.err;
  }
}

// 200 lists: each of 10 beginnings with each of 20 endings.
std::vector<std::vector<std::string>> odd_lists() {
  const std::string longest(100'000, 'x');
  const std::vector<std::vector<std::string>> beginnings = {{"--no-such-option"},
                                                            {"--no-such-option=1"},
                                                            {"-?"},
                                                            {"--json=[x]", "--no-such-option"},
                                                            {"x", "--no-such-option"},
                                                            {"[]", "--no-such"},
                                                            {"++", "--no"},
                                                            {"", "--no-such-option"},
                                                            {longest, "--no-such"},
                                                            {"x", "y", "z", "--nan=nan"}};
  const std::vector<std::vector<std::string>> endings = {{},
                                                         {"--"},
                                                         {"--", "x"},
                                                         {"x", "--"},
                                                         {"--", "x", "y", "z", "u", "v"},
                                                         {"--", "--"},
                                                         {""},
                                                         {"--", ""},
                                                         {"[a,b]"},
                                                         {"--", "[a,b]"},
                                                         {"--", "-1"},
                                                         {"--", "--help"},
                                                         {"-1"},
                                                         {"nan"},
                                                         {"1e999"},
                                                         {"\xff"},
                                                         {"99999999999999999999"},
                                                         {"--", "++"},
                                                         {"++"},
                                                         {"--", "--no-such-option"}};
  std::vector<std::vector<std::string>> lists;
  for (const auto& beginning : beginnings)
    for (const auto& ending : endings) {
      auto& list = lists.emplace_back(beginning);
      list.insert(list.end(), ending.begin(), ending.end());
    }
  return lists;
}

std::string quoted_list(const std::vector<std::string>& list) {
  std::string words;
  for (const std::string& word : list) words += " '" + word + "'";
  return words;
}

TEST(ArgumentTest, OddListsAreRefusedWithAMessageByEverySubcommand) {
  const auto lists = odd_lists();
  ASSERT_EQ(lists.size(), 200u);
  const auto commands = commands_of_the_program();
  ASSERT_GT(commands.size(), 20u);
  const Program program;
  std::string lines =
      "refuse() { \"$assay\" \"$@\" 2>said.$1 >/dev/null; local status=$?;\n"
      "  [ $status = 3 ] && [ -s said.$1 ] || { echo \"$status: $*\"; cat said.$1; } | head -c 600; }\n";
  // All of them, more than 5,000 processes, are for the slow tests: cli.arguments.
  const std::size_t step = std::getenv("ASSAY_FULL_CORPUS") ? 1 : 9;
  for (std::size_t number = 0; number < commands.size(); ++number)
    for (std::size_t at = number % step; at < lists.size(); at += step)
      lines += "refuse " + commands[number] + quoted_list(lists[at]) + "\n";
  program.file("all", lines);
  EXPECT_EQ(program.bash(". ./all").out, "");
}

TEST(ArgumentTest, TooManyOperandsAreRefusedBeforeAndBehindTheEndOfOptions) {
  const Program program;
  for (const auto& command : commands_of_the_program()) {
    const auto ran = program.run({command, "--", "--no-such-option"});
    EXPECT_LT(ran.status, 4) << command << ran.err;
  }
  for (const std::string command : {"show", "open", "review", "report", "regrade", "tools", "gc"}) {
    const auto ran = program.run({command, "x", "y", "--", "z"});
    EXPECT_EQ(ran.status, 3) << command;
    EXPECT_THAT(ran.err, HasSubstr("unexpected argument \"")) << command;
  }
}

}  // namespace
}  // namespace assay
