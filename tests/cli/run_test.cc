// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(RunTest, AllRightHolds) {
  const auto ran = Runs().recorded(kAllRight);
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("assay set: tool recorded, 4 cases"),
                             HasSubstr("4 pass, 0 miss, 0 unmeasured")));
}

TEST(RunTest, AnswersThatNoDatasetAsksForAreNoted) {
  auto answers = kAllRight;
  answers["whom"] = "whoami";
  const auto more = Runs().recorded(answers);
  EXPECT_EQ(more.status, 0);
  EXPECT_THAT(more.err,
              HasSubstr("recorded.jsonl: note: answers for cases that no dataset here asks are left out: "
                        "1 of 5, the first for \"whom\""));
  EXPECT_EQ(Runs().recorded(kAllRight).err, "");
  answers.erase("who");
  EXPECT_EQ(Runs().recorded(answers).status, 2) << "a case without an answer is reported";
}

TEST(RunTest, AMissDoesNot) {
  const auto ran = Runs().recorded(kTwoRight);
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("four.json:24: error: got `"));
  EXPECT_EQ(ran.out.find("four.json:24:"), ran.out.rfind("four.json:24:")) << "each miss once";
  EXPECT_THAT(ran.out, testing::Not(HasSubstr("report.md"))) << "without --output there is none";
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
  // The last answer waits until the progress line reports the other three.
  runs.scripted("[ \"$1\" != who ] || until [ ! -e shown ] || grep -q '3 of 4 answered' shown; do :; done; " +
                std::string(kAnswers));
  runs.program().bash(
      ": > shown; TERM=xterm script -qfec '\"$assay\" run --dataset four.json --tool tool.json --jobs 1 > "
      "piped' shown");
  const auto shown = runs.program().read("shown");
  EXPECT_THAT(shown, HasSubstr("\r3 of 4 answered"));
  EXPECT_THAT(shown, HasSubstr("\r\x1b[K")) << "and is wiped away in the end";
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
      "error: unknown grading level \"guess\"\n  next: the built-in ones are exact, whitespace, canonical, "
      "patterns, text_equals, text_contains, text_matches, behavioural, outcome, similarity, judge, posix; "
      "of "
      "golden queries: contains, hit@K; others come with a suite's SOURCES or EXEC_LEVEL, or with "
      "--exec-level\n");
}

TEST(RunTest, LatestIsARunOfEveryCase) {
  const Runs runs;
  const auto whole = Runs::id_in(runs.recorded(kAllRight, {"--output", "out"}));
  const auto part = Runs::id_in(runs.recorded(kAllRight, {"--output", "out", "--filter", "set.list"}));
  EXPECT_TRUE(runs.program().has("out/runs/" + part + "/junit.xml"));
  EXPECT_EQ(runs.program().bash("readlink out/runs/latest").out, whole + "\n");
}

