// SPDX-License-Identifier: Apache-2.0
// When ctest has ended, every run of a suite is in its store, and two of them can be compared at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "stored_project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

class StoreTest : public StoredProject {
 protected:
  nlohmann::json shown() const { return nlohmann::json::parse(assay("show --json").output); }
  std::string until_two_are_stored() const {
    return "until " ASSAY_PROGRAM " runs --store " + store().string() +
           " | grep -q ' 2 results .* unfinished '; do :; done";
  }

  static constexpr const char* kOneWrong =
      R"(case "$1" in list) echo ls;; 'list all') echo 'ls -l';; *) echo pwd;; esac)";
};

TEST_F(StoreTest, TwoRunsOfCtestAreComparedAtOnce) {
  configure();
  EXPECT_EQ(project.ctest("").status, 0);
  project.tool(kOneWrong);
  EXPECT_EQ(project.ctest("").status, 8);
  for (const char* folder : {".", "build"}) {
    EXPECT_THAT(assay("runs", folder).output,
                ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
    const auto compared = assay("compare latest~1 latest --fail-on regression", folder);
    EXPECT_EQ(compared.status, 1) << compared.output;
    EXPECT_THAT(compared.output, AllOf(HasSubstr("set.flags"), HasSubstr("tool tool.sh differs")));
  }
  EXPECT_EQ(assay("compare latest latest --fail-on regression").status, 0);
}

TEST_F(StoreTest, TheReportShowsTheRunAmongTheEarlierOnes) {
  const auto has_trend = [&] {
    return project.sh("grep -c 'Passed, run by run' " + (project.latest() / "report.html").string()).status ==
           0;
  };
  configure();
  EXPECT_EQ(project.ctest("").status, 0);
  EXPECT_FALSE(has_trend()) << "there is none";
  project.tool(kOneWrong);
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_TRUE(has_trend());
}

TEST_F(StoreTest, WhatTheStoreHasNotYetOfARunIsAdded) {
  configure();
  project.ctest("-N");
  EXPECT_EQ(project.sh(project.runner_command()).status, 0);
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(store().c_str(), &database), SQLITE_OK);
  ASSERT_EQ(
      sqlite3_exec(database, "DELETE FROM eval_figures WHERE query_id = 'third'", nullptr, nullptr, nullptr),
      SQLITE_OK);
  ASSERT_EQ(sqlite3_close(database), SQLITE_OK);
  EXPECT_THAT(assay("runs").output, ContainsRegex("2 results of +3 cases"));
  EXPECT_EQ(project.sh("cmake --build build --target demo_aggregate").status, 0);
  EXPECT_THAT(assay("runs").output, ContainsRegex("3 results of +3 cases"));
}

TEST_F(StoreTest, TheAggregateSaysHowToCompare) {
  configure();
  EXPECT_THAT(project.ctest("-V").output,
              HasSubstr("stored: assay compare latest~1 latest --store " + store().string()));
}

TEST_F(StoreTest, TheRunIsTheOneOfTheReports) {
  configure();
  project.ctest("");
  auto stored = shown();
  EXPECT_EQ(stored, project.json(project.latest() / "metrics.json"));
  auto report = project.read(project.latest() / "report.md");
  const std::string picture = "![Accuracy, with 95 % intervals](accuracy.svg)\n\n";
  ASSERT_NE(report.find(picture), std::string::npos);
  EXPECT_EQ(assay("report").output, report.erase(report.find(picture), picture.size()))
      << "what is printed has no picture beside it";
}

TEST_F(StoreTest, TheRunIsPinned) {
  project.sh(
      "git init -q . && git -c user.name=n -c user.email=e@example.org commit -q --allow-empty -m first");
  configure("TIMEOUT 7");
  project.ctest("");
  const auto run = shown().at("run");
  EXPECT_EQ(run.at("tool_path"), (project.root() / "tool.sh").string());
  EXPECT_EQ(run.at("tool_sha256").get<std::string>().size(), 64);
  EXPECT_EQ(run.at("datasets").at(0).at("version"), "1.0.0");
  EXPECT_EQ(run.at("datasets").at(0).at("sha256").get<std::string>().size(), 64);
  EXPECT_EQ(run.at("level_versions").size(), run.at("levels").size());
  EXPECT_EQ(run.at("limits").at("timeout_ms"), "7000");
  EXPECT_EQ(run.at("commit").get<std::string>().size(), 40);
  EXPECT_EQ(run.at("dirty"), false);
}

