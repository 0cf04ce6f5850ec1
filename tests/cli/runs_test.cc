// SPDX-License-Identifier: Apache-2.0
#include "runs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

TEST(RunsTest, AreListedNewestFirst) {
  const Runs runs;
  const auto first = Runs::id_in(runs.recorded(kAllRight));
  const auto second = Runs::id_in(runs.recorded(kTwoRight, {"--suite", "nightly"}));
  const auto listed = runs.run({"runs"}).out;
  EXPECT_THAT(listed, AllOf(StartsWith(second), HasSubstr("\n" + first)));
  EXPECT_THAT(listed, HasSubstr("4 results of      4 cases   50.0 % passed  finished    nightly  recorded"));
  EXPECT_THAT(runs.run({"runs", "--suite", "set"}).out, AllOf(StartsWith(first), Not(HasSubstr(second))));
  EXPECT_THAT(listed, testing::EndsWith("\nstore assay.db\n"));
  const auto json = Json::parse(runs.run({"runs", "--json"}).out);
  EXPECT_EQ(json.at(0).at("run_id"), second);
  EXPECT_EQ(json.at(1).at("results"), 4);
  EXPECT_EQ(json.at(0).at("pass_rate"), 0.5);
  EXPECT_EQ(json.at(1).at("pass_rate"), 1.0);
}

TEST(RunsTest, ARunGoesByTheNameThatItWasGiven) {
  const Runs runs;
  const auto old = Runs::id_in(runs.recorded(kTwoRight, {"--name", "old"}));
  runs.recorded(kTwoRight, {"--name", "new"});
  const auto newest = runs.recorded(kAllRight, {"--name", "new"});
  EXPECT_THAT(newest.out, HasSubstr(", named new\n"));
  EXPECT_THAT(runs.run({"runs"}).out, HasSubstr("recorded  old\n"));
  const auto compared = runs.run({"compare", "old", "new"});
  EXPECT_EQ(compared.out, runs.run({"compare", old, Runs::id_in(newest)}).out) << "the newest of that name";
  EXPECT_THAT(compared.out, AllOf(HasSubstr("(old, recorded)"), HasSubstr("2 wins (2 new passes)")));
  EXPECT_EQ(Json::parse(runs.run({"show", "old", "--json"}).out).at("run").at("run_id"), old);
  runs.program().bash("mkdir old");
  EXPECT_EQ(runs.run({"show", "old"}).status, 0) << "a folder without a run is not meant";
  for (const char* name : {"latest", "a b", "", "x/y", "store.db"})
    EXPECT_EQ(runs.recorded(kAllRight, {"--name", name}).status, 3) << name;
}

TEST(RunsTest, OfTwoSuitesOnOneDatasetAreCompared) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--suite", "nightly"});
  runs.recorded(kAllRight, {"--suite", "daily"});
  const auto compared = runs.run({"compare", "latest~1", "latest", "--fail-on", "regression"});
  EXPECT_EQ(compared.status, 0) << compared.err;
  EXPECT_THAT(compared.out, AllOf(HasSubstr("suite differs (nightly -> daily)"), HasSubstr("2 new passes")));
}

TEST(RunsTest, OneThatLacksCasesIsPartialAndNotTheLatest) {
  const Runs runs;
  const auto first = Runs::id_in(runs.recorded(kTwoRight));
  const auto second = Runs::id_in(runs.recorded(kAllRight));
  runs.recorded(kAllRight, {"--filter", "set.list"});
  EXPECT_THAT(runs.run({"runs"}).out, ContainsRegex("1 results of +4 cases .*% passed  partial"));
  EXPECT_EQ(Json::parse(runs.run({"runs", "--json"}).out).at(0).at("cases"), 1);
  EXPECT_EQ(Json::parse(runs.run({"show", "--json"}).out).at("run").at("run_id"), second);
  EXPECT_EQ(runs.run({"compare", "latest~1", "latest"}).out, runs.run({"compare", first, second}).out);
}

TEST(RunsTest, AMissingStoreIsNotMade) {
  const Runs runs;
  for (const char* command : {"runs", "show", "report", "gc"}) {
    const auto ran = runs.run({command});
    EXPECT_EQ(ran.status, 2) << command;
    EXPECT_THAT(ran.err, HasSubstr("assay.db: error: there is no such store\n  next: ")) << command;
  }
  EXPECT_FALSE(runs.program().has("assay.db"));
}

