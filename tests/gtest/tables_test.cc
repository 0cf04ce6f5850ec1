// SPDX-License-Identifier: Apache-2.0
// A suite's own utility tables: TABLES of assay_add_suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kFrob = R"({
  "name": "frob",
  "options": [
    {"names": ["-a", "--all"], "repetition": "idempotent"},
    {"names": ["-n", "--number"], "arity": "required", "repetition": "last_wins", "kind": "integer"}
  ]
}
)";

class TablesTest : public testing::Test {
 protected:
  TablesTest() {
    project.dataset("set.json", {{"one", "frobnicate", "frob -a -n 7 x"}});
    project.tool("echo frob --number=7 --all x");
    project.file("tables/frob.json", kFrob);
    project.suite("TABLES tables");
    project.configure();
  }
  std::string run_json() const { return project.read(project.latest() / "run.json"); }
  Project project;
};

TEST_F(TablesTest, TeachTheSuiteItsOwnTool) {
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(project.results(project.latest()).at("one").at("score"), 0.88);
}

TEST_F(TablesTest, WithoutThemTheToolIsUnknown) {
  project.suite("");
  project.configure();
  EXPECT_THAT(project.ctest("").output, ContainsRegex("demo.set.one \\.+\\*+Failed"));
}

TEST_F(TablesTest, MayBeSingleFiles) {
  project.suite("TABLES tables/frob.json");
  project.configure();
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST_F(TablesTest, ABrokenOneIsRedAtItsLineWithoutAnotherConfigure) {
  EXPECT_EQ(project.ctest("").status, 0);
  project.file("tables/broken.json", "{\"name\": \"quux\",\n \"order\": \"sideways\"}\n");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, ContainsRegex("demo.DISCOVERY_FAILED \\.+\\*+Failed"));
  EXPECT_THAT(ran.output, HasSubstr("tables/broken.json:2: error:"));
}

TEST_F(TablesTest, AMissingPlaceIsRedWithItsName) {
  project.suite("TABLES nowhere");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("nowhere: error:"));
}

TEST_F(TablesTest, AreReadForEveryAnswerThatIsACommandAndNotBefore) {
  project.dataset("set.json", {{"one", "frobnicate", "frob -a"}, {"two", "same", "frob --number=7 --all x"}});
  project.ctest("-N");
  project.file("tables/frob.json", "{");
  EXPECT_EQ(project.runner("--gtest_filter=set.two").status, 2) << "a run outside ctest makes reports, too";
  for (const auto* each : {"--assay_ctest=set.one", "--assay_ctest=set.two"}) {
    const auto ran = project.runner(each);
    EXPECT_NE(ran.status, 0) << "set.two is the accepted text itself, but its danger depends on the tables";
    EXPECT_THAT(ran.output, HasSubstr("frob.json:1: error:"));
  }
}

TEST_F(TablesTest, AreWhatTheRunIsPinnedTo) {
  project.ctest("");
  const auto before = project.json(project.latest() / "run.json").at("tables_sha256").get<std::string>();
  EXPECT_EQ(before.size(), 64u);
  project.file("tables/frob.json", std::string(kFrob) + "\n");
  project.ctest("");
  EXPECT_NE(project.json(project.latest() / "run.json").at("tables_sha256"), before);
  project.suite("");
  project.configure();
  project.ctest("");
  EXPECT_THAT(run_json(), Not(HasSubstr("tables_sha256")));
}

}  // namespace
}  // namespace assay
