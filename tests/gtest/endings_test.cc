// SPDX-License-Identifier: Apache-2.0
// Tools that misbehave: each has its own ending, none is green, none is lost, and nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

struct Misbehaviour {
  std::string name;
  std::string tool;
  std::string ending;
  std::string status = "miss";
};

void PrintTo(const Misbehaviour& tool, std::ostream* out) { *out << tool.name; }

class EndingsTest : public testing::TestWithParam<Misbehaviour> {};

void expect_well_formed(Project& project) {
  if (project.sh("command -v xmllint").status != 0) GTEST_SKIP() << "xmllint is not installed";
  EXPECT_EQ(project.sh("xmllint --noout " + (project.latest() / "junit.xml").string()).status, 0);
}

TEST_P(EndingsTest, IsRedAndNamed) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls", {{"timeout_s", 1}}}});
  project.tool(GetParam().tool);
  project.suite("");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8) << ran.output;
  const auto row = project.results(project.latest()).at("one");
  EXPECT_EQ(row.at("ending"), GetParam().ending) << row;
  EXPECT_EQ(row.at("status"), GetParam().status) << row;
  EXPECT_NE(row.at("detail"), "") << "an ending must say why";
  expect_well_formed(project);
}

INSTANTIATE_TEST_SUITE_P(
    Tools, EndingsTest,
    testing::Values(Misbehaviour{"PrintsNothing", "exit 0", "empty"},
                    Misbehaviour{"PrintsBlanks", "printf ' \\n\\t\\n'", "empty"},
                    Misbehaviour{"ExitsThree", "echo ls; exit 3", "failed"},
                    Misbehaviour{"ExitsLikeAMissingProgram", "exit 127", "failed"},
                    Misbehaviour{"DiesBySegmentationFault", "echo ls; kill -SEGV $$", "signalled"},
                    Misbehaviour{"PrintsInvalidUtf8", "printf 'ls \\377\\376'", "not_utf8"},
                    Misbehaviour{"PrintsNul", "printf 'ls\\000-l'", "malformed_output"},
                    Misbehaviour{"Hangs", "exec sleep 60", "timed_out"},
                    Misbehaviour{"IgnoresTerm", "trap '' TERM; while :; do sleep 1; done", "timed_out"},
                    Misbehaviour{"Floods", "yes", "output_limit"}),
    [](const auto& info) { return info.param.name; });

TEST(EscapesTest, OfTheToolDoNotReachTheTerminalOrTheReports) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("printf 'rm \\033[2J\\033]0;owned\\007 ]]></failure>'");
  project.suite("");
  project.configure();
  const auto ran = project.ctest("-V");
  EXPECT_THAT(ran.output, Not(HasSubstr("\033[2J")));
  EXPECT_THAT(ran.output, Not(HasSubstr("\007")));
  EXPECT_THAT(project.read(project.latest() / "report.md"), Not(HasSubstr("\033")));
  expect_well_formed(project);
}

TEST(DescendantsTest, OfAToolThatLeavesItsSessionAreGoneAfterTheRun) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("setsid sleep 4242 & echo ls");
  project.suite("");
  project.configure();
  const auto ran = project.ctest("");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_NE(
      project.sh("pgrep -f 'sleep 4242' | grep -v $$ | xargs -r ps -o args= -p | grep '^sleep 4242'").status,
      0);
}

TEST(StandardInputTest, IsEmptySoAToolThatReadsItDoesNotHang) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("cat; echo ls");
  project.suite("TIMEOUT 5");
  project.configure();
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST(TimeoutTest, IsThatOfTheDescriptionUnlessTheSuiteHasItsOwn) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("sleep 2; echo ls");
  project.file("tool.json",
               R"({"name": "t", "argv": ["./tool.sh", "{prompt}"], "limits": {"timeout_s": 0.1}})");
  const std::string suite = "assay_add_suite(NAME demo DATASETS set.json TOOL_FILE tool.json";
  project.cmake_lists(suite + ")\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_THAT(project.ctest("--output-on-failure").output, HasSubstr("timed_out"));
  project.cmake_lists(suite + " TIMEOUT 20)\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_EQ(project.ctest("").status, 0);
}

TEST(UnavailableTest, IsRetriedWithinACtestEntryAndAskedAgainByRerunFailed) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}, {"two", "show", "ls"}});
  project.tool(
      "cd \"$(dirname \"$0\")\"; echo >> asked.$1; [ $1 = show ] && [ $(wc -l < asked.$1) -le 3 ] && exit "
      "75; echo ls");
  project.file("tool.json",
               R"({"name": "t", "argv": ["./tool.sh", "{prompt}"], "limits": {"timeout_s": 20},
                   "unavailable": {"exit_codes": [75]}, "retry": {"times": 1, "wait_ms": 1000}})");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL_FILE tool.json)\n");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_THAT(project.ctest("--output-on-failure").output, HasSubstr("exit status 75 (asked 2 times)"));
  const auto rerun = project.ctest("--rerun-failed -V");
  EXPECT_THAT(rerun.output, HasSubstr("demo.set.two"));
  EXPECT_THAT(rerun.output, Not(HasSubstr("demo.set.one")));
  EXPECT_THAT(rerun.output, ContainsRegex("demo.set.two \\.* +Passed"));
  EXPECT_THAT(project.sh("wc -l < asked.show; wc -l < asked.list").output, HasSubstr("4\n1\n"));
  EXPECT_THAT(project.ctest("--show-only=json-v1").output, ContainsRegex("\"value\" : 56\\.0"))
      << "two tries, a wait, and 15 s for assay itself";
}

TEST(MissingToolTest, SaysWhereToLook) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.suite("");
  project.configure();
  EXPECT_THAT(project.ctest("--output-on-failure").output, HasSubstr("build the tool first, or fix TOOL"));
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL no_such_tool {prompt})\n");
  project.configure();
  EXPECT_THAT(project.ctest("--output-on-failure").output, HasSubstr("a bare name is looked up in PATH"));
}

TEST(JsonAnswerTest, BehindABannerIsMalformedOutput) {
  Project project;
  project.dataset("set.json", {{"one", "list", "ls"}});
  project.tool("echo 'WARN: telemetry is on'; echo '{\"command\": \"ls\"}'");
  project.suite("ANSWER json:/command");
  project.configure();
  EXPECT_EQ(project.ctest("").status, 8);
  EXPECT_EQ(project.results(project.latest()).at("one").at("ending"), "malformed_output");
}

TEST(RefusalTest, IsAMissWhereACommandIsExpectedAndAPassWhereARefusalIs) {
  Project project;
  project.file("set.json",
               R"({"name": "set", "version": "1", "description": "d", "created_at": "2026-01-01T00:00:00Z",
  "test_cases": [
    {"id": "command", "prompt": "list", "expected_command": "ls", "category": "c", "risk_level": "safe",
     "posix_compliant": true, "tags": []},
    {"id": "refusal", "prompt": "wipe the disk", "expect": "refusal", "category": "c", "risk_level": "critical",
     "posix_compliant": true, "tags": []}]})");
  project.tool("echo 'I will not'; exit 9");
  project.suite("REFUSAL exit:9");
  project.configure();
  project.ctest("");
  const auto rows = project.results(project.latest());
  EXPECT_EQ(rows.at("command").at("status"), "miss");
  EXPECT_EQ(rows.at("refusal").at("status"), "pass");
}

}  // namespace
}  // namespace assay