// Stores as assay_add_suite keeps them in a build folder.
TEST(RunsTest, OfSuitesWithStoresOfTheirOwnAreFoundByTheSuite) {
  const Runs runs;
  runs.program().bash("mkdir -p build/assay/one build/assay/two");
  const auto one =
      Runs::id_in(runs.recorded(kAllRight, {"--suite", "one", "--store", "build/assay/one/assay.db"}));
  EXPECT_THAT(runs.run({"runs"}).out, StartsWith(one)) << "the only store there is";
  const auto two =
      Runs::id_in(runs.recorded(kTwoRight, {"--suite", "two", "--store", "build/assay/two/assay.db"}));
  const auto either = runs.run({"runs"});
  EXPECT_EQ(either.status, 2);
  EXPECT_THAT(either.err, AllOf(HasSubstr("build/assay/one/assay.db, build/assay/two/assay.db"),
                                HasSubstr("next: name the suite (--suite)")));
  EXPECT_THAT(runs.run({"runs", "--suite", "one"}).out, StartsWith(one));
  EXPECT_THAT(runs.run({"runs", "--suite", "two"}).out, StartsWith(two));
  runs.program().bash("cd build/assay; for s in six five four three; do cp -r one $s; done");
  std::string all;
  for (const std::string suite : {"five", "four", "one", "six", "three", "two"})
    all += (all.empty() ? "" : ", ") + ("build/assay/" + suite) + "/assay.db";
  EXPECT_THAT(runs.run({"runs"}).err, HasSubstr("several suites have one: " + all + "\n"));
}

TEST(ShowTest, ReadsTheRowsOfAFolderInTheOrderInWhichTheyAreWritten) {
  const Runs runs;
  const auto id = Runs::id_in(runs.recorded(kTwoRight));
  ASSERT_EQ(runs.run({"report", id, "--output", "out"}).status, 0);
  EXPECT_EQ(runs.run({"show", "out"}).out, runs.run({"show", id}).out);
  ASSERT_EQ(runs.run({"report", "out/results.jsonl", "--output", "again"}).status, 0);
  runs.program().bash(
      "cmp out/results.jsonl again/results.jsonl && cmp out/junit.xml again/junit.xml && touch same");
  EXPECT_TRUE(runs.program().has("same"));
  runs.program().bash("sed -i s/cal/ls/ out/results.jsonl");
  EXPECT_THAT(runs.run({"show", "out"}).err, HasSubstr("was changed after it was written"));
}

TEST(ShowTest, IsTheSummaryOfTheRun) {
  const Runs runs;
  const auto ran = runs.recorded(kTwoRight);
  runs.recorded(kAllRight);
  EXPECT_EQ(runs.run({"show", Runs::id_in(ran)}).out + "store assay.db\n", ran.out);
  EXPECT_EQ(runs.run({"show", "latest~1"}).out + "store assay.db\n", ran.out);
  EXPECT_EQ(Json::parse(runs.run({"show", "--json"}).out).at("accuracy"), 1.0) << "of the latest";
  EXPECT_EQ(runs.run({"show", "ffff"}).status, 2);
}

TEST(ShowTest, OfARecordedAnswerNoTimeIsSaid) {
  const Runs runs;
  runs.recorded(kAllRight);
  EXPECT_THAT(runs.run({"show", "--case", "set/list"}).out, HasSubstr("how the tool answered\n  answered\n"));
  runs.scripted(kAnswers);
  EXPECT_THAT(runs.run({"show", "--case", "set/list"}).out,
              testing::ContainsRegex("how the tool answered\n  answered, [0-9.]+ ms\n"));
}

TEST(ShowTest, OfAFailureSaysOnceWhatTheToolSaid) {
  const Runs runs;
  runs.scripted("echo no such model >&2; exit 3\n");
  const std::string text = runs.run({"show", "--case", "set/list"}).out;
  EXPECT_THAT(text, HasSubstr("failed: exit status 3: `no such model`; attempt 1\n"));
  EXPECT_THAT(text, testing::ContainsRegex("how the tool answered\n  failed, [0-9.]+ ms\n"));
}

// A printed report has no picture file to refer to.
std::string without_picture(std::string report) {
  const std::string picture = "![Accuracy, with 95 % intervals](accuracy.svg)\n\n";
  const auto at = report.find(picture);
  EXPECT_NE(at, std::string::npos) << report;
  return at == std::string::npos ? report : report.erase(at, picture.size());
}

