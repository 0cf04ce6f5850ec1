// SPDX-License-Identifier: Apache-2.0
// Commands and options that keep a store small or export its figures: gc, --keep-outputs and export.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::json;

TEST(GcTest, KeepsTheNewestRunsOfEachSuite) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto nightly = Runs::id_in(runs.recorded(kAllRight, {"--suite", "nightly"}));
  const auto newest = Runs::id_in(runs.recorded(kTwoRight));
  EXPECT_THAT(runs.run({"gc"}).out, StartsWith("deleted 0 runs and 0 outputs, freed "));
  EXPECT_THAT(runs.run({"gc", "--keep", "1"}).out, StartsWith("deleted 1 run and "));
  const auto json = Json::parse(runs.run({"runs", "--json"}).out);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json.at(0).at("run_id"), newest);
  EXPECT_EQ(json.at(1).at("run_id"), nightly);
  EXPECT_EQ(Json::parse(runs.run({"gc", "--keep", "0", "--suite", "nightly", "--json"}).out).at("runs"), 1);
}

// A shard is missing, so another machine may be asking its cases.
TEST(GcTest, LeavesARunAloneThatMayBeGoingOn) {
  const Runs runs;
  runs.recorded(kAllRight, {"--run-id", "shared", "--shard", "1/2"});
  const auto kept = runs.run({"gc", "--keep", "0"});
  EXPECT_THAT(
      kept.out,
      StartsWith(
          "run shared is kept: it has not ended, and began less than a week ago\ndeleted 0 runs and "));
  execute_sql(runs.program().folder() / "assay.db",
              "UPDATE eval_runs SET created_at = '2020-01-01T00:00:00.000Z'");
  EXPECT_THAT(runs.run({"gc", "--keep", "0"}).out, StartsWith("deleted 1 run and "));
}

TEST(GcTest, BringsAnOlderStoreUpToDate) {
  const Runs runs;
  std::ifstream dump(ASSAY_SOURCE_DIR "/tests/store/data/schema-6.sql");
  execute_sql(runs.program().folder() / "assay.db", (std::ostringstream() << dump.rdbuf()).str());
  const auto refused = runs.run({"runs"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("open it for writing once (assay gc)"));
  EXPECT_EQ(runs.run({"gc"}).status, 0);
  EXPECT_EQ(Json::parse(runs.run({"runs", "--json"}).out).at(0).at("results"), 3);
}

TEST(GcTest, ForgetsRunsByTheirAge) {
  const Runs runs;
  const auto old = Runs::id_in(runs.recorded(kAllRight));
  const auto newer = Runs::id_in(runs.recorded(kAllRight));
  execute_sql(runs.program().folder() / "assay.db",
              "UPDATE eval_runs SET created_at = '2020-01-01T00:00:00.000Z' WHERE run_id = '" + old + "'");
  EXPECT_THAT(runs.run({"gc", "--older-than", "30d", "--keep", "2"}).out, StartsWith("deleted 0 runs and "))
      << "the newest two stay, however old";
  EXPECT_THAT(runs.run({"gc", "--older-than", "30d"}).out, StartsWith("deleted 1 run and "));
  const auto json = Json::parse(runs.run({"runs", "--json"}).out);
  ASSERT_EQ(json.size(), 1u);
  EXPECT_EQ(json.at(0).at("run_id"), newer);
  EXPECT_THAT(runs.run({"gc", "--older-than", "0h"}).out, StartsWith("deleted 1 run and "));
}

TEST(GcTest, ForgetsWhatToolsPrintedWherePassesNeedNotBeKept) {
  const Runs runs;
  runs.scripted("echo ls; echo look >&2");
  EXPECT_THAT(runs.run({"gc", "--keep-outputs", "failures"}).out,
              StartsWith("deleted the outputs of 1 result\n"));
  EXPECT_THAT(runs.run({"show", "--case", "set/when"}).out, HasSubstr("look"));
  const auto json = Json::parse(runs.run({"gc", "--keep-outputs", "none", "--json"}).out);
  EXPECT_EQ(json.at("results_without_outputs"), 3);
  EXPECT_THAT(runs.run({"show", "--case", "set/when"}).out,
              AllOf(HasSubstr("are kept no more"), HasSubstr("| ls"), Not(HasSubstr("look"))));
}

TEST(KeepOutputsTest, OfARunSaysWhatIsStored) {
  const Runs runs;
  runs.scripted("echo ls; echo look >&2", {"--keep-outputs", "failures"});
  EXPECT_THAT(runs.run({"show", "--case", "set/when"}).out, HasSubstr("look"));
  EXPECT_THAT(runs.run({"show", "--case", "set/list"}).out,
              AllOf(HasSubstr("are kept no more"), Not(HasSubstr("look"))));
  EXPECT_EQ(runs.run({"gc", "--keep-outputs", "some"}).status, 3);
}

TEST(ExportTest, WritesTheFiguresOfARun) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto half = Runs::id_in(runs.recorded(kTwoRight));
  const auto ran = runs.run({"runs", "export", "--figures"});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 4);
  EXPECT_EQ(Json::parse(ran.out.substr(0, ran.out.find('\n'))).at("run_id"), half);
  EXPECT_EQ(runs.run({"runs", "export", "latest~1", "--figures", "--output", "figures.jsonl"}).out, "");
  EXPECT_THAT(runs.program().read("figures.jsonl"), HasSubstr("\"status\":\"pass\""));
}

