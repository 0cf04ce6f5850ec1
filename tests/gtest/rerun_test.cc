// SPDX-License-Identifier: Apache-2.0
// Asking again, or asking only some cases, turns no red suite green.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr int kRed = 8;  // of ctest

class RerunTest : public testing::Test {
 protected:
  // "unsteady" is answered wrongly as long as there is no file `steady`.
  RerunTest() {
    project.dataset("set.json",
                    {{"right", "list", "ls"}, {"flaky", "unsteady", "ls"}, {"wrong", "where", "pwd"}});
    project.tool("cd '" + project.root().string() +
                 "'\ncase $1 in list) echo ls;; unsteady) [ -e steady ] && echo ls || echo rm;; "
                 "absent) [ -e steady ] && echo ls || exit 75;; *) echo cd;; esac");
  }
  void configure(const std::string& options) {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  void without_the_wrong_one() {
    project.dataset("set.json", {{"right", "list", "ls"}, {"flaky", "unsteady", "ls"}});
  }
  void steady() { project.file("steady", ""); }
  std::string suites_report() const { return project.read(project.folder() / "demo.junit.xml"); }
  std::string newest_report() const {
    return project.read(project.folder() / "runs" / project.run_ids().back() / "junit.xml");
  }
  Project project;
};

constexpr const char* kPassedGate = "<testcase name=\"gate\" classname=\"demo\" time=\"0.000000\"/>";

class PartOfASuite : public RerunTest, public testing::WithParamInterface<const char*> {};

TEST_P(PartOfASuite, FailsAsSoonAsACaseInItMissed) {
  configure(GetParam());
  project.file("base.json", R"({"passed": []})");
  for (const char* part : {"-I 2,3", "-R 'flaky|wrong'", "-E 'right'", "-R 'demo.set.wrong$'"}) {
    const auto ran = project.ctest(std::string("-V ") + part);
    EXPECT_EQ(ran.status, kRed) << part << ran.output;
    EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Failed")) << part;
    EXPECT_THAT(ran.output, ContainsRegex("PARTIAL [12] of 3 cases present, [12] not asked: [12] missed"))
        << part;
    EXPECT_THAT(suites_report(), AllOf(HasSubstr("PARTIAL"), Not(HasSubstr(kPassedGate)))) << part;
    EXPECT_THAT(newest_report(), AllOf(HasSubstr("PARTIAL"), Not(HasSubstr(kPassedGate)))) << part;
  }
}

TEST_P(PartOfASuite, IsOtherwiseASkipThatSaysHowManyWereNotAsked) {
  configure(GetParam());
  project.file("base.json", R"({"passed": ["set.right"]})");
  for (const char* part : {"-I 1,1", "-R right", "-L basic -E 'flaky|wrong'"}) {
    const auto ran = project.ctest(std::string("-V ") + part);
    EXPECT_EQ(ran.status, 0) << part << ran.output;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.right \\.+ +Passed")) << part;
    EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Skipped")) << part;
    EXPECT_THAT(ran.output, HasSubstr("PARTIAL 1 of 3 cases present, 2 not asked")) << part;
    EXPECT_THAT(suites_report(), Not(HasSubstr(kPassedGate))) << part;
    EXPECT_THAT(newest_report(), Not(HasSubstr(kPassedGate))) << part;
  }
}

TEST_P(PartOfASuite, IsTheSameInOneProcess) {
  configure(GetParam());
  project.file("base.json", R"({"passed": ["set.right"]})");
  ASSERT_EQ(project.ctest("-N").status, 0);
  EXPECT_EQ(project.runner("--gtest_filter=set.right").status, 0);
  for (const char* filter : {"set.wrong", "set.right:set.wrong", "*-set.flaky"}) {
    const auto ran = project.runner(std::string("--gtest_filter='") + filter + "'");
    EXPECT_EQ(ran.status, 1) << filter << ran.output;
    EXPECT_THAT(ran.output, HasSubstr("PARTIAL")) << filter;
    EXPECT_THAT(newest_report(), Not(HasSubstr(kPassedGate))) << filter;
  }
  EXPECT_EQ(project.sh("GTEST_FILTER=set.wrong " + project.runner_command()).status, 1);
}

// The test that would judge the miss is left out, so the case cannot leave that to it.
TEST_P(PartOfASuite, WithoutItsAggregateHasNoToleratedMisses) {
  configure(GetParam());
  project.file("base.json", R"({"passed": ["set.right"]})");
  for (const char* part : {"-E aggregate", "-R '\\.set\\.' -FC assay.demo", "-R '\\.set\\.' -FA '.*'"}) {
    const auto ran = project.ctest(std::string(part) + " --output-on-failure");
    EXPECT_EQ(ran.status, kRed) << part << ran.output;
    EXPECT_THAT(ran.output, Not(HasSubstr("demo.aggregate ."))) << part;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.right \\.+ +Passed")) << part;
    EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Failed")) << part;
    EXPECT_THAT(suites_report(), HasSubstr("has no report")) << part;
  }
}

TEST_P(PartOfASuite, WhoseAggregateIsNotExcludedToleratesThem) {
  configure(GetParam());
  project.file("base.json", R"({"passed": ["set.right"]})");
  const auto ran = project.ctest("-E 'another.aggregate|flaky'");
  EXPECT_THAT(ran.output, Not(ContainsRegex("demo.set.wrong \\.+\\*+Failed")));
  EXPECT_EQ(ran.status, kRed);
}

INSTANTIATE_TEST_SUITE_P(EveryToleratingGate, PartOfASuite,
                         testing::Values("GATE mean MIN_MEAN 0.1", "GATE baseline BASELINE base.json"));

TEST_F(RerunTest, WhatMissedOnceDoesNotPassBecauseItWasAskedAgain) {
  without_the_wrong_one();
  for (const char* options : {"GATE strict", "GATE strict GRANULARITY DATASET",
                              "GATE strict GRANULARITY SHARDS 2", "GATE baseline BASELINE base.json"}) {
    project.file("base.json", R"({"passed": ["set.right", "set.flaky"]})");
    project.sh("rm -rf steady build");
    configure(options);
    ASSERT_EQ(project.ctest("").status, kRed) << options;
    steady();
    for (int time = 1; time <= 3; ++time) {
      const auto again = project.ctest("--rerun-failed -V");
      EXPECT_EQ(again.status, kRed) << options << time << again.output;
      EXPECT_THAT(again.output, HasSubstr("these passed now, and missed before: set.flaky")) << options;
      EXPECT_THAT(suites_report(), Not(HasSubstr(kPassedGate))) << options;
    }
    EXPECT_EQ(project.ctest("").status, 0) << "a run of the whole suite begins anew: " << options;
  }
}

TEST_F(RerunTest, NorIfEveryCaseIsAskedAgain) {
  project.dataset("set.json", {{"flaky", "unsteady", "ls"}});
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  for (int time = 1; time <= 3; ++time) {
    EXPECT_EQ(project.ctest("--rerun-failed").status, kRed) << time;
    EXPECT_THAT(newest_report(), AllOf(HasSubstr("flakyFailure"), Not(HasSubstr(kPassedGate)))) << time;
  }
  EXPECT_NE(project.sh("cmake --build build --target demo_misses").status, 0);
  EXPECT_NE(project.sh("cmake --build build --target demo_misses").status, 0);
}

TEST_F(RerunTest, NorByNameOrByTheTargetForMisses) {
  without_the_wrong_one();
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  const auto by_name = project.ctest("-R 'demo.set.flaky$' --output-on-failure");
  EXPECT_EQ(by_name.status, kRed);
  EXPECT_THAT(by_name.output, ContainsRegex("demo.set.flaky \\.+ +Passed")) << "the case itself does";
  EXPECT_NE(project.sh("cmake --build build --target demo_misses").status, 0);
  EXPECT_EQ(project.ctest("-R 'demo.set.right$'").status, 0) << "it never missed";
}

TEST_F(RerunTest, NorByCtestsOwnRepeats) {
  without_the_wrong_one();
  configure("");
  project.tool("cd '" + project.root().string() + "'; [ -e steady ] && echo ls || { : > steady; echo rm; }");
  EXPECT_EQ(project.ctest("--repeat until-pass:3").status, kRed);
  EXPECT_THAT(newest_report(), HasSubstr("flakyFailure"));
}

TEST_F(RerunTest, AnotherToolStartsAfresh) {
  without_the_wrong_one();
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  project.tool("echo ls");
  const auto again = project.ctest("--rerun-failed -V");
  EXPECT_EQ(again.status, 0) << again.output;
  EXPECT_THAT(again.output, HasSubstr("PARTIAL 1 of 2 cases present, 1 not asked"));
}

TEST_F(RerunTest, AToolWithAnotherTimeAloneIsTheSameTool) {
  without_the_wrong_one();
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  project.sh("touch -d '+1 hour' tool.sh");
  EXPECT_EQ(project.ctest("--rerun-failed").status, kRed);
}

TEST_F(RerunTest, ARerunThatWasCutShortCountsToo) {
  project.dataset("set.json",
                  {{"right", "list", "ls"}, {"flaky", "unsteady", "ls"}, {"other", "other", "pwd"}});
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  project.ctest("--rerun-failed -FC '.*' -E 'aggregate|other'");  // flaky passes; no report
  const auto again = project.ctest("-R 'flaky'");
  EXPECT_EQ(again.status, kRed) << again.output;
  EXPECT_NE(project.sh("cmake --build build --target demo_aggregate").status, 0);
}

TEST_F(RerunTest, OfARunThatStoppedAtItsFirstFailure) {
  without_the_wrong_one();
  configure("");
  ASSERT_EQ(project.ctest("--stop-on-failure").status, kRed);
  steady();
  EXPECT_EQ(project.ctest("--rerun-failed").status, kRed);
}

class UnavailableTest : public RerunTest {
 protected:
  // "absent" cannot be asked as long as there is no file `steady`.
  UnavailableTest() {
    project.file("tool.json", nlohmann::json{{"name", "tool"},
                                             {"argv", {(project.root() / "tool.sh").string(), "{prompt}"}},
                                             {"unavailable", {{"exit_codes", {75}}}}}
                                  .dump());
  }
  void configure(const std::string& options) {
    project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL_FILE tool.json " + options + ")\n");
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
};

TEST_F(UnavailableTest, WhatCouldNotBeAskedMayBeAskedAgain) {
  project.dataset("set.json", {{"right", "list", "ls"}, {"absent", "absent", "ls"}});
  configure("");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  const auto again = project.ctest("--rerun-failed -V");
  EXPECT_EQ(again.status, 0) << again.output;
  EXPECT_THAT(again.output, HasSubstr("PARTIAL 1 of 2 cases present, asked again; together with"));
  EXPECT_THAT(newest_report(), Not(HasSubstr(kPassedGate)));
}

// Only the case that could not be asked is red, and the mean of all of them is too low.
TEST_F(UnavailableTest, TheGateIsThenAppliedToTheWhole) {
  project.dataset("set.json",
                  {{"right", "list", "ls"}, {"wrong", "where", "pwd"}, {"absent", "absent", "ls"}});
  configure("GATE mean MIN_MEAN 0.9");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  for (int time = 1; time <= 2; ++time) {
    const auto again = project.ctest("--rerun-failed -V");
    EXPECT_EQ(again.status, kRed) << again.output;
    EXPECT_THAT(again.output, HasSubstr("the gate does not hold: mean score 0.6667 < 0.90")) << time;
  }
}

TEST_F(UnavailableTest, OrHoldsForTheWhole) {
  project.dataset("set.json",
                  {{"right", "list", "ls"}, {"wrong", "where", "pwd"}, {"absent", "absent", "ls"}});
  configure("GATE mean MIN_MEAN 0.6");
  ASSERT_EQ(project.ctest("").status, kRed);
  steady();
  EXPECT_EQ(project.ctest("--rerun-failed").status, 0);
}

TEST_F(UnavailableTest, APartWhoseCaseCannotBeAskedFails) {
  project.dataset("set.json", {{"right", "list", "ls"}, {"absent", "absent", "ls"}});
  configure("");
  EXPECT_THAT(project.ctest("-R absent").output, ContainsRegex("demo.aggregate \\.+\\*+Failed"));
}

TEST_F(RerunTest, PlannedRepeatsAreOneAsking) {
  project.dataset("set.json", {{"a", "list", "ls"}});
  project.tool("cd '" + project.root().string() +
               "'; echo x >> asked; [ $(wc -l < asked) -gt 2 ] && echo ls || echo rm");
  configure("REPEAT 3 JOBS 1");
  EXPECT_EQ(project.ctest("").status, 0) << "the last attempt decides";
}

TEST_F(RerunTest, UnmeasuredCasesMayBeErrors) {
  project.file(
      "golden.json",
      R"({"name": "golden", "version": "1", "description": "d", "notes": "empty expected_doc_ids = should refuse",
    "queries": [{"id": "pizza", "query": "pizza", "expected_doc_ids": []},
                {"id": "rain", "query": "rain", "expected_doc_ids": ["a.md"]}]})");
  project.tool(R"sh(echo '{"hits": [{"chunk_id": "a.md#x", "doc_id": "a.md"}]}')sh");
  const auto run = [&](const std::string& options) {
    project.cmake_lists("assay_add_suite(NAME demo DATASETS golden.json TOOL ./tool.sh ANSWER search " +
                        options + ")\n");
    EXPECT_EQ(project.configure().status, 0);
    return project.ctest("--output-on-failure");
  };
  for (const std::string gate : {"GATE strict", "GATE mean MIN_MEAN 0"}) {
    EXPECT_EQ(run(gate).status, 0) << gate;
    EXPECT_EQ(run(gate + " UNMEASURED skip").status, 0) << gate;
    for (const std::string granularity : {"DATASET", "CASE"}) {
      const auto ran = run(gate + " UNMEASURED error GRANULARITY " + granularity);
      EXPECT_EQ(ran.status, kRed) << gate << ran.output;
      EXPECT_THAT(ran.output, HasSubstr("error: UNMEASURED")) << gate;
      EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+Failed")) << gate;
      EXPECT_THAT(suites_report(),
                  AllOf(HasSubstr("<error message=\"UNMEASURED"), Not(HasSubstr(kPassedGate))));
      EXPECT_NE(project.runner().status, 0) << gate;
    }
    EXPECT_EQ(project.ctest("-R pizza").status, kRed) << gate;
  }
}

}  // namespace
}  // namespace assay