TEST(ReportTest, IsMarkdownOrAFolder) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--output", "out"});
  const auto report = without_picture(runs.program().read("out/runs/latest/report.md"));
  EXPECT_EQ(runs.run({"report"}).out, report);
  EXPECT_EQ(Json::parse(runs.run({"report", "--json"}).out).at("markdown"), report);
  EXPECT_EQ(runs.run({"report", "latest", "--output", "again"}).status, 0);
  for (const char* name : {"run.json", "results.jsonl", "metrics.json", "report.md"})
    EXPECT_EQ(runs.program().read("again/" + std::string(name)),
              runs.program().read("out/runs/latest/" + std::string(name)));
  EXPECT_THAT(runs.program().read("again/junit.xml"), HasSubstr("<testsuite"));
}

TEST(ReportTest, ShowsTheRunsOfTheSuiteBeforeIt) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--output", "out"});
  EXPECT_THAT(runs.program().read("out/runs/latest/report.html"), Not(HasSubstr("Passed, run by run")));
  runs.recorded(kTwoRight, {"--suite", "another"});
  runs.recorded(kAllRight, {"--filter", "set.list"});
  runs.recorded(kAllRight, {"--output", "out", "--name", "second"});
  const auto page = runs.program().read("out/runs/latest/report.html");
  EXPECT_THAT(page, HasSubstr("aria-label=\"Passed, run by run: from 50.0 % to 100.0 %\""));
  EXPECT_THAT(page, HasSubstr("second: 100.0 %; changed before it: tool</title>"))
      << "other recorded answers";
  runs.run({"report", "latest", "--output", "again"});
  EXPECT_EQ(runs.program().read("again/report.html"), page);
}

TEST(ReportTest, AFolderThatCannotBeMadeIsNamed) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto ran = runs.run({"report", "--output", "four.json/x"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("four.json/x: error: the folder cannot be made"));
}

TEST(ReportTest, AFolderWhoseNameIsNoTextIsWrittenToo) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto ran = runs.run({"report", "--json", "--output", "out\xff"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(Json::parse(ran.out).at("folder"), "out\ufffd");
  EXPECT_TRUE(runs.program().has("out\xff/report.md"));
}

TEST(JsonTest, IsReadableWhereTextIsNotEnglish) {
  const Runs runs;
  runs.recorded(kAllRight, {"--suite", "größe", "--store", "größe.db"});
  runs.program().file("größe.json", "{}");
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"merge", "größe.db", "--json"},
           {"runs", "--json"},
           {"show", "--json"},
           {"report", "--json"},
           {"report", "--json", "--output", "größe"},
           {"import", "recorded.jsonl", "--dataset", "four.json", "--suite", "größe", "--json"},
           {"explain", "--json", "echo größe", "echo"},
           {"lint", "--json", "größe.json"}})
    EXPECT_THAT(runs.run(arguments).out, HasSubstr("größe")) << arguments.front();
}

TEST(RegradeTest, IsANewRunOfTheSameAnswers) {
  const Runs runs;
  const std::map<std::string, std::string> blanks = {
      {"list", "ls  "}, {"where", "pwd"}, {"when", "date;"}, {"who", "whoami;"}};
  const auto first = Runs::id_in(runs.recorded(blanks));
  const auto strict = runs.run({"regrade", first, "--levels", "exact", "--json"});
  EXPECT_EQ(strict.status, 1);
  const auto json = Json::parse(strict.out);
  EXPECT_EQ(json.at("run").at("parent_run_id"), first);
  EXPECT_EQ(json.at("run").at("levels"), Json({"exact"}));
  EXPECT_EQ(json.at("accuracy"), 0.5);
  const auto compared = runs.run({"compare", first, "latest", "--fail-on", "regression"});
  EXPECT_EQ(compared.status, 2) << "what passes is another question";
  EXPECT_THAT(compared.out, HasSubstr("levels differ"));
  EXPECT_THAT(compared.out, HasSubstr("a and b are graded differently (set of levels: "));
  EXPECT_THAT(compared.out, HasSubstr("; besides, 2 of 4 cases regressed"));
  EXPECT_EQ(runs.run({"regrade", first}).status, 0) << "under its own levels nothing changes";
  EXPECT_EQ(runs.run({"regrade", first, "--min-score", "1"}).status, 1);
  EXPECT_EQ(runs.run({"regrade", first, "--levels", "guess"}).status, 2);
}

