#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kAnswers =
    "echo \"$1\" >> asked.log; case $1 in list) echo ls;; where) echo pwd;; when) echo date;; who) echo "
    "whoami;; esac\n";

// Kills the program that asks, the first time it is asked when.
const std::string kKills = std::string(
                               "if [ \"$1\" = when ] && [ ! -e killed ]; then touch killed; p=$PPID; "
                               "while [ \"$(cat /proc/$p/comm)\" != assay ]; do p=$(awk '/^PPid/ {print $2}' "
                               "/proc/$p/status); done; "
                               "kill -9 $p; sleep 5; fi\n") +
                           kAnswers;

TEST(RunTest, AllRightHolds) {
  const auto ran = Runs().recorded(kAllRight);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("assay set: tool recorded, 4 cases"),
                             HasSubstr("4 pass, 0 miss, 0 unmeasured")));
}

TEST(RunTest, AMissDoesNot) {
  const auto ran = Runs().recorded(kTwoRight);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("four.json:24: error: score 0.00 < 0.80"));
}

TEST(RunTest, WhatWasNotMeasuredIsNoPass) {
  const auto ran = Runs().recorded({{"list", "ls"}});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, HasSubstr("1 pass, 0 miss, 3 unmeasured"));
}

TEST(RunTest, AMeanToleratesMisses) {
  EXPECT_EQ(Runs().recorded(kTwoRight, {"--min-mean", "0.5"}).status, 0);
  EXPECT_EQ(Runs().recorded(kTwoRight, {"--min-mean", "0.51"}).status, 1);
  EXPECT_EQ(Runs().recorded({{"list", "ls"}}, {"--min-mean", "0.5"}).status, 2)
      << "the unmeasured could decide it";
  EXPECT_EQ(Runs().recorded({{"list", "ls"}, {"where", "cd"}, {"when", "cal"}}, {"--min-mean", "0.5"}).status,
            2)
      << "even if one just reaches it";
  EXPECT_EQ(
      Runs().recorded({{"list", "ls"}, {"where", "cd"}, {"when", "cal"}}, {"--min-mean", "0.51"}).status, 1)
      << "but not where they cannot";
}

