// SPDX-License-Identifier: Apache-2.0
// Bad weather: full or read-only disks, kills, two runs at once, odd environments. No finished case is lost,
// and nothing unmeasured is green.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

class WeatherTest : public testing::Test {
 protected:
  void cases(int count, const std::string& expected = "ls") {
    std::vector<Asked> list;
    for (int i = 0; i < count; ++i)
      list.push_back({"c" + std::to_string(i), "prompt " + std::to_string(i), expected});
    project.dataset("set.json", list);
  }
  void configure(const std::string& options = "") {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
    project.ctest("-N");
  }
  Project project;
};

TEST_F(WeatherTest, TwoRunsAtOnceInOneFolderDoNotMix) {
  cases(6);
  project.tool("sleep 0.05; echo ls");
  configure();
  Ran first, second;
  std::thread other([&] { second = project.ctest("-j 2"); });
  first = project.ctest("-j 2");
  other.join();
  EXPECT_EQ(first.status, 0) << first.output;
  EXPECT_EQ(second.status, 0) << second.output;
  const auto ids = project.run_ids();
  ASSERT_THAT(ids, SizeIs(2));
  for (const auto& id : ids) EXPECT_THAT(project.results(project.folder() / "runs" / id), SizeIs(6));
}

TEST_F(WeatherTest, AKilledRunLeavesWhatWasFinishedAndTheNextOneIsWhole) {
  cases(40);
  project.tool("case $1 in 'prompt 39') exec sleep 271828;; esac; echo ls");
  configure("JOBS 2");
  project.sh("(" + project.runner_command() +
             " --gtest_brief=1 & p=$!; "
             "while ! grep -qs '\"c38\"' build/assay/demo/runs/*/fragments/*.jsonl; do sleep 0.05; done; "
             "kill -9 $p; wait $p)");
  ASSERT_THAT(project.run_ids(), SizeIs(1));
  const auto made = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_THAT(made.output, HasSubstr("PARTIAL 39 of 40 cases present"));
  EXPECT_NE(project.sh("pgrep -x -f 'sleep 271828'").status, 0) << "the tool outlived the run";
  project.tool("echo ls");
  EXPECT_EQ(project.ctest("-j 2").status, 0);
  EXPECT_THAT(project.results(project.latest()), SizeIs(40));
}

TEST_F(WeatherTest, ResultsThatCannotBeWrittenAreRed) {
  cases(2);
  project.tool("echo ls");
  project.file("blocked", "a file where a folder should be");
  configure("OUTPUT_DIR ${CMAKE_SOURCE_DIR}/blocked");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("error: cannot create the folder"));
  EXPECT_THAT(ran.output, Not(HasSubstr("Passed")));
}

TEST_F(WeatherTest, AToolThatRemovesTheResultsDuringTheRunIsRedForEveryGate) {
  cases(3);
  for (const char* options : {"GRANULARITY DATASET", "GRANULARITY SHARDS 2 GATE mean MIN_MEAN 0",
                              "GATE strict", "GATE mean MIN_MEAN 0"}) {
    project.tool("[ \"$1\" != 'prompt 2' ] || rm -f " + project.folder().string() +
                 "/runs/*/fragments/*.jsonl; echo ls");
    configure(std::string(options) + " JOBS 1");
    const auto ran = project.ctest("--output-on-failure");
    EXPECT_EQ(ran.status, 8) << options;
    EXPECT_THAT(ran.output, ContainsRegex("\\.jsonl: error: was (removed|changed) during the run"))
        << options;
  }
}

// In a mount namespace of its own. REQUIRES: the privilege to mount.
Ran on_tmpfs(const Project& project, const std::string& options, const std::string& command) {
  return project.sh("mkdir -p out && unshare -m sh -c 'mount -t tmpfs -o " + options + " tmpfs out && { " +
                    command + "; }'");
}

bool can_mount(const Project& project) {
  const bool can = on_tmpfs(project, "size=1m", "true").status == 0;
  if (!can && std::getenv("ASSAY_MUST_RUN"))
    ADD_FAILURE() << "ASSAY_MUST_RUN is set and nothing can be mounted";
  return can;
}

