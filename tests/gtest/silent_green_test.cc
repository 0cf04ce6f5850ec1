// SPDX-License-Identifier: Apache-2.0
// A case that was not asked, not measured or not graded with these settings never looks passed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class SilentGreenTest : public testing::Test {
 protected:
  SilentGreenTest() {
    project.dataset("set.json", {{"right", "list", "ls"}, {"wrong", "where", "pwd"}});
    project.tool(R"(case "$1" in list) echo ls;; *) echo cd;; esac)");
  }
  void configure(const std::string& options) {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  // Reconfigures the same suite with other options, then runs only the aggregate.
  Ran aggregate_under(const std::string& options) {
    configure(options);
    return project.ctest("-V -R demo.aggregate");
  }
  Project project;
};

TEST_F(SilentGreenTest, TheCallersGoogleTestVariablesLeaveNoCaseOut) {
  configure("");
  for (const char* variables :
       {"GTEST_REPEAT=0", "GTEST_FILTER=nothing", "GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=1",
        "TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=1"}) {
    const auto ran = project.sh(std::string(variables) + " ctest --test-dir build");
    EXPECT_EQ(ran.status, 8) << variables << ran.output;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Failed")) << variables;
  }
}

TEST_F(SilentGreenTest, NorInShards) {
  configure("GRANULARITY SHARDS 2");
  const auto ran = project.sh("GTEST_FILTER=nothing GTEST_REPEAT=0 ctest --test-dir build");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_EQ(project.results(project.latest()).size(), 2u);
}

TEST_F(SilentGreenTest, NorDoTheyMakeReportsOfOneCase) {
  configure("GATE mean MIN_MEAN 0.9");
  for (const char* variables :
       {"GTEST_OUTPUT=xml:out/", "XML_OUTPUT_FILE=out.xml", "GTEST_STREAM_RESULT_TO=localhost:1"}) {
    const auto ran = project.sh(std::string(variables) + " ctest --test-dir build -V");
    EXPECT_EQ(ran.status, 8) << variables << ran.output;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.right \\.+ +Passed")) << variables;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Skipped")) << variables;
    EXPECT_EQ(project.results(project.latest()).size(), 2u) << variables;
  }
}

// The cases are those that the run asked, not those that ctest listed last.
TEST_F(SilentGreenTest, ARunOfTheProgramGradesADatasetThatChangedSinceItsListing) {
  configure("GATE mean MIN_MEAN 0.9");
  project.ctest("-N");
  project.dataset("set.json", {{"right", "list", "ls"}, {"renamed", "where", "pwd"}});
  const auto ran = project.sh("build/assay/demo/test_runner");
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.output, HasSubstr("1 pass, 1 miss, 0 unmeasured"));
  EXPECT_THAT(ran.output, HasSubstr("mean score 0.5000 < 0.90"));
  EXPECT_THAT(project.sh("build/assay/demo/test_runner --gtest_filter=set.renamed").output,
              HasSubstr("PARTIAL 1 of 2 cases present"));
}

TEST_F(SilentGreenTest, ADatasetThatChangesWhileCtestRunsIsRedInEveryGranularity) {
  for (const char* granularity : {"CASE", "DATASET", "SHARDS 3"}) {
    project.dataset("first.json", {{"a", "list", "ls"}, {"edit", "edit", "ls"}});
    project.dataset("set.json", {{"b", "list", "ls"}, {"c", "list", "ls"}});
    project.dataset("later.json", {{"x", "list", "ls"}, {"y", "list", "ls"}});
    project.sh("sed -i 's/\"later\"/\"set\"/' later.json");
    project.tool("[ \"$1\" != edit ] || cp '" + (project.root() / "later.json").string() + "' '" +
                 (project.root() / "set.json").string() + "'; echo ls");
    project.cmake_lists(
        "assay_add_suite(NAME demo DATASETS first.json set.json TOOL ./tool.sh GATE mean "
        "MIN_MEAN 0 JOBS 1 GRANULARITY " +
        std::string(granularity) + ")\n");
    ASSERT_EQ(project.configure().status, 0);
    const auto ran = project.ctest("-V");
    EXPECT_EQ(ran.status, 8) << granularity << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("next: run ctest again")) << granularity;
  }
}

