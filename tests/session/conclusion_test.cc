// SPDX-License-Identifier: Apache-2.0
// The reports and other results of a finished run.
#include "assay/internal/conclusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "assay/internal/json.h"
#include "error_of.h"
#include "suite_files.h"

namespace assay {
namespace {

using testing::HasSubstr;

TEST(Conclusion, OnlyAGateThatHeldIsZero) {
  EXPECT_EQ(status_of(GateResult{.outcome = GateOutcome::held}), kPassed);
  EXPECT_EQ(status_of(GateResult{.outcome = GateOutcome::missed}), kFailed);
  for (const auto outcome : {GateOutcome::unknown, GateOutcome::partial, GateOutcome::unreadable})
    EXPECT_EQ(status_of(GateResult{.outcome = outcome}), kError);
}

TEST(Conclusion, ReportsOfTheSuitesOwnStandBesideTheOthers) {
  const TemporaryFolder folder;
  const Reporter mine{"../mine.txt",
                      [](const assay::Run& run, std::ostream& out) { out << run.info.run_id; }};
  const assay::Run run = sample_run("r1");
  write_reports({}, rows_of(run), folder.path(), {}, {&mine, 1});
  EXPECT_EQ(read_file(folder / "mine.txt"), "r1") << "never outside the run's folder";
  for (const char* report : {"junit.xml", "results.jsonl", "metrics.json", "report.md", "run.json"})
    EXPECT_TRUE(std::filesystem::exists(folder / report)) << report;
}

TEST(Conclusion, AReportThatCannotBeMadeLeavesTheRunUnfinished) {
  const TemporaryFolder folder;
  const Reporter broken{"mine.txt", [](const assay::Run&, std::ostream&) { throw std::runtime_error("no"); }};
  const assay::Run run = sample_run("r1");
  EXPECT_THROW(write_reports({}, rows_of(run), folder.path(), {}, {&broken, 1}), std::runtime_error);
  EXPECT_FALSE(std::filesystem::exists(folder / "run.json")) << "it says that all reports are there";
}

TEST(Conclusion, AGateWithoutItsBaselineIsAnError) {
  const SuiteFiles files;
  Suite suite{.baseline = files.folder / "base.json"};
  EXPECT_TRUE(terms_of(suite).baseline.value_or(Baseline{}).passed.empty()) << "the strict gate needs none";
  suite.gate = Gate::baseline;
  EXPECT_THAT(error_of([&] { terms_of(suite); }), HasSubstr("the baseline does not exist"));
  files.write("base.json", R"({"passed": ["one.a"]})");
  const auto baseline = terms_of(suite).baseline;
  ASSERT_TRUE(baseline.has_value());
  EXPECT_TRUE(baseline->passed.contains("one.a"));
}

}  // namespace
}  // namespace assay
