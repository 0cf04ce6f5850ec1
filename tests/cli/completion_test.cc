// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Bash's completions for the last word, where the cursor is; one a line.
std::string completed(const std::string& words) {
  return Program()
      .bash("source <(\"$assay\" --completion bash); COMP_WORDS=(" + words +
            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' \"${COMPREPLY[@]}\"")
      .out;
}

TEST(CompletionTest, CommandsComeFirst) {
  EXPECT_EQ(completed("assay re"), "review\nreport\nregrade\n");
  EXPECT_EQ(completed("assay --ver"), "--version\n");
  for (const auto& command : commands_of_the_program())
    EXPECT_THAT(completed("assay ''"), HasSubstr(command + "\n"));
}

TEST(CompletionTest, ThenTheOptionsOfTheCommand) {
  EXPECT_EQ(completed("assay compare latest --fail"), "--fail-on\n");
  EXPECT_EQ(completed("assay lint --"),
            "--help\n--tables\n--run\n--question\n--no-cache\n--format\n--json\n");
  EXPECT_EQ(completed("assay lint fo"), "\n") << "a file: bash's own business";
}

TEST(CompletionTest, ThenTheValuesOfAnOption) {
  EXPECT_EQ(completed("assay report --format c"), "ctrf\ncode-quality\n");
  EXPECT_EQ(completed("assay convert --from = in"), "inspect\nintercode\n") << "as bash splits --from=in";
  EXPECT_EQ(completed("assay --completion z"), "zsh\n");
  EXPECT_EQ(completed("assay compare a b --fail-on ''"), "regression\nsignificant\ndelta:\n");
  EXPECT_EQ(completed("assay run --order l"), "longest\nlongest:\n");
}

TEST(CompletionTest, ThenTheNextOfSeveralValues) {
  EXPECT_EQ(completed("assay run --levels text_c"), "text_contains\n");
  EXPECT_EQ(completed("assay run --levels exact,be"), "exact,behavioural\n");
  EXPECT_EQ(completed("assay regrade --levels = contains,hi"), "contains,hit@10\n");
}

TEST(CompletionTest, ThenTheWordsThatACommandTakes) {
  EXPECT_EQ(completed("assay label s"), "sample\nscore\n");
  EXPECT_EQ(completed("assay tools car"), "caro\n");
  EXPECT_EQ(completed("assay runs ''"), "export\n") << "there is no store whose runs could be exported";
}

TEST(CompletionTest, ThenTheNamesOfRuns) {
  const Runs runs;
  runs.recorded(kAllRight, {"--name", "nightly", "--store", "own.db"});
  const auto in_bash = [&](const std::string& words) {
    return runs.program()
        .bash("source <(\"$assay\" --completion bash); COMP_WORDS=(\"$assay\" " + words +
              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' \"${COMPREPLY[@]}\"")
        .out;
  };
  EXPECT_EQ(in_bash("compare --store own.db n"), "nightly\n");
  EXPECT_EQ(in_bash("compare --store = own.db n"), "nightly\n") << "as bash splits --store=own.db";
  EXPECT_EQ(in_bash("run --store own.db --resume lat"), "latest\n");
  EXPECT_EQ(in_bash("regrade --store own.db latest --min-score n"), "\n") << "a value is no run";
  EXPECT_EQ(in_bash("show n"), "\n") << "there is no store: a file, and no message";
}

// The names of runs are those of the program on the line, wherever it is, not those of another `assay`.
TEST(CompletionTest, AsksTheProgramThatTheLineNames) {
  const Runs runs;
  runs.recorded(kAllRight, {"--name", "nightly"});
  runs.program().file("assay", "#!/bin/sh\necho not-this-one\n");
  const auto offered = [&](const std::string& shell, const std::string& line) {
    return runs.program()
        .bash(
            "chmod +x assay; mkdir -p bin; ln -sf \"$assay\" bin/assay; export HOME=$PWD PATH=$PWD:$PATH; "
            "bin/assay --completion " +
            shell + " > completion; " + shell + " -c '" + line + "'")
        .out;
  };
  for (const std::string program : {"./bin/assay", "~/bin/assay"}) {
    EXPECT_EQ(offered("bash", "source ./completion; COMP_WORDS=(\"" + program +
                                  "\" show n); COMP_CWORD=2; _assay; echo \"${COMPREPLY[@]}\""),
              "nightly\n");
    if (runs.program().bash("command -v zsh").status == 0) {
      EXPECT_THAT(
          offered("zsh", "compdef() { :; }; source ./completion; words=(\"" + program + "\"); _assay_runs"),
          StartsWith("latest\nnightly\n"));
    }
    if (runs.program().bash("command -v fish").status == 0) {
      EXPECT_EQ(offered("fish", "source ./completion; complete -C \"" + program + " show n\""), "nightly\n");
      EXPECT_THAT(
          offered("fish", "source ./completion; complete -C \"" + program + " show --store none.db n\""),
          Not(HasSubstr("nightly")));
    }
  }
}

// Checks the arguments passed to zsh's own completion functions for the word at the cursor; "files" stands
// for a file.
TEST(CompletionTest, OfZshSaysWhatEachWordMeans) {
  const Program program;
  if (program.bash("command -v zsh").status != 0) GTEST_SKIP() << "zsh is not installed";
  const auto handed = [&](const std::string& words, int current, const std::string& prefix) {
    return program
        .bash(
            "\"$assay\" --completion zsh > _assay && zsh -f -c '_describe() { print -l -- \"${(@P)3}\"; }; "
            "_files() { print files; }; compadd() { print -l -- \"${(@P)2}\"; }; compdef() { :; }; "
            "compset() { print -l -- \"after $2\"; }; source ./_assay; words=(" +
            words + "); CURRENT=" + std::to_string(current) + "; PREFIX=" + prefix + "; _assay'")
        .out;
  };
  const auto first = handed("assay re", 2, "re");
  for (const auto& command : commands_of_the_program())
    EXPECT_THAT("\n" + first, HasSubstr("\n" + command + ":")) << command;
  EXPECT_THAT(handed("assay watch --", 3, "--"),
              AllOf(HasSubstr("\n--dataset:Dataset files\n"), Not(HasSubstr("\nrun:"))));
  EXPECT_EQ(handed("assay lint fo", 3, "fo"), "files\n");
  EXPECT_EQ(handed("assay label s", 3, "s"), "sample\nscore\nfiles\n");
  EXPECT_THAT(handed("assay run --levels exact,c", 4, "exact,c"),
              StartsWith("after *,\nexact\nwhitespace\n"));
  EXPECT_EQ(handed("assay lint --format x", 4, "x"), "sarif\ncode-quality\nannotations\n");
}

TEST(CompletionTest, OfFishSaysWhatEachWordMeans) {
  const Program program;
  if (program.bash("command -v fish").status != 0) GTEST_SKIP() << "fish is not installed";
  const auto offered = [&](const std::string& line) {
    return program
        .bash(
            "\"$assay\" --completion fish > assay.fish && HOME=$PWD fish --no-config -c 'source assay.fish; "
            "complete -C \"" +
            line + "\"'")
        .out;
  };
  for (const auto& command : commands_of_the_program())
    EXPECT_THAT("\n" + offered("assay "), HasSubstr("\n" + command + "\t")) << command;
  EXPECT_EQ(offered("assay compare latest --fail"),
            "--fail-on\tThe gate: regression, significant or delta:-0.02\n");
  EXPECT_THAT(offered("assay lint --format s"), StartsWith("sarif"));
  EXPECT_THAT(offered("assay run --levels text_c"), StartsWith("text_contains\t"));
  EXPECT_THAT(offered("assay run --levels exact,be"), StartsWith("exact,behavioural\t"));
  EXPECT_EQ(offered("assay label s"), "sample\nscore\n");
  program.file("four.json", "");
  EXPECT_EQ(offered("assay lint fo"), "four.json\n") << "a file: fish's own business";
}

TEST(CompletionTest, IsForThreeShells) {
  const auto other = Program().run({"--completion", "tcsh"});
  EXPECT_EQ(other.status, 3);
  EXPECT_THAT(other.err, HasSubstr("tcsh"));
}

}  // namespace
}  // namespace assay
