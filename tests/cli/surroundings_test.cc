// SPDX-License-Identifier: Apache-2.0
// Faults in the program's surroundings rather than in its input: outputs that cannot be written, dangling
// links, limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(OutputTest, ThatCannotBeWrittenIsNoSuccess) {
  const Runs runs;
  runs.recorded(kAllRight);
  runs.program().file("pairs.jsonl", R"({"id": "one", "a": "ls", "b": "ls"})");
  for (const std::string command :
       {"run --dataset four.json --recorded recorded.jsonl", "runs", "show", "report",
        "compare latest latest", "lint four.json", "explain ls ls", "explain --pairs pairs.jsonl",
        "--completion bash", "--man", "--help", "--version"}) {
    const auto ran = runs.program().bash("$assay " + command + " > /dev/full");
    EXPECT_EQ(ran.status, 2) << command;
    EXPECT_THAT(ran.err, StartsWith("standard output: error: cannot be written")) << command;
    const auto closed = runs.program().bash("$assay " + command + " >&-");
    EXPECT_EQ(closed.status, 2) << command;
    EXPECT_THAT(closed.err, StartsWith("standard output: error: cannot be written")) << command;
  }
}

TEST(OutputTest, HasTheColoursAndTheWidthOfItsTerminal) {
  const Runs runs;
  if (runs.program().bash("command -v script").status != 0) GTEST_SKIP() << "script is not installed";
  runs.recorded(kTwoRight, {"--name", "a"});
  runs.recorded(kAllRight, {"--name", "b"});
  const auto shown = [&](const std::string& environment, int columns) {
    runs.program().bash("script -qfec 'stty cols " + std::to_string(columns) + "; " + environment +
                        " \"$assay\" compare a b' shown > /dev/null");
    return runs.program().read("shown");
  };
  EXPECT_THAT(shown("TERM=xterm", 120),
              AllOf(HasSubstr("\x1b[32m"), HasSubstr("  metric                         a  ")));
  EXPECT_THAT(shown("TERM=dumb", 120), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(shown("TERM=xterm NO_COLOR=1", 120), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(shown("TERM=xterm", 70), Not(HasSubstr("  metric                         a  ")));
}

TEST(OutputTest, ThatIsClosedMattersOnlyWhereSomethingIsSaid) {
  const Runs runs;
  EXPECT_EQ(runs.program().bash("$assay lint --json four.json >&-").status, 0);
}

TEST(OutputTest, AClosedStreamIsNotTakenForAFile) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto ran = runs.program().bash("$assay report --output out >&- 2>&- <&-");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(runs.program().read("out/run.json"), AllOf(StartsWith("{"), EndsWith("}\n")));
}

TEST(PlaceTest, ALinkThatLeadsNowhereIsAnErrorThatNamesIt) {
  const Runs runs;
  runs.recorded(kAllRight);
  runs.program().bash("ln -s loop loop; ln -s loop.db loop.db; ln -s loop.json loop.json");
  for (const std::string command :
       {"run --dataset four.json --tool loop", "run --dataset loop --tool caro", "import loop", "merge loop",
        "show loop", "show loop.db", "compare loop latest", "compare latest loop.json", "runs --store loop",
        "run --dataset four.json --recorded recorded.jsonl --store loop",
        "run --dataset four.json --recorded loop", "explain --pairs loop"}) {
    const auto ran = runs.program().bash("$assay " + command);
    EXPECT_EQ(ran.status, 2) << command;
    EXPECT_THAT(ran.err, AllOf(HasSubstr("loop"), HasSubstr("error: "),
                               HasSubstr("Too many levels of symbolic links")))
        << command;
  }
}

TEST(PlaceTest, WhatNobodyForesawIsAnErrorToo) {
  const auto ran = Runs().program().bash(
      "mkdir gone; cd gone; rmdir ../gone; $assay run --dataset ../four.json "
      "--recorded ../four.json");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("error: "));
}

TEST(LimitTest, AFileThatMayNotGrowIsAnErrorWithWords) {
  const auto ran = Runs().program().bash(
      "ulimit -f 8; echo '{\"id\": \"list\", \"answer\": \"ls\"}' > a.jsonl; "
      "$assay run --dataset four.json --recorded a.jsonl");
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("assay.db: error: the store cannot be written"));
}

TEST(LimitTest, AToolDiesOfItAsEver) {
  const Runs runs;
  runs.scripted("kill -XFSZ $$; echo ls\n", {"--output", "out"});
  EXPECT_THAT(runs.program().read("out/runs/latest/results.jsonl"), HasSubstr("signal 25 (SIGXFSZ)"));
}

}  // namespace
}  // namespace assay
