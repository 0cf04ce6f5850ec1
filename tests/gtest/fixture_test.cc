// SPDX-License-Identifier: Apache-2.0
// A tool's fixture under ctest: one setup, one server and one home for each call.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class FixtureTest : public testing::Test {
 protected:
  FixtureTest() {
    project.dataset("set.json", {{"a", "list", "ls"}, {"b", "list", "ls"}});
    script("setup.sh", "echo setup >>\"$PLACE/log\"; exit ${SETUP_STATUS:-0}");
    script("serve.sh", "echo server >>\"$PLACE/log\"; echo ready; exec sleep 1000");
    script("teardown.sh", "echo teardown >>\"$PLACE/log\"");
    project.tool("echo tool >>\"$PLACE/log\"; echo ls");
  }
  void script(const std::string& name, const std::string& text) {
    project.file(name, "#!/bin/sh\n" + text + "\n");
    project.sh("chmod +x " + name);
  }
  void configure(const std::string& options = "", const std::string& tool = "TOOL ./tool.sh") {
    project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json " + tool +
                        " SETUP ./setup.sh SERVER ./serve.sh READY line:^ready$ TEARDOWN ./teardown.sh " +
                        "ENV PLACE=${CMAKE_SOURCE_DIR} " + options + ")\n");
    const auto configured = project.configure();
    ASSERT_EQ(configured.status, 0) << configured.output;
  }
  std::string log() const { return project.read("log"); }
  bool is_server_gone() const {
    return project
               .sh("for f in build/assay/demo/runs/*/fixture/server.pid; do kill -0 $(cat $f) && exit 1; "
                   "done; exit 0")
               .status == 0;
  }
  Project project;
};

TEST_F(FixtureTest, IsMadeOnceForACallOfCtest) {
  configure();
  const auto ran = project.ctest("-j2");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(ran.output, AllOf(HasSubstr("demo.setup"), HasSubstr("100% tests passed")));
  EXPECT_EQ(log(), "setup\nserver\ntool\ntool\nteardown\n");
  EXPECT_TRUE(is_server_gone());
}

TEST_F(FixtureTest, GoesWithASingleCase) {
  configure();
  EXPECT_EQ(project.ctest("-R 'set\\.a$'").status, 0);
  EXPECT_EQ(log(), "setup\nserver\ntool\nteardown\n");
}

TEST_F(FixtureTest, GoesWithTheProgramByHand) {
  configure();
  const auto ran = project.runner();
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(log(), "setup\nserver\ntool\ntool\nteardown\n");
  EXPECT_TRUE(is_server_gone());
}

TEST_F(FixtureTest, OfShardsIsOne) {
  configure("GRANULARITY SHARDS 2");
  EXPECT_EQ(project.ctest("-j2").status, 0);
  EXPECT_EQ(log(), "setup\nserver\ntool\ntool\nteardown\n");
}

TEST_F(FixtureTest, ThatFailsIsOneErrorAndNoMiss) {
  configure("\"SETUP_STATUS=3\"");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("setup of the tool failed"), HasSubstr("exit status 3"),
                                ContainsRegex("demo.set.a.*Not Run"), Not(HasSubstr("MISS"))));
  EXPECT_EQ(log(), "setup\nteardown\n");
  const auto report = project.read("build/assay/demo/demo.junit.xml");
  EXPECT_THAT(report, AllOf(HasSubstr("<error"), HasSubstr("setup of the tool failed")));
  const auto by_hand = project.runner();
  EXPECT_NE(by_hand.status, 0);
  EXPECT_THAT(by_hand.output, AllOf(HasSubstr("0 pass, 0 miss, 2 unmeasured"), HasSubstr("exit status 3")));
}

TEST_F(FixtureTest, WhoseServerDiesLeavesTheRestUnmeasured) {
  script("serve.sh", "echo ready; sleep 1000 & echo $! >\"$PLACE/child\"; wait");
  project.tool(R"x(p=$(cat build/assay/demo/runs/*/fixture/server.pid); kill -9 $p
while [ -e /proc/$p ] && ! grep -q ') Z' /proc/$p/stat; do :; done; echo rm)x");
  configure("CWD .");
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("UNMEASURED"), HasSubstr("the server of the tool ended")));
  EXPECT_THAT(project.runner("--assay_summary").output, HasSubstr("0 pass, 0 miss, 2 unmeasured"));
}

TEST_F(FixtureTest, ThatIsLeftOutLeavesCasesUnmeasured) {
  configure();
  const auto ran = project.ctest("-R 'set\\.a$' -FS assay.demo --output-on-failure");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.output, HasSubstr("the test demo.setup, which prepares the tool, was left out"));
  EXPECT_EQ(log(), "");
}

TEST_F(FixtureTest, EndsWithACtestThatIsKilled) {
  project.tool("kill -9 \"$(cat ctest.pid)\"; echo ls");
  configure("CWD .");
  project.sh("sh -c 'echo $$ >ctest.pid; exec " ASSAY_CTEST " --test-dir build'");
  EXPECT_EQ(
      project.sh("for i in $(seq 200); do grep -q teardown log && exit 0; sleep 0.05; done; exit 1").status,
      0);
  EXPECT_TRUE(is_server_gone());
}