TEST(ExportTest, DoesNotReplaceAStoreOrASource) {
  const Runs runs;
  runs.recorded(kAllRight, {"--run-id", "r"});
  const auto ran = runs.run({"runs", "export", "r", "--aggregate", "--output", "assay.db"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(
      ran.err,
      HasSubstr("assay.db: error: is a SQLite database, such as a store of runs: it is not replaced"));
  EXPECT_EQ(Json::parse(runs.run({"runs", "--json"}).out).size(), 1u);
  ASSERT_EQ(runs.run({"runs", "export", "r", "--aggregate", "--output", "r.json"}).status, 0);
  EXPECT_THAT(
      runs.run({"merge", "r.json", "--store", "m.db"}).err,
      HasSubstr(
          "r.json: error: is no store, but perhaps the aggregate of a shard\n  next: merge aggregates with "
          "--aggregates"));
  EXPECT_THAT(runs.run({"merge", "--aggregates", "r.json", "--metrics", "./r.json"}).err,
              HasSubstr("r.json: error: is one of the aggregates to merge"));
}

TEST(ExportTest, SaysWhatIsMissing) {
  const Runs runs;
  runs.recorded(kAllRight);
  EXPECT_THAT(runs.run({"runs", "export"}).err, HasSubstr("say what to export: --figures or --aggregate"));
  EXPECT_EQ(runs.run({"runs", "export"}).status, 3);
  EXPECT_EQ(runs.run({"runs", "--figures"}).status, 3);
  EXPECT_EQ(runs.run({"runs", "export", "nothing", "--figures"}).status, 2);
  EXPECT_EQ(runs.run({"runs", "export", "--figures", "--output", "none/figures.jsonl"}).status, 2);
}

TEST(UpkeepTest, WhatCannotBeMeantIsRefused) {
  const Runs runs;
  runs.recorded(kAllRight);
  for (const char* age : {"30", "d", "-1d", "1m", "99999999d", ""}) {
    const auto ran = runs.run({"gc", "--older-than", age});
    EXPECT_EQ(ran.status, 3) << age;
    EXPECT_THAT(ran.err, HasSubstr("is not an age")) << age;
  }
  const auto none = runs.run({"gc", "--keep", "-1"});
  EXPECT_EQ(none.status, 3);
  EXPECT_THAT(none.err, AllOf(HasSubstr("--keep"), HasSubstr("not in range"), HasSubstr("1000000")))
      << "versions of CLI11 use other words";
  const auto merged = runs.run({"merge", "assay.db"});
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.err, testing::HasSubstr("is the store that others are merged into"));
}

}  // namespace
}  // namespace assay