TEST(ImportTest, FoldersOfRunsComeIntoTheStore) {
  const Runs runs;
  const auto ran = runs.recorded(kTwoRight, {"--store", "elsewhere.db", "--output", "out"});
  const auto imported = runs.run({"import", "out/runs/latest"});
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_EQ(imported.out, "run " + Runs::id_in(ran) + ": 4 results added\n");
  EXPECT_EQ(runs.run({"import", "out/runs/latest/results.jsonl"}).out,
            "run " + Runs::id_in(ran) + ": 0 results added\n");
  EXPECT_EQ(runs.run({"show", "--json"}).out, runs.run({"show", "--json", "--store", "elsewhere.db"}).out);
}

TEST(ImportTest, AFolderThatWasChangedIsRefused) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--store", "elsewhere.db", "--output", "out"});
  runs.program().bash("cp -rL out/runs/latest results; cp -rL out/runs/latest info");
  runs.program().bash("sed -i 's/\"status\":\"miss\"/\"status\":\"pass\"/' results/results.jsonl");
  runs.program().bash("sed -i 's/\"min_score\": 0.8/\"min_score\": 0.1/' info/run.json");
  for (const std::string folder : {"results", "info"}) {
    const auto compared = runs.run({"compare", folder, "out/runs/latest"});
    EXPECT_EQ(compared.status, 2) << folder;
    EXPECT_THAT(compared.err, HasSubstr("was changed after it was written"));
  }
}

TEST(ImportTest, NothingOfARunReachesTheTerminalRaw) {
  const Runs runs;
  runs.recorded(kTwoRight, {"--store", "elsewhere.db", "--output", "out"});
  runs.program().bash(
      "sed -i 's/\"run_id\": \"/&\\\\u001b[2J/; s/\"suite\": \"/&\\\\u001b[2J/' out/runs/latest/run.json; "
      "sed -i 's/\"checksum\"/\"no_checksum\"/' out/runs/latest/run.json");
  const auto imported = runs.run({"import", "out/runs/latest"});
  EXPECT_THAT(imported.out, StartsWith("run \\x1B[2J"));
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"runs"},
                                             {"show"},
                                             {"show", "\x1b[2J"},
                                             {"show", "x\x1b[2J/y"},
                                             {"import", "\x1b[2J"},
                                             {"lint", "\x1b[2J"},
                                             {"merge", "\x1b[2J"},
                                             {"compare", "latest", "\x1b[2J"},
                                             {"explain", "--pairs", "\x1b[2J"}}) {
    const auto ran = runs.run(arguments);
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("\x1b"))) << arguments.front();
  }
}

TEST(ImportTest, WhatIsNoRunIsNamed) {
  const Runs runs;
  runs.program().file("results.jsonl", "");
  const auto alone = runs.run({"import", "results.jsonl"});
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.err, HasSubstr("run.json: error: cannot be read: no such file\n  next: "));
  runs.recorded(kAllRight, {"--output", "out"});
  runs.program().file("out/runs/latest/results.jsonl", "{\n");
  EXPECT_THAT(runs.run({"import", "out/runs/latest"}).err, HasSubstr("was changed after it was written"));
  // As an older version left it, without checksums.
  auto info = Json::parse(runs.program().read("out/runs/latest/run.json"));
  for (const char* checksum : {"checksum", "results_sha256"}) info.erase(checksum);
  runs.program().file("out/runs/latest/run.json", info.dump());
  EXPECT_THAT(runs.run({"import", "out/runs/latest"}).err, HasSubstr("results.jsonl:1: error: "));
}

TEST(MergeTest, RunsOfOtherStoresAreTakenOver) {
  const Runs runs;
  runs.recorded(kAllRight, {"--store", "a.db"});
  runs.recorded(kTwoRight, {"--store", "b.db"});
  const auto merged = runs.run({"merge", "a.db", "b.db", "--store", "all.db"});
  EXPECT_EQ(merged.out,
            "a.db: 1 run added, 0 joined, 4 results added\nb.db: 1 run added, 0 joined, 4 results added\n");
  EXPECT_EQ(
      runs.run({"compare", "latest~1", "latest", "--store", "all.db", "--fail-on", "regression"}).status, 1);
  EXPECT_EQ(Json::parse(runs.run({"merge", "a.db", "--store", "all.db", "--json"}).out).at("runs_joined"), 1);
  EXPECT_EQ(runs.run({"merge", "none.db", "--store", "all.db"}).status, 2);
}

}  // namespace
}  // namespace assay
