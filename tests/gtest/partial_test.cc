// SPDX-License-Identifier: Apache-2.0
// A part of a suite is never mistaken for the whole.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class PartialTest : public testing::Test {
 protected:
  PartialTest() {
    project.dataset("set.json", {{"a", "list", "ls"}, {"b", "list", "ls"}, {"wrong", "where", "pwd"}});
    project.tool(R"(case "$1" in list) echo ls;; *) echo cd;; esac)");
  }
  void configure(const std::string& options) {
    project.suite(options);
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  Ran build(const std::string& target) const { return project.sh("cmake --build build --target " + target); }
  std::string runs() const {
    return project.sh(ASSAY_PROGRAM " runs --store build/assay/demo/assay.db").output;
  }
  Project project;
};

TEST_F(PartialTest, AnAggregateByHandDoesNotHold) {
  for (const char* gate : {"GATE strict", "GATE mean MIN_MEAN 0"}) {
    configure(gate);
    EXPECT_EQ(project.ctest("-R 'set\\.[ab]$'").status, 0) << "what was asked for passed";
    const auto made = build("demo_aggregate");
    EXPECT_NE(made.status, 0) << gate;
    EXPECT_THAT(made.output, HasSubstr("PARTIAL 2 of 3"));
    EXPECT_NE(project.runner("--assay_aggregate").status, 0) << gate;
  }
}

// As in an editor that runs each test with a separate ctest.
TEST_F(PartialTest, OneCaseAfterTheOtherLeavesNoRunAndARedAggregateOnlyForAMiss) {
  configure("");
  EXPECT_EQ(project.ctest("").status, 8);
  for (const std::string name : {"a", "b", "wrong"}) {
    const auto ran = project.ctest("-R '^demo\\.set\\." + name + "$'");
    EXPECT_THAT(ran.output, ContainsRegex("demo.aggregate \\.+\\*+" +
                                          std::string(name == "wrong" ? "Failed" : "Skipped")))
        << name;
  }
  EXPECT_THAT(runs(), Not(HasSubstr("partial")));
}

TEST_F(PartialTest, WhatDidNotPassIsRunAgainByATarget) {
  configure("");
  EXPECT_NE(build("demo_misses").status, 0) << "no run yet";
  project.ctest("");
  const auto again = build("demo_misses");
  EXPECT_NE(again.status, 0);
  EXPECT_THAT(again.output, AllOf(HasSubstr("set.wrong"), Not(HasSubstr("set.a"))));
  project.tool(R"(case "$1" in list) echo ls;; *) echo pwd;; esac)");
  EXPECT_EQ(build("demo_misses").status, 0);
}

TEST_F(PartialTest, ASkipIsOneToEditors) {
  configure("GATE mean MIN_MEAN 0");
  project.file("CTestConfig.cmake", "");
  const auto ran = project.sh("cd build && : > DartConfiguration.tcl && ctest -T Test");
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.wrong \\.+\\*+Skipped"));
  EXPECT_THAT(project.sh("cat build/Testing/*/Test.xml").output,
              AllOf(HasSubstr("SKIP_REGULAR_EXPRESSION_MATCHED"), Not(HasSubstr("SKIP_RETURN_CODE"))));
}

TEST_F(PartialTest, NobodyGuessesWhatASkipSays) {
  configure("");
  project.tool("for f in 1 2; do printf 'skipped-\\nSkipped\\n' > /proc/$PPID/fd/$f; done; exit 77");
  EXPECT_THAT(project.ctest("").output, Not(ContainsRegex("set.wrong \\.+\\*+Skipped")));
}

TEST_F(PartialTest, ABaselineIsNotTakenFromAnOlderRunWithoutAWord) {
  configure("GATE baseline BASELINE base.json");
  project.ctest("");
  project.ctest("-R 'set\\.[ab]$'");
  const auto refused = build("demo_accept_baseline");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.output, HasSubstr("the newest run has not all cases"));
  EXPECT_FALSE(std::filesystem::exists(project.root() / "base.json"));
  const auto id = std::filesystem::read_symlink(project.latest()).string();
  EXPECT_EQ(project.runner("--assay_accept_baseline --assay_run=" + id).status, 0);
}

TEST_F(PartialTest, NorFromOneOfAnotherDataset) {
  configure("GATE baseline BASELINE base.json");
  project.ctest("");
  project.dataset("set.json", {{"a", "list", "ls"}, {"other", "where", "pwd"}});
  project.ctest("-N");
  const auto refused = build("demo_accept_baseline");
  EXPECT_NE(refused.status, 0);
  EXPECT_THAT(refused.output, HasSubstr("is of another dataset set"));
}

TEST_F(PartialTest, NothingMeasuredIsRedUnderTheBaseline) {
  configure("GATE baseline BASELINE base.json");
  project.file("base.json", R"({"passed": []})");
  project.sh("rm tool.sh");
  EXPECT_THAT(project.ctest("").output, ContainsRegex("demo.aggregate \\.+\\*+Failed"));
}

TEST_F(PartialTest, AProgramThatListsNothingIsRed) {
  project.sh("cp /bin/true runner");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh)\n");
  ASSERT_EQ(project.configure().status, 0);
  project.sh(
      "sed -i 's|^set(assay_runner .*|set(assay_runner \"'$PWD'/runner\")|' build/assay/demo/discover.cmake");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, HasSubstr("is no program of a suite"));
}

TEST_F(PartialTest, AListThatWasCutOffIsMadeAgain) {
  configure("");
  project.ctest("-N");
  for (const char* cut : {"sed -i 1q", "sed -i '$d'"}) {
    project.sh(std::string(cut) + " build/assay/demo/cases.cmake");
    EXPECT_THAT(project.ctest("-N").output, HasSubstr("Total Tests: 4")) << cut;
  }
}

}  // namespace
}  // namespace assay