TEST(RunTest, OutputHasTheReports) {
  const Runs runs;
  const auto ran = runs.recorded(kAllRight, {"--output", "out"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  for (const char* name : {"run.json", "results.jsonl", "metrics.json", "junit.xml", "report.md"})
    EXPECT_TRUE(runs.program().has("out/runs/latest/" + std::string(name))) << name;
}

TEST(RunTest, AnOutputThatCannotBeUsedIsFoundBeforeAnythingIsAsked) {
  const Runs runs;
  const auto ran = runs.scripted(kAnswers, {"--output", "four.json"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("four.json/runs/"), HasSubstr("cannot create the folder"),
                             HasSubstr("choose a folder that can be made and written (--output)\n")));
  EXPECT_FALSE(runs.program().has("asked.log"));
}

TEST(RunTest, SaysWhereTheRunIs) {
  const Runs runs;
  const auto ran = runs.recorded(kAllRight, {"--store", "here.db"});
  EXPECT_THAT(ran.out, testing::EndsWith("\nrun " + Runs::id_in(ran) + "\nstore here.db\n"));
}

TEST(RunTest, AProgramIsCalledWithThePrompt) {
  const Runs runs;
  runs.program().bash(
      "mkdir 'my bin'; printf '#!/bin/sh\\necho \"$1\" >> asked.txt\\necho ls\\n' > 'my bin/ask'; chmod +x "
      "my*/ask; cp my*/ask ask");
  const std::string prompt =
      nlohmann::json::parse(runs.program().read("four.json"))["test_cases"][0]["prompt"];
  for (const std::string program : {"my bin/ask", "ask"}) {
    const auto ran = runs.run({"run", "--dataset", "four.json", "--tool", program, "--store", "s.db"});
    EXPECT_NE(ran.status, 2) << ran.err;
    EXPECT_THAT(runs.program().read("asked.txt"), HasSubstr(prompt + "\n")) << program;
    runs.program().bash("rm asked.txt");
  }
}

TEST(RunTest, ADescriptionMayComeThroughAPipe) {
  const Runs runs;
  EXPECT_EQ(runs.program()
                .bash("$assay run --dataset four.json --tool <(echo '{\"name\": \"t\", \"argv\": "
                      "[\"echo\", \"{prompt}\"]}')")
                .status,
            1);
}

TEST(RunTest, ManyTagsAreNotLookedUpOneByOne) {
  const Runs runs;
  std::string tags = "\"t\"";
  for (int i = 0; i < 80'000; ++i) tags += ", \"tag " + std::to_string(i) + "\"";
  auto set = nlohmann::json::parse(runs.program().read("four.json"));
  set["test_cases"][0]["tags"] = nlohmann::json::parse("[" + tags + "]");
  runs.program().file("four.json", set.dump());
  const auto started = std::chrono::steady_clock::now();
  EXPECT_EQ(runs.recorded(kAllRight, {"--json"}).status, 0);
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(8));
}

TEST(RunTest, RepeatsAreAttempts) {
  const Runs runs;
  const auto ran = runs.scripted(std::string("[ -e \"$1\" ] && exit 1; touch \"$1\"\n") + kAnswers,
                                 {"--repeat", "2", "--jobs", "1"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("flaky: set.list passed 1 of 2 attempts"));
}

TEST(RunTest, AShareIsANumberFromNoneToAll) {
  const Runs runs;
  for (const char* option : {"--min-mean", "--min-score"})
    for (const char* value : {"nan", "inf", "-0.1", "1.1", "much"})
      EXPECT_EQ(runs.recorded(kAllRight, {option, value}).status, 3) << option << " " << value;
  EXPECT_FALSE(runs.program().has("assay.db"));
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

TEST(RunTest, AToolThatCannotBeStartedIsNamedAtItsLine) {
  const Runs runs;
  runs.program().file("absent.json", "{\"name\": \"absent\",\n \"argv\": [\"./absent.sh\", \"{prompt}\"]}");
  const std::vector<std::string> command = {"run", "--dataset", "four.json", "--tool", "absent.json"};
  const auto missing = runs.run(command);
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("absent.json:2: error: the tool could not be started for any case: "));
  EXPECT_THAT(missing.err,
              HasSubstr("absent.sh does not exist (at /argv/0)\n  next: install it or fix the name"));
  runs.program().file("absent.sh", "echo ls\n");
  EXPECT_THAT(runs.run(command).err,
              AllOf(HasSubstr("absent.sh may not be executed"), HasSubstr("next: chmod +x ")));
  runs.program().bash("printf '#!/bin/sh\\necho ls\\n' > absent.sh; chmod +x absent.sh");
  const auto started = runs.run(command);
  EXPECT_EQ(started.status, 1) << "three answers are wrong";
  EXPECT_THAT(started.err, Not(HasSubstr("could not be started")));
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

TEST(RunTest, AToolMayBeACommandLine) {
  const Runs runs;
  runs.program().file("answer.sh", std::string("shift\n") + kAnswers);
  const auto ran = runs.run({"run", "--dataset", "four.json", "--tool", "sh 'answer.sh' --ask \"{prompt}\""});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(runs.run({"run", "--dataset", "four.json", "--tool", "sh answer.sh --ask"}).status, 0)
      << "the prompt is the last argument";
  const auto piped = runs.run({"run", "--dataset", "four.json", "--tool", "cat {prompt} | sort"});
  EXPECT_EQ(piped.status, 2);
  EXPECT_THAT(piped.err, HasSubstr("is more than a program and its arguments"));
}

// The cases that a run asked, in order.
std::string asked_by(const std::vector<std::string>& part, const Runs& runs = {}) {
  const auto ran = runs.scripted(kAnswers, [&] {
    std::vector<std::string> all = {"--jobs", "1"};
    all.insert(all.end(), part.begin(), part.end());
    return all;
  }());
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  return runs.program().read("asked.log");
}

TEST(RunTest, APartIsAskedAndJudgedAlone) {
  EXPECT_EQ(asked_by({"--filter", "set.whe*"}), "where\nwhen\n");
  EXPECT_EQ(asked_by({"--limit", "1"}), "list\n");
  EXPECT_EQ(asked_by({"--category", "c", "--limit", "2"}), asked_by({"--limit", "2"}));
  const Runs tagged;
  tagged.program().bash("sed -i '0,/\"tags\": \\[\\]/s//\"tags\": [\"quick\"]/' four.json");
  EXPECT_EQ(asked_by({"--tag", "quick"}, tagged), "list\n");
  const auto shuffled = asked_by({"--shuffle", "7"});
  EXPECT_EQ(shuffled, asked_by({"--shuffle", "7"})) << "one seed, one order";
  EXPECT_EQ(shuffled.size(), asked_by({}).size());
  const auto none = Runs().recorded(kAllRight, {"--category", "none"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("no case is selected"));
}

TEST(RunTest, WhatDidNotPassIsAskedAgain) {
  const Runs runs;
  const auto id = Runs::id_in(runs.recorded(kTwoRight));
  EXPECT_EQ(asked_by({"--failed", id}, runs), "when\nwho\n");
  EXPECT_THAT(runs.run({"runs"}).out, ContainsRegex("2 results of +4 cases .*% passed  partial"));
}

constexpr const char* kPassedGate = "<testcase name=\"gate\" classname=\"set\" time=\"0.000000\"/>";

TEST(RunTest, APartHoldsNoGate) {
  const Runs runs;
  for (const std::vector<std::string>& part : {std::vector<std::string>{"--limit", "2"},
                                               {"--filter", "set.*e"},
                                               {"--limit", "1", "--shuffle", "3"}}) {
    auto further = part;
    further.insert(further.end(), {"--output", "out"});
    const auto ran = runs.recorded(kAllRight, further);
    EXPECT_EQ(ran.status, 0) << ran.err;
    EXPECT_THAT(ran.out, ContainsRegex("gate strict: PARTIAL [12] of 4 cases present, [23] not asked"));
    const auto xml = runs.program().read("out/runs/" + Runs::id_in(ran) + "/junit.xml");
    EXPECT_THAT(xml, AllOf(HasSubstr("<skipped message=\"PARTIAL"), Not(HasSubstr(kPassedGate))));
  }
  const auto id = Runs::id_in(runs.recorded(kAllRight, {"--limit", "2"}));
  ASSERT_EQ(runs.run({"report", id, "--output", "later"}).status, 0);
  EXPECT_THAT(runs.program().read("later/junit.xml"), Not(HasSubstr(kPassedGate)));
}

TEST(RunTest, AMissInAPartFailsWhateverTheGateTolerates) {
  const Runs runs;
  EXPECT_EQ(runs.recorded(kTwoRight, {"--min-mean", "0.1"}).status, 0) << "of the whole";
  const auto ran = runs.recorded(kTwoRight, {"--min-mean", "0.1", "--limit", "3", "--output", "out"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("gate mean: PARTIAL 3 of 4 cases present, 1 not asked: 1 missed"));
  EXPECT_THAT(runs.program().read("out/runs/" + Runs::id_in(ran) + "/junit.xml"),
              HasSubstr("<failure message=\"PARTIAL"));
  EXPECT_EQ(runs.recorded(kTwoRight, {"--min-mean", "0.1", "--limit", "2"}).status, 0);
}

TEST(RunTest, AnUnmeasuredCaseInAPartIsNotGreen) {
  const Runs runs;
  auto answers = kAllRight;
  answers.erase("where");
  EXPECT_EQ(runs.recorded(answers, {"--limit", "2"}).status, 2);
  EXPECT_EQ(runs.recorded(answers, {"--limit", "2", "--min-mean", "0"}).status, 2);
  EXPECT_EQ(runs.recorded(answers, {"--limit", "1", "--min-mean", "0"}).status, 0);
}

TEST(RunTest, ALimitOfNothingIsAUsageError) {
  const Runs runs;
  EXPECT_EQ(runs.recorded(kAllRight, {"--limit", "0"}).status, 3);
  EXPECT_FALSE(runs.program().has("assay.db"));
}

TEST(RunTest, WhatMissedDoesNotPassBecauseItIsAskedAgain) {
  const Runs runs;
  const std::string steady = std::string("[ -e steady ] || exec echo rm\n") + kAnswers;
  ASSERT_EQ(runs.scripted(steady).status, 1);
  runs.program().file("steady", "");
  const auto again = runs.scripted(steady, {"--failed", "--output", "out"});
  EXPECT_EQ(again.status, 1);
  EXPECT_THAT(again.out, AllOf(HasSubstr("4 pass, 0 miss"),
                               HasSubstr("4 of the 4 cases that were asked again missed in run")));
  EXPECT_THAT(runs.program().read("out/runs/" + Runs::id_in(again) + "/junit.xml"),
              Not(HasSubstr(kPassedGate)));
  EXPECT_NE(runs.scripted(steady, {"--failed"}).status, 0);
  EXPECT_THAT(runs.scripted(steady, {"--failed"}).err, HasSubstr("no case failed in"));
  EXPECT_THAT(runs.scripted(steady, {"--limit", "0"}).err,
              HasSubstr("\"0\" is not a whole number from 1 on"));
  EXPECT_EQ(runs.scripted(steady).status, 0) << "a run of every case begins anew";
  EXPECT_EQ(runs.scripted(kAnswers, {"--filter", "set.who"}).status, 0);
}

TEST(RunTest, UnmeasuredCasesMayBeErrors) {
  const Runs runs;
  const std::string judge = "http://127.0.0.1:9/v1";
  const std::vector<std::string> levels = {"--levels", "exact,judge", "--judge", judge,      "--judge-model",
                                           "m",        "--min-mean",  "0.2",     "--output", "out"};
  const auto with = [&](const std::string& word) {
    auto further = levels;
    further.insert(further.end(), {"--unmeasured", word});
    return runs.recorded(kTwoRight, further);
  };
  const auto skipped = with("skip");
  EXPECT_EQ(skipped.status, 0) << skipped.out << skipped.err;
  const auto error = with("error");
  EXPECT_EQ(error.status, 2);
  EXPECT_THAT(error.out, HasSubstr("2 not measured, which this suite counts as errors"));
  EXPECT_THAT(runs.program().read("out/runs/" + Runs::id_in(error) + "/junit.xml"),
              AllOf(HasSubstr("<error message=\"UNMEASURED"), Not(HasSubstr(kPassedGate))));
  ASSERT_EQ(runs.run({"report", Runs::id_in(error), "--output", "later"}).status, 0);
  EXPECT_THAT(runs.program().read("later/junit.xml"), Not(HasSubstr(kPassedGate))) << "the run remembers it";
  EXPECT_EQ(with("ignore").status, 3);
}

TEST(RunTest, ARecordingOfOtherCasesIsNoGreen) {
  const Runs runs;
  const auto ran = runs.recorded({{"another", "ls"}}, {"--min-mean", "0"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err,
              HasSubstr("has answers for none of the 4 cases: the first is for \"another\"\n  next: "));
  EXPECT_FALSE(runs.program().has("assay.db")) << "nothing is stored";
}

}  // namespace
}  // namespace assay