TEST(RunTest, AToolIsAsked) {
  const auto ran = Runs().scripted(kAnswers, {"--jobs", "2"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("assay set: tool script, 4 cases"));
}

TEST(RunTest, ProgressIsShownOnATerminalAlone) {
  const Runs runs;
  const auto piped = runs.scripted(kAnswers, {"--jobs", "1"});
  EXPECT_EQ(piped.err, "");
  if (runs.program().bash("command -v script").status != 0) GTEST_SKIP() << "script is not installed";
  const auto shown = runs.program().bash(
      "TERM=xterm script -qec '\"$assay\" run --dataset four.json --tool tool.json --jobs 1 > piped' "
      "/dev/null");
  EXPECT_THAT(shown.out, AllOf(HasSubstr("\r1 of 4 answered"), HasSubstr("\r4 of 4 answered"),
                               testing::EndsWith("\r\x1b[K")))
      << "and is wiped away in the end";
  EXPECT_THAT(runs.program().read("piped"), HasSubstr("4 pass, 0 miss"));
}

TEST(RunTest, JsonIsTheMetrics) {
  const auto json = nlohmann::json::parse(Runs().recorded(kTwoRight, {"--json", "--suite", "nightly"}).out);
  EXPECT_EQ(json.at("run").at("suite"), "nightly");
  EXPECT_EQ(json.at("run").at("expected"), 4);
  EXPECT_EQ(json.at("present"), 4);
  EXPECT_EQ(json.at("accuracy"), 0.5);
}

TEST(RunTest, LevelsAreThoseThatAreNamed) {
  const Runs runs;
  const std::map<std::string, std::string> blanks = {
      {"list", "ls  "}, {"where", "pwd"}, {"when", "date"}, {"who", "whoami;"}};
  EXPECT_EQ(runs.recorded(blanks).status, 0);
  EXPECT_EQ(runs.recorded(blanks, {"--levels", "exact"}).status, 1);
  const auto unknown = runs.recorded(blanks, {"--levels", "exact,guess"});
  EXPECT_EQ(unknown.status, 2);
  EXPECT_EQ(
      unknown.err,
      "error: unknown grading level \"guess\"\n  next: the built-in ones are exact, whitespace, canonical; "
      "of golden queries: contains, hit@K; others come with a suite's SOURCES\n");
}

TEST(RunTest, OutputHasTheReports) {
  const Runs runs;
  const auto ran = runs.recorded(kAllRight, {"--output", "out"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* name : {"run.json", "results.jsonl", "metrics.json", "junit.xml", "report.md"})
    EXPECT_TRUE(runs.program().has("out/runs/latest/" + std::string(name))) << name;
}

TEST(RunTest, RepeatsAreAttempts) {
  const Runs runs;
  const auto ran = runs.scripted(std::string("[ -e \"$1\" ] && exit 1; touch \"$1\"\n") + kAnswers,
                                 {"--repeat", "2", "--jobs", "1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("flaky: set.list passed 1 of 2 attempts"));
}

TEST(RunTest, AKilledRunGoesOnWhereItStopped) {
  const Runs runs;
  EXPECT_NE(runs.scripted(kKills, {"--jobs", "1"}).status, 0);
  const auto resumed = runs.scripted(kKills, {"--jobs", "1", "--resume", "latest"});
  EXPECT_EQ(resumed.status, 0) << resumed.out << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("4 pass, 0 miss, 0 unmeasured"));
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwhen\nwho\n");
}

TEST(RunTest, OnlyTheSameRunIsResumed) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto other = runs.scripted(kAnswers, {"--resume", "latest"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("with another tool"));
}

TEST(RunTest, FaultsNameTheNextStep) {
  const Runs runs;
  EXPECT_THAT(runs.run({"run", "--dataset", "four.json", "--tool", "nobody"}).err,
              HasSubstr("nobody: error: is neither a file nor the name of a known tool\n  next: "));
  EXPECT_EQ(runs.run({"run", "--dataset", "none.json", "--tool", "caro"}).status, 2);
  EXPECT_EQ(runs.run({"run", "--dataset", "four.json"}).status, 3);
  EXPECT_EQ(runs.run({"run", "--tool", "caro"}).status, 3);
  EXPECT_EQ(runs.run({"run", "--dataset", "four.json", "--tool", "caro", "--repeat", "0"}).status, 3);
  EXPECT_EQ(runs.run({"run", "--dataset", "four.json", "--dataset", "four.json", "--tool", "caro"}).status,
            2);
}

TEST(RunTest, OnesOwnTablesCountAndPinTheRun) {
  const Runs runs;
  runs.program().file("whoami.json", R"({"name": "whoami", "options": [
    {"names": ["-q", "--quiet"], "repetition": "idempotent"}]})");
  runs.program().bash("sed -i 's/\"whoami\"/\"whoami -q\"/' four.json");
  auto answers = kAllRight;
  answers["who"] = "whoami --quiet";
  EXPECT_EQ(runs.recorded(answers).status, 1);
  EXPECT_EQ(runs.recorded(answers, {"--tables", "whoami.json", "--output", "out"}).status, 0);
  EXPECT_THAT(runs.program().read("out/runs/latest/run.json"), HasSubstr("\"tables_sha256\": \""));
  EXPECT_EQ(runs.run({"regrade", "latest"}).status, 1);
  EXPECT_EQ(runs.run({"regrade", "latest", "--tables", "whoami.json"}).status, 0);
  EXPECT_THAT(runs.run({"compare", "latest~1", "latest"}).out, HasSubstr("utility tables differ"));
}

TEST(RunTest, ABrokenTableStopsBeforeAnythingIsAsked) {
  const Runs runs;
  runs.program().file("t.json", "{\"name\": 7}");
  const auto ran = runs.scripted(kAnswers, {"--tables", "t.json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("t.json:1: error:"));
  EXPECT_FALSE(runs.program().has("asked.log"));
}

}  // namespace
}  // namespace assay