// The last case waits, while the run goes on, until the two before it are stored.
TEST_F(StoreTest, AProcessThatRunsTheWholeSuiteCommitsEachFinishedCase) {
  configure("JOBS 1");
  project.tool(R"([ "$1" = where ] && )" + until_two_are_stored() + "; " + kAllRight);
  const auto ran = project.runner();
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(assay("runs").output, ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
}

TEST_F(StoreTest, AKilledProcessLosesNoFinishedCase) {
  configure("JOBS 1");
  project.tool(R"([ "$1" = where ] && { )" + until_two_are_stored() +
               "; until [ -s pid ]; do :; done; kill -KILL $(cat pid); }; " + kAllRight);
  EXPECT_NE(project.sh(project.runner_command() + " & echo $! > pid; wait $!").status, 0);
  EXPECT_THAT(assay("runs").output, ContainsRegex("2 results of +3 cases .*% passed  unfinished +demo"));
}

TEST_F(StoreTest, ProcessesOfOneCaseDoNotOpenIt) {
  configure();
  EXPECT_EQ(project.ctest("-R set -FC .").status, 0) << "without the aggregate";
  EXPECT_FALSE(fs::exists(store()));
}

TEST_F(StoreTest, OneCaseThatAnEditorRunsIsNotKept) {
  configure();
  ASSERT_EQ(project.ctest("-N").status, 0);
  const auto ran = project.runner("--gtest_filter=set.right");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, Not(HasSubstr("stored: ")));
  EXPECT_FALSE(fs::exists(store()));
}

TEST_F(StoreTest, ARerunIsARunOfItsOwn) {
  configure();
  project.tool("echo ls");
  project.ctest("");
  const auto first = shown().at("run").at("run_id");
  project.tool(kAllRight);
  project.ctest("--rerun-failed");
  const auto again = nlohmann::json::parse(assay("show --json " + project.run_ids().back()).output);
  EXPECT_EQ(again.at("run").at("parent_run_id"), first);
  EXPECT_THAT(assay("runs").output, ContainsRegex("2 results of +3 cases .*% passed  partial"));
  EXPECT_EQ(shown().at("run").at("run_id"), first) << "latest is a run of all cases";
}

// The tool creates a folder where a report is to be written.
TEST_F(StoreTest, ARunWhoseReportsCannotBeWrittenIsRedAndKeptAndTheReportsCanBeMadeLater) {
  configure();
  project.tool("for run in '" + project.folder().string() +
               "'/runs/0*; do mkdir -p $run/metrics.json; done; " + kAllRight);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("metrics.json"));
  EXPECT_THAT(assay("runs").output, ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
  const auto run = project.folder() / "runs" / project.run_ids().back();
  EXPECT_FALSE(fs::exists(run / "run.json")) << "which is there when all reports are";

  fs::remove(run / "metrics.json");
  const auto again = project.runner("--assay_aggregate");
  EXPECT_EQ(again.status, 0) << again.output;
  for (const char* report : {"results.jsonl", "metrics.json", "junit.xml", "report.md", "run.json"})
    EXPECT_TRUE(fs::is_regular_file(run / report)) << report;
}

TEST_F(StoreTest, OneThatCannotBeUsedIsRedAndLosesNoReport) {
  configure("GATE mean MIN_MEAN 0 STORE blocked.db");
  fs::create_directory(project.root() / "blocked.db");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output,
              AllOf(ContainsRegex("demo.aggregate \\.+\\*+Failed"), HasSubstr("IS NOT IN THE STORE"),
                    HasSubstr("blocked.db: error: "), Not(ContainsRegex("set.right \\.+\\*+Failed"))));
  EXPECT_EQ(project.results(project.latest()).size(), 3);
  EXPECT_THAT(project.read(project.latest() / "report.md"), HasSubstr("accuracy"));

  fs::remove(project.root() / "blocked.db");
  const auto again = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_EQ(again.status, 0) << again.output;
  EXPECT_THAT(assay("runs --store blocked.db").output,
              ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
}