// Like an editor that lists tests whenever a file is saved.
TEST_F(SilentGreenTest, ADatasetThatIsListedAnewWhileCtestRunsIsRed) {
  project.dataset("set.json", {{"a", "list", "ls"}, {"edit", "edit", "ls"}, {"z", "where", "ls"}});
  project.dataset("later.json", {{"a", "list", "ls"}, {"edit", "edit", "ls"}, {"z", "another", "ls"}});
  project.sh("sed -i 's/\"later\"/\"set\"/' later.json");
  project.tool("[ \"$1\" != edit ] || { cd '" + project.root().string() +
               "'; cp later.json set.json; ctest --test-dir build -N >&2; }; echo ls");
  configure("GATE mean MIN_MEAN 0");
  const auto ran = project.ctest("-V");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("changed since this call of ctest began"));
  EXPECT_THAT(ran.output, HasSubstr("no report is made of them"));
  EXPECT_NE(project.sh("cmake --build build --target demo_aggregate").status, 0) << "nor at the second look";
}

TEST_F(SilentGreenTest, WhatARunIsOfMayNotChangeBeforeItsReports) {
  project.dataset("set.json", {{"a", "list", "ls"}, {"edit", "edit", "ls"}, {"z", "where", "ls"}});
  const auto root = project.root().string();
  for (const std::string change :
       {"cp other.sh tool.sh", "sed -i s/0.5/0.4/ build/assay/demo/suite.json", "echo >> frob.json"}) {
    project.file("other.sh", "#!/bin/sh\necho ls\n");
    project.file("frob.json", R"({"name": "frob", "options": [{"names": ["-a", "--all"]}]})");
    project.tool("[ \"$1\" != edit ] || { cd '" + root + "'; " + change + "; }; echo ls");
    configure("GATE mean MIN_MEAN 0 MIN_SCORE 0.5 TABLES frob.json");
    const auto ran = project.ctest("-V");
    EXPECT_EQ(ran.status, 8) << change << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("changed since this call of ctest began")) << change;
    EXPECT_THAT(ran.output, HasSubstr("no report is made of them")) << change;
    project.sh("rm build/assay/demo/suite.json");
  }
}

TEST_F(SilentGreenTest, NorBeforeTheEndOfARunOfTheProgram) {
  project.file("other.sh", "#!/bin/sh\necho ls\n");
  project.tool("cd '" + project.root().string() + "'; cp other.sh tool.sh; echo ls");
  configure("GATE mean MIN_MEAN 0 JOBS 1");  // a file cannot be executed while it is being written
  const auto ran = project.runner();
  EXPECT_EQ(ran.status, 2) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("changed while the cases ran"));
  EXPECT_EQ(project.runner().status, 0);
}

TEST_F(SilentGreenTest, ARunWithoutReportsGetsThoseOfWhatItWasOfAlone) {
  const std::function<void()> changes[] = {
      [&] { project.tool("echo rm"); },
      [&] {
        project.dataset("set.json", {{"other", "list", "ls"}, {"wrong", "where", "pwd"}});
        project.ctest("-N");
      }};
  configure("GATE mean MIN_MEAN 0");
  for (const auto& change : changes) {
    project.ctest("-R '\\.set\\.' -FC '.*'");  // no aggregate
    change();
    const auto made = project.sh("cmake --build build --target demo_aggregate");
    EXPECT_NE(made.status, 0);
    EXPECT_THAT(made.output, HasSubstr("no report is made of them"));
  }
}

TEST_F(SilentGreenTest, AnOldRunSaysNothingOfADatasetThatChanged) {
  configure("GATE mean MIN_MEAN 0");
  ASSERT_EQ(project.ctest("").status, 0);
  project.dataset("set.json", {{"right", "list", "ls"}, {"new", "where", "pwd"}});
  const auto made = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_NE(made.status, 0);
  EXPECT_THAT(made.output,
              HasSubstr("set.json: error: this dataset has changed since its cases were listed"));
}

TEST_F(SilentGreenTest, ARunWithADatasetThatCannotBeReadIsNotTheLatest) {
  project.file("bad.json", "{");
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS set.json bad.json TOOL ./tool.sh GATE mean MIN_MEAN 0)\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_FALSE(std::filesystem::exists(project.latest()));
}

TEST_F(SilentGreenTest, ADatasetMayNotBeCalledAsTheSuitesLastTest) {
  project.dataset("aggregate.json", {{"a", "list", "pwd"}});
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS aggregate.json TOOL ./tool.sh GRANULARITY DATASET)\n");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output,
              HasSubstr("dataset name \"aggregate\" is already the name of another test of the suite"));
}

