// SPDX-License-Identifier: Apache-2.0
// The report that CI reads, <suite>.junit.xml, is always that of the newest call, however it ended.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ReportTest : public testing::Test {
 protected:
  ReportTest() {
    project.dataset("set.json", {{"right", "list", "ls"}, {"wrong", "where", "pwd"}});
    project.tool(R"(case "$1" in list) echo ls;; *) echo cd;; esac)");
    project.suite("GATE mean MIN_MEAN 0");
    EXPECT_EQ(project.configure().status, 0);
    EXPECT_EQ(project.ctest("").status, 0);
    EXPECT_THAT(report(),
                AllOf(HasSubstr("name=\"right\""), HasSubstr("name=\"wrong\""), Not(HasSubstr("<error"))));
  }
  std::string report() const { return project.read(project.folder() / "demo.junit.xml"); }
  Project project;
};

TEST_F(ReportTest, ADatasetThatBreaksLeavesAnError) {
  project.file("set.json", "{");
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_THAT(report(),
              AllOf(HasSubstr("errors=\"1\""), HasSubstr("set.json"), Not(HasSubstr("name=\"right\""))));
}

TEST_F(ReportTest, ACallWithoutItsLastTestLeavesAnError) {
  project.ctest("-E aggregate -FC '.*'");
  EXPECT_THAT(report(), AllOf(HasSubstr("<error message=\"run "), HasSubstr("was begun and has no report")));
  EXPECT_NE(project.sh("cmake --build build --target demo_aggregate").status, 2);
  EXPECT_THAT(report(), AllOf(HasSubstr("name=\"wrong\""), Not(HasSubstr("<error")))) << "made up for later";
}

TEST_F(ReportTest, AProgramThatIsKilledLeavesAnError) {
  project.tool("until [ -s pid ]; do :; done; kill -KILL $(cat pid); sleep 9");
  project.sh("rm pid; build/assay/demo/test_runner & echo $! > pid; wait");
  EXPECT_THAT(report(), HasSubstr("was begun and has no report"));
}

TEST_F(ReportTest, ASelectionGetsItsCases) {
  project.ctest("-R 'demo\\.set\\.right'");
  EXPECT_THAT(report(), AllOf(HasSubstr("name=\"right\""), Not(HasSubstr("name=\"wrong\""))));
}

TEST_F(ReportTest, AToolThatChangesUnderTheRunLeavesAnError) {
  project.tool("[ \"$1\" != list ] || echo '# changed' >> '" + (project.root() / "tool.sh").string() +
               "'; echo ls");
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_THAT(report(), HasSubstr("<error"));
}

TEST_F(ReportTest, ASuiteThatCannotBeListedLeavesAnError) {
  project.sh("sed -i 's/\"granularity\": \"CASE\"/\"granularity\": \"NONE\"/' build/assay/demo/suite.json");
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_THAT(report(), AllOf(HasSubstr("<error message=\"the cases cannot be listed\">"),
                              HasSubstr("a suite's \"granularity\" must be")));
  EXPECT_EQ(
      project.sh("xmllint --noout build/assay/demo/demo.junit.xml || command -v xmllint >/dev/null || true")
          .status,
      0);
}

TEST_F(ReportTest, ARunOfTheProgramIsInItToo) {
  project.dataset("set.json", {{"other", "list", "ls"}, {"wrong", "where", "pwd"}});
  EXPECT_EQ(project.sh("build/assay/demo/test_runner").status, 0);
  EXPECT_THAT(report(), HasSubstr("name=\"other\""));
}

// As CI systems expand it; a star does not match a slash.
TEST_F(ReportTest, TheGlobOfTheReadmeFindsItAlone) {
  EXPECT_EQ(project.sh("bash -O globstar -c 'echo **/assay/*/*.junit.xml'").output,
            "build/assay/demo/demo.junit.xml\n");
}

}  // namespace
}  // namespace assay