TEST_F(WeatherTest, AFullDiskIsRedAndNamed) {
  if (!can_mount(project)) GTEST_SKIP() << "a small file system needs the privilege to mount";
  cases(40);
  project.tool("head -c 20000 /dev/zero | tr '\\0' x; echo");
  configure("OUTPUT_DIR ${CMAKE_SOURCE_DIR}/out GATE mean MIN_MEAN 0");
  const auto ran = on_tmpfs(project, "size=256k", "ctest --test-dir build --output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("No space left on device"));
  EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+(Failed|Skipped)"));
}

TEST_F(WeatherTest, AReadOnlyFolderIsRedAndNamed) {
  if (!can_mount(project)) GTEST_SKIP() << "a read-only file system needs the privilege to mount";
  cases(2);
  project.tool("echo ls");
  configure("OUTPUT_DIR ${CMAKE_SOURCE_DIR}/out");
  const auto ran = on_tmpfs(project, "ro", "ctest --test-dir build --output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("Read-only file system"));
  EXPECT_THAT(ran.output, Not(HasSubstr("Passed")));
}

TEST_F(WeatherTest, AnEmptyEnvironmentIsEnough) {
  cases(3);
  project.tool("echo ls");
  configure();
  const auto ran = project.sh("env -i " + project.runner_command());
  EXPECT_EQ(ran.status, 0) << ran.output;
}

TEST_F(WeatherTest, ALocaleWithCommasChangesNoFigure) {
  cases(3);
  project.tool("echo 'ls  -l'");
  cases(3, "ls -l");
  configure();
  const auto ran = project.sh("LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 " + project.runner_command());
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(project.read(project.latest() / "junit.xml"), Not(ContainsRegex("time=\"[0-9]+,")));
  EXPECT_EQ(project.json(project.latest() / "metrics.json").at("mean_score"), 0.95);
}

TEST_F(WeatherTest, NoTerminalMeansNoProgressAndNoColours) {
  cases(2, "pwd");
  project.tool("sleep 0.5; echo ls");
  configure("GATE mean MIN_MEAN 0");
  EXPECT_THAT(project.sh("TERM=dumb " + project.runner_command()).output, Not(HasSubstr("\033")));
  EXPECT_THAT(project.runner().output, Not(HasSubstr("answered \033")));
}

TEST_F(WeatherTest, APromptTooLongForAnArgumentIsNamed) {
  project.dataset("set.json", {{"long", std::string(140'000, 'x'), "ls"}});
  project.tool("echo ls");
  configure();
  EXPECT_EQ(project.ctest("").status, 8);
  const auto row = project.results(project.latest()).at("long");
  EXPECT_EQ(row.at("ending"), "spawn_error");
  EXPECT_EQ(row.at("status"), "unmeasured");
}

TEST_F(WeatherTest, TheSameLongPromptOnStandardInputIsAnswered) {
  project.dataset("set.json", {{"long", std::string(140'000, 'x'), "140000"}});
  project.tool("printf %s \"$(cat)\" | wc -c");
  configure("STDIN prompt");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 0) << ran.output;
}

TEST_F(WeatherTest, ADaemonThatHoldsStdoutDoesNotHoldTheRun) {
  cases(1);
  project.tool("sleep 31415 & echo ls");
  configure();
  const auto ran = project.ctest("");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_NE(project.sh("pgrep -x -f 'sleep 31415'").status, 0);
}

TEST_F(WeatherTest, TheFragmentsOfAnotherVersionAreNamedAndRed) {
  cases(1);
  project.tool("echo ls");
  configure();
  project.ctest("");
  project.file((project.latest() / "fragments" / "foreign.json").string(), "{\"id\": 1}\n");
  const auto again = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_NE(again.status, 0);
  EXPECT_THAT(again.output, HasSubstr("foreign.json:1: error: not a result row"));
  EXPECT_THAT(again.output, Not(HasSubstr("accuracy"))) << "figures of what could be read would mislead";
}

TEST_F(WeatherTest, ANewerRunnerReadsAnIndexOfItsOwnVersionOnly) {
  cases(1);
  project.tool("echo ls");
  configure();
  project.file("build/assay/demo/cases.index", "assay-index 0 whatever\n");
  const auto ran = project.runner("--gtest_filter=set.c0");
  EXPECT_EQ(ran.status, 0) << ran.output;
}

}  // namespace
}  // namespace assay