// A continuous dashboard: one ctest process, several rounds.
TEST_F(SilentGreenTest, EachRoundOfOneCtestIsARunOfItsOwn) {
  configure("GATE mean MIN_MEAN 0");
  project.file("better.sh", "#!/bin/sh\necho pwd\n");
  project.file("rounds.cmake",
               "set(CTEST_SOURCE_DIRECTORY ${CTEST_SCRIPT_DIRECTORY})\n"
               "set(CTEST_BINARY_DIRECTORY ${CTEST_SCRIPT_DIRECTORY}/build)\n"
               "ctest_start(Experimental)\nctest_test()\n"
               "file(READ ${CTEST_SCRIPT_DIRECTORY}/better.sh better)\n"
               "file(WRITE ${CTEST_SCRIPT_DIRECTORY}/tool.sh \"${better}\")\nctest_test()\n");
  project.sh("ctest -S rounds.cmake -V");
  EXPECT_EQ(project.run_ids().size(), 2u);
  const auto results = project.results(project.latest());
  EXPECT_EQ(results.at("wrong").at("status"), "pass");
}

TEST_F(SilentGreenTest, RepeatingNoTimesIsAnError) {
  configure("");
  EXPECT_EQ(project.runner("--gtest_repeat=0").status, 3);
}

TEST_F(SilentGreenTest, TheStrictGateDoesNotHoldWhereNothingWasMeasured) {
  project.file(
      "golden.json",
      R"({"name": "golden", "version": "1", "description": "d", "notes": "empty expected_doc_ids = should refuse",
    "queries": [{"id": "pizza", "query": "pizza", "expected_doc_ids": []},
                {"id": "rain", "query": "rain", "expected_doc_ids": []}]})");
  project.tool(R"sh(echo '{"hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}]}')sh");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS golden.json TOOL ./tool.sh ANSWER search)\n");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("0 of 2 cases passed: nothing was measured"));
}

TEST_F(SilentGreenTest, TheStrictGateIsSkippedWhereSomeWereNotMeasured) {
  project.file(
      "golden.json",
      R"({"name": "golden", "version": "1", "description": "d", "notes": "empty expected_doc_ids = should refuse",
    "queries": [{"id": "pizza", "query": "pizza", "expected_doc_ids": []},
                {"id": "rain", "query": "rain", "expected_doc_ids": ["a.md"]}]})");
  project.tool(R"sh(echo '{"hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}]}')sh");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS golden.json TOOL ./tool.sh ANSWER search)\n");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Skipped"));
  EXPECT_THAT(ran.output, HasSubstr("1 of 2 cases passed, 1 not measured"));
}

TEST_F(SilentGreenTest, NoMeanIsReachedByNothing) {
  configure("GATE mean MIN_MEAN 0");
  project.sh("rm tool.sh");
  EXPECT_THAT(project.ctest("-V").output, ContainsRegex("demo.aggregate \\.+\\*+Failed"));
}

TEST_F(SilentGreenTest, ABaselineOfWhatWasNotMeasuredIsRefused) {
  configure("GATE baseline BASELINE base.json");
  project.sh("rm tool.sh");
  project.ctest("");
  const auto accepted = project.sh("cmake --build build --target demo_accept_baseline");
  EXPECT_NE(accepted.status, 0);
  EXPECT_THAT(accepted.output, HasSubstr("2 cases of run"));
  EXPECT_FALSE(std::filesystem::exists(project.root() / "base.json"));
}

TEST_F(SilentGreenTest, AnOldRunSaysNothingOfOtherLevelsScoresOrVariables) {
  project.dataset("set.json", {{"flags", "list", "ls -la"}});
  project.tool("echo 'ls -al'");
  configure("");
  ASSERT_EQ(project.ctest("").status, 0);
  EXPECT_EQ(aggregate_under("").status, 0) << "nothing changed";
  for (const char* options : {"MIN_SCORE 0.95", "LEVELS exact", "ENV A=b", "TIMEOUT 3"}) {
    const auto ran = aggregate_under(options);
    EXPECT_EQ(ran.status, 8) << options << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("other grading options"));
  }
}

TEST_F(SilentGreenTest, AnOldRunSaysNothingOfAnotherScript) {
  project.dataset("set.json", {{"flags", "list", "ls"}});
  project.file("ask.sh", "echo ls\n");
  project.cmake_lists(
      "assay_add_suite(NAME demo DATASETS set.json TOOL sh ${CMAKE_CURRENT_SOURCE_DIR}/ask.sh {prompt})\n");
  ASSERT_EQ(project.configure().status, 0);
  ASSERT_EQ(project.ctest("").status, 0);
  project.file("ask.sh", "echo rm\n");
  EXPECT_EQ(project.ctest("-R demo.aggregate").status, 8);
}

TEST_F(SilentGreenTest, ADatasetThatCannotBeReadIsNotBlamedOnAnOldRun) {
  configure("");
  project.ctest("");
  project.file("set.json", "{");
  const auto ran = project.ctest("-V -R demo.aggregate");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("nothing was run: the files above cannot be read"));
  EXPECT_THAT(ran.output, Not(HasSubstr("stored:")));
}

}  // namespace
}  // namespace assay
