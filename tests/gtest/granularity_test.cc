// SPDX-License-Identifier: Apache-2.0
// A suite as one test per case, as shards, or as one test per dataset; and the effect of ctest's own repeats.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "project.h"

namespace assay {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
namespace fs = std::filesystem;

class GranularityTest : public testing::Test {
 protected:
  GranularityTest() {
    std::vector<Asked> cases;
    for (int i = 0; i < 12; ++i)
      cases.push_back({"c" + std::to_string(i), "prompt " + std::to_string(i), i % 3 ? "ls" : "pwd"});
    project.dataset("set.json", cases);
    project.tool("echo ls");
  }
  // The aggregate's metrics, without the parts that differ from run to run.
  nlohmann::json metrics_of(const std::string& options) {
    project.suite(options);
    project.configure();
    project.ctest("-j 2");
    auto metrics = project.json(project.latest() / "metrics.json");
    for (const char* volatile_part : {"run", "latency_ms", "slowest"}) metrics.erase(volatile_part);
    return metrics;
  }
  Project project;
};

TEST_F(GranularityTest, TheAggregateIsTheSame) {
  const auto by_case = metrics_of("GATE mean MIN_MEAN 0");
  EXPECT_EQ(metrics_of("GATE mean MIN_MEAN 0 GRANULARITY SHARDS 5"), by_case);
  EXPECT_EQ(metrics_of("GATE mean MIN_MEAN 0 GRANULARITY DATASET"), by_case);
}

// A process that ran every case reports from memory; its log on disk must give the same figures.
TEST_F(GranularityTest, OneProcessReportsWhatItsLogSays) {
  project.suite("GATE mean MIN_MEAN 0");
  project.configure();
  project.tool(
      R"(case "$1" in *7) printf 'l\377s\n';; *8) printf 'ls\n'; echo "$1" >&2; exit 3;; *9) kill -SEGV $$;; *4) seq 40000;; *) echo ls;; esac)");
  project.ctest("-N");
  ASSERT_EQ(project.runner("--gtest_repeat=2 --gtest_shuffle").status, 0);
  const auto run = fs::canonical(project.latest());
  std::map<std::string, std::string> first;
  for (const char* name : {"results.jsonl", "junit.xml", "metrics.json", "report.md"})
    first[name] = project.read(run / name);
  fs::remove(run / "run.json");
  const auto again = project.runner("--assay_aggregate --assay_run=" + run.filename().string());
  ASSERT_EQ(again.status, 0) << again.output;
  EXPECT_EQ(project.read(run / "results.jsonl"), first["results.jsonl"]);
  const auto without_end = [](std::string text) {
    return std::regex_replace(text, std::regex(R"("finished_at": "[^"]*")"), "");
  };
  EXPECT_EQ(without_end(project.read(run / "metrics.json")), without_end(first["metrics.json"]));
  EXPECT_EQ(project.read(run / "junit.xml"), first["junit.xml"]);
  EXPECT_EQ(project.read(run / "report.md"), first["report.md"]);
}

TEST_F(GranularityTest, ARunWhoseResultsAreGoneIsNoBaseline) {
  project.suite("GATE baseline BASELINE base.json");
  project.configure();
  project.tool("echo ls");
  project.ctest("");
  const auto log = project.latest() / "fragments" / "cases.jsonl";
  ASSERT_TRUE(fs::exists(log));
  for (const bool noticed_by_size : {true, false}) {
    fs::resize_file(log, 0);
    if (!noticed_by_size) fs::remove(project.latest() / ".written");
    const auto ran = project.runner("--assay_accept_baseline");
    EXPECT_EQ(ran.status, 2) << ran.output;
    EXPECT_THAT(ran.output, HasSubstr(noticed_by_size ? "are lost" : "0 of 12 cases are left"));
    EXPECT_FALSE(fs::exists(project.root() / "base.json"));
  }
}

TEST_F(GranularityTest, ARunBeginsWithItsFirstCase) {
  metrics_of("GATE mean MIN_MEAN 0");
  std::string first = "9999";
  for (const auto& [name, row] : project.results(project.latest()))
    first = std::min(first, row.at("started_at").get<std::string>());
  const auto info = project.json(project.latest() / "run.json");
  EXPECT_EQ(info.at("started_at"), first);
  EXPECT_GT(info.at("finished_at"), first);
}

TEST_F(GranularityTest, ShardsAndDatasetsAreSoManyTests) {
  project.suite("GRANULARITY SHARDS 3");
  project.configure();
  EXPECT_THAT(project.ctest("-N").output, HasSubstr("Total Tests: 4"));
  project.suite("GRANULARITY DATASET");
  project.configure();
  EXPECT_THAT(project.ctest("-N").output, HasSubstr("Total Tests: 2"));
}

TEST_F(GranularityTest, AMissInAShardIsRedUnderStrictAndSaysWhere) {
  project.suite("GRANULARITY SHARDS 2");
  project.configure();
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_EQ(ran.status, 8);
  EXPECT_THAT(ran.output, HasSubstr("set.json:" + std::to_string(project.line_of("set.json", "\"c0\"") - 1) +
                                    ": error: got `"));
}

TEST_F(GranularityTest, MoreShardsThanCasesAreNoError) {
  project.suite("GATE mean MIN_MEAN 0 GRANULARITY SHARDS 20");
  project.configure();
  const auto ran = project.ctest("-j 2");
  EXPECT_EQ(ran.status, 0) << ran.output;
  EXPECT_THAT(project.results(project.latest()), SizeIs(12));
}

// ctest must not stop a test that may still be running: its limit allows for the slowest case of every round.
TEST(Granularity, TheLimitOfADatasetHasRoomForItsSlowestCases) {
  Project project;
  project.dataset("set.json", {{"quick", "list", "ls"}, {"slow", "list", "ls", {{"timeout_s", 100}}}});
  project.tool("echo ls");
  project.suite("TIMEOUT 1 JOBS 1 GRANULARITY DATASET");
  project.configure();
  const auto model = nlohmann::json::parse(project.ctest("--show-only=json-v1").output);
  double limit = 0;
  for (const auto& property : model.at("tests").at(0).at("properties"))
    if (property.at("name") == "TIMEOUT") limit = property.at("value");
  EXPECT_GE(limit, 200);
}

class RepeatTest : public testing::Test {
 protected:
  // The answer is right from the second time on.
  RepeatTest() {
    project.dataset("set.json", {{"flaky", "list", "ls"}, {"steady", "list", "ls"}});
    project.tool(
        "n=$(cat count.$PPID 2>/dev/null); [ -e \"$ONCE\" ] && echo ls || { : > \"$ONCE\"; echo wrong; }");
  }
  void configure(const std::string& options) {
    project.suite("ENV ONCE=" + (project.root() / "once").string() + " " + options);
    project.configure();
  }
  Project project;
};

TEST_F(RepeatTest, UntilPassRepeatsAMissUnderStrictAndCountsBothAttempts) {
  configure("GATE strict");
  const auto ran = project.ctest("--repeat until-pass:3");
  EXPECT_EQ(ran.status, 8) << ran.output;
  EXPECT_THAT(ran.output, ContainsRegex("demo.set.flaky \\.+ +Passed"));
  const auto metrics = project.read(project.latest() / "metrics.json");
  EXPECT_THAT(metrics, HasSubstr("set.flaky"));
  EXPECT_THAT(project.read(project.latest() / "results.jsonl"), HasSubstr("\"attempt\":2"));
}

TEST_F(RepeatTest, UntilPassDoesNotRepeatAToleratedMiss) {
  configure("GATE mean MIN_MEAN 0");
  project.ctest("--repeat until-pass:3");
  EXPECT_THAT(project.read(project.latest() / "results.jsonl"), Not(HasSubstr("\"attempt\":2")));
}

TEST_F(RepeatTest, RerunFailedIsARunOfItsOwnThatNamesItsParent) {
  configure("GATE strict");
  EXPECT_EQ(project.ctest("").status, 8);
  const auto parent = std::filesystem::read_symlink(project.latest()).string();
  const auto again = project.ctest("--rerun-failed -V");
  EXPECT_EQ(again.status, 8) << again.output;
  EXPECT_THAT(again.output, HasSubstr("PARTIAL 1 of 2"));
  const auto child = project.run_ids().back();
  EXPECT_NE(child, parent);
  EXPECT_EQ(project.json(project.folder() / "runs" / child / "run.json").at("parent_run_id"), parent);
}

TEST_F(RepeatTest, MissesAreRunAgainByTheNameLineThatTheSummaryPrints) {
  configure("GATE mean MIN_MEAN 0");
  const auto first = project.ctest("-V");
  const auto at = first.output.find("ctest -R '^demo");
  ASSERT_NE(at, std::string::npos) << first.output;
  const auto line = first.output.substr(at + 6, first.output.find('\n', at) - at - 6);
  const auto again = project.ctest(line);
  EXPECT_THAT(again.output, ContainsRegex("demo.set.flaky \\.+ +Passed")) << line << again.output;
}

TEST_F(RepeatTest, StopOnFailureLeavesAnAggregateThatCanBeMadeOnDemandAndSaysPartial) {
  configure("GATE strict");
  project.ctest("--stop-on-failure");
  const auto made = project.sh("cmake --build build --target demo_aggregate");
  EXPECT_THAT(made.output, HasSubstr("PARTIAL 1 of 2 cases present"));
}

TEST_F(RepeatTest, RerunByNumberIsWarnedOfWhenTheNumbersChanged) {
  configure("GATE strict");
  project.ctest("");
  project.dataset("set.json", {{"new", "list", "ls"}, {"flaky", "list", "ls"}, {"steady", "list", "ls"}});
  const auto again = project.ctest("--rerun-failed");
  EXPECT_THAT(again.output, HasSubstr("renumbered"));
  EXPECT_THAT(again.output, HasSubstr("ctest -R '^(demo\\.set\\.flaky)$'"));
}

TEST_F(RepeatTest, RerunByNumberIsWarnedOfForDatasetsToo) {
  const auto add = [&](const std::string& datasets) {
    project.cmake_lists("assay_add_suite(NAME demo DATASETS " + datasets +
                        " TOOL ./tool.sh GRANULARITY DATASET)\n");
    project.configure();
  };
  project.dataset("other.json", {{"fails", "list", "pwd"}});
  add("set.json other.json");
  project.ctest("");
  add("other.json set.json");
  EXPECT_THAT(project.ctest("--rerun-failed").output, HasSubstr("ctest -R '^(demo\\.set|demo\\.other)$'"));
}

// A case may have the same name as the suite's last test.
TEST_F(RepeatTest, NoWarningWhereNoTestMoved) {
  configure("GATE strict");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS demo.json TOOL ./tool.sh)\n");
  project.dataset("demo.json", {{"aggregate", "list", "pwd"}, {"last", "list", "pwd"}});
  project.configure();
  project.ctest("");
  project.dataset("demo.json", {{"aggregate", "list", "pwd"}, {"renamed", "list", "pwd"}});
  EXPECT_THAT(project.ctest("-N").output, Not(HasSubstr("renumbered")));
}

TEST_F(RepeatTest, TheWarningNamesTheTestsThatAreLeftWhateverTheyAreCalled) {
  configure("GATE strict");
  project.cmake_lists("assay_add_suite(NAME demo DATASETS demo.json TOOL ./tool.sh)\n");
  project.dataset("demo.json", {{"gone", "list", "pwd"}, {"stays", "list", "pwd"}});
  project.configure();
  project.ctest("");
  project.dataset("demo.json", {{"new", "list", "ls"}, {"also_new", "list", "ls"}, {"stays", "list", "pwd"}});
  EXPECT_THAT(project.ctest("--rerun-failed").output, HasSubstr("ctest -R '^(demo\\.demo\\.stays)$'"));
}

}  // namespace
}  // namespace assay