TEST_F(FixtureTest, WhoseTeardownFailsIsSaidAndCostsNoResult) {
  script("teardown.sh", "exit 5");
  configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_NE(ran.status, 0);
  EXPECT_THAT(ran.output, AllOf(HasSubstr("teardown of the tool failed"), HasSubstr("exit status 5")));
  EXPECT_THAT(project.runner("--assay_summary").output, HasSubstr("2 pass, 0 miss"));
  // By hand as under ctest, whether all cases are run or some, and whether they pass.
  EXPECT_EQ(project.runner().status, 2);
  EXPECT_EQ(project.runner("--gtest_filter=set.a").status, 2);
  project.tool("echo pwd");
  EXPECT_EQ(project.runner("--gtest_filter=set.a").status, 2);
}

TEST_F(FixtureTest, HasAHomeThatAllCasesShare) {
  script("setup.sh", "echo ls >\"$HOME/answer\"");
  project.tool("cat \"$HOME/answer\"");
  configure("HOME run");
  EXPECT_EQ(project.ctest("").status, 0);
  EXPECT_EQ(project.sh("ls build/assay/demo/runs/*/fixture/home").output.find("answer"), std::string::npos);
}

TEST_F(FixtureTest, AHomeOfARunNeedsNoSetup) {
  project.tool("echo x >>\"$HOME/asked\"; [ $(wc -l <\"$HOME/asked\") = 1 ] && echo ls || echo pwd");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh HOME run)\n");
  project.configure();
  project.ctest("");
  EXPECT_EQ(project.results(project.latest()).at("a").at("status"), "pass");
  EXPECT_EQ(project.results(project.latest()).at("b").at("status"), "miss")
      << "the home was not empty any more";
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL ./tool.sh HOME case)\n");
  project.configure();
  EXPECT_THAT(project.ctest("").output, HasSubstr("100% tests passed"));
}

// A program called caro, found through the PATH that ENV sets.
TEST_F(FixtureTest, AReadyToolTakesEnvironmentAndFolder) {
  script("bin/caro", R"(pwd >"$PLACE/where"; echo "{\"generated_command\": \"$ANSWER\"}")");
  project.file("work/file", "");
  project.cmake_lists(R"(assay_add_suite(NAME demo DATASETS set.json TOOL_NAME caro CWD work
    ENV ANSWER=ls PLACE=${CMAKE_SOURCE_DIR} PATH=${CMAKE_SOURCE_DIR}/bin:/usr/bin:/bin))"
                      "\n");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_EQ(project.read("where"), (project.root() / "work").string() + "\n");
  EXPECT_EQ(project.results(project.latest()).at("a").at("argv").at(1), "-o")
      << "as the ready description says";
}

TEST_F(FixtureTest, EveryCaseIsAskedAsOftenAsRepeatSays) {
  project.tool(R"x(echo x >>"$PLACE/asked"; [ "$(wc -l <"$PLACE/asked")" -lt 3 ] && echo rm || echo ls)x");
  for (const char* granularity : {"CASE", "DATASET"}) {
    project.sh("rm -f asked");
    project.dataset("set.json", {{"a", "list", "ls"}});
    project.suite("REPEAT 3 JOBS 1 ENV PLACE=${CMAKE_SOURCE_DIR} GRANULARITY " + std::string(granularity));
    ASSERT_EQ(project.configure().status, 0);
    const auto ran = project.ctest("--output-on-failure");
    EXPECT_EQ(ran.status, 0) << "the last attempt decides\n" << ran.output;
    const auto metrics = project.json(project.latest() / "metrics.json");
    EXPECT_EQ(metrics.at("repeats").at("attempts"), 3) << granularity;
    EXPECT_EQ(metrics.at("flaky_cases"), 1);
    EXPECT_EQ(metrics.at("pass"), 1);
  }
}

TEST_F(FixtureTest, WhatAnswersTookIsSummedUp) {
  project.tool(R"(echo '{"command": "ls", "tokens": 120, "usd": 0.0004}')");
  project.suite("ANSWER json:/command TOKENS /tokens COST /usd REPEAT 2");
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output,
              AllOf(HasSubstr("tokens: 480, of 4 answers"), HasSubstr("cost: 0.0016, of 4 answers")));
  const auto metrics = project.json(project.latest() / "metrics.json");
  EXPECT_EQ(metrics.at("tokens"), (nlohmann::json{{"sum", 480.0}, {"answers", 4}}));
  EXPECT_THAT(project.read(project.latest() / "report.md"), HasSubstr("| cost | 0.0016 | 4 |"));
}

TEST_F(FixtureTest, CasesMayHaveVariablesOfTheirOwn) {
  project.dataset("set.json", {{"a", "list", "ls", {{"env", {{"ANSWER", "ls"}}}}}, {"b", "where", "pwd"}});
  project.tool("echo $ANSWER");
  project.suite("ENV ANSWER=pwd");
  project.configure();
  EXPECT_THAT(project.ctest("").output, HasSubstr("100% tests passed"));
}

}  // namespace
}  // namespace assay