TEST_F(StoreTest, WhatIsNoStoreIsRedInOneProcessToo) {
  configure("STORE blocked.db");
  project.ctest("");
  project.file("blocked.db", "this is no store, but something that somebody needs");
  const auto ran = project.runner();
  EXPECT_EQ(ran.status, 2) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("the cases are run all the same"), HasSubstr("IS NOT IN THE STORE"),
                                HasSubstr("3 pass, 0 miss")));
  EXPECT_THAT(project.read("blocked.db"), HasSubstr("somebody needs")) << "what is no store is left as it is";
}

TEST_F(StoreTest, OneThatIsRemovedDuringTheRunIsMadeAgainAtItsEnd) {
  configure("JOBS 1");
  project.tool(R"([ "$1" != 'list all' ] || rm -f )" + store().string() + "*; " + kAllRight);
  const auto ran = project.runner();
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("the cases are run all the same"), HasSubstr("stored: ")));
  EXPECT_THAT(assay("runs").output, ContainsRegex("3 results of +3 cases .*% passed  finished +demo"));
  EXPECT_EQ(shown(), project.json(project.latest() / "metrics.json"));
}

TEST_F(StoreTest, CanBeElsewhereOrNowhere) {
  configure("STORE all.db");
  project.ctest("");
  EXPECT_TRUE(fs::exists(project.root() / "all.db"));
  EXPECT_EQ(project.sh("ASSAY_STORE=$PWD/mine.db " + project.runner_command()).status, 0);
  EXPECT_TRUE(fs::exists(project.root() / "mine.db"));
  configure("STORE OFF");
  EXPECT_THAT(project.ctest("-V").output, Not(HasSubstr("stored: ")));
  EXPECT_FALSE(fs::exists(store()));
}

TEST_F(StoreTest, OfSeveralSuitesOneIsNamed) {
  project.cmake_lists(
      "assay_add_suite(NAME one DATASETS set.json TOOL ./tool.sh)\n"
      "assay_add_suite(NAME two DATASETS set.json TOOL ./tool.sh)\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
  EXPECT_THAT(assay("runs").output, HasSubstr("build/assay/one/assay.db, build/assay/two/assay.db"));
  EXPECT_THAT(assay("runs --suite two").output, HasSubstr("finished    two"));
}

TEST_F(StoreTest, ARegradedRunIsBesideTheOldOne) {
  configure();
  project.ctest("");
  EXPECT_EQ(assay("regrade latest --levels exact").status, 1);
  EXPECT_FALSE(fs::exists(project.root() / "assay.db")) << "a store here would hide the suite's";
  EXPECT_THAT(assay("compare latest~1 latest").output, HasSubstr("levels differ"));
}

TEST_F(StoreTest, ReportsMadeAgainAreTheSameUnderABaseline) {
  project.file("base.json", R"({"passed": ["set.flags"]})");
  project.tool(kOneWrong);
  configure("GATE baseline BASELINE base.json");
  EXPECT_EQ(project.ctest("").status, 8);
  const auto first = project.read(project.latest() / "junit.xml");
  EXPECT_THAT(first, HasSubstr("<failure message=\"REGRESSION"));
  EXPECT_EQ(assay("report latest --output again").status, 0);
  EXPECT_THAT(project.read(project.root() / "again" / "junit.xml"),
              HasSubstr("<failure message=\"REGRESSION"));
  EXPECT_EQ(project.runner("--gtest_output=xml:own.xml").status, 1);
  EXPECT_THAT(project.sh("cat $(find . -name own.xml)").output, HasSubstr("<failure message=\"REGRESSION"));
}

}  // namespace
}  // namespace assay
