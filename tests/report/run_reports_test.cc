// SPDX-License-Identifier: Apache-2.0
#include "assay/run_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <sstream>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/reports.h"
#include "sample_run.h"

namespace assay {
namespace {

class RunReports : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / ("assay-reports-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(RunReports, AreAllInTheFolder) {
  write_run_reports(sample_run(), folder_);
  for (const char* name : {"run.json", "results.jsonl", "metrics.json", "junit.xml", "report.md",
                           "report.html", "accuracy.svg"}) {
    EXPECT_GT(std::filesystem::file_size(folder_ / name), 100u) << name;
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) files += entry.is_regular_file();
  EXPECT_EQ(files, 7u) << "temporary files are left";
}

TEST_F(RunReports, ShowTheAccuracyAsAPicture) {
  write_run_reports(sample_run(), folder_);
  EXPECT_THAT(read_file(folder_ / "report.md"), testing::HasSubstr("](accuracy.svg)\n"));
  const auto picture = read_file(folder_ / "accuracy.svg");
  EXPECT_THAT(picture, testing::StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\""));
  EXPECT_THAT(picture, testing::HasSubstr(">all</text>"));
  EXPECT_THAT(picture, testing::HasSubstr("prefers-color-scheme:dark"));
  for (const char* forbidden : {"<script", "href", "url("})
    EXPECT_THAT(picture, testing::Not(testing::HasSubstr(forbidden)));
  write_run_reports(hostile_run(), folder_);
  EXPECT_THAT(read_file(folder_ / "accuracy.svg"), testing::Not(testing::HasSubstr("<a ")));
}

TEST_F(RunReports, DescribeTheRunThatIsReadBack) {
  const assay::Run run = sample_run();
  write_run_reports(run, folder_);
  const RunInfo info = run_info_from_json(read_file(folder_ / "run.json"), {});
  EXPECT_EQ(info.run_id, run.info.run_id);
  EXPECT_EQ(info.datasets.size(), 2u);
}

TEST_F(RunReports, TakeTheStrictDialect) {
  RunReportOptions options;
  options.junit = JUnitDialect::strict;
  write_run_reports(sample_run(), folder_, options);
  EXPECT_THAT(read_file(folder_ / "junit.xml"), testing::HasSubstr("[[PROPERTY|id=find-txt]]"));
}

TEST_F(RunReports, AFolderThatIsMissingIsAnError) {
  EXPECT_THROW(write_run_reports(sample_run(), folder_ / "missing"), Error);
}

TEST(Results, AreOneLineAnAttempt) {
  for (const assay::Run& run : {sample_run(), hostile_run()}) {
    std::ostringstream out;
    for (const Result& each : run.results) write_result(out, each);
    std::istringstream lines(out.str());
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
      const Result read = result_from_json(line, {"results.jsonl", static_cast<int>(count + 1)});
      EXPECT_EQ(read.attempt, run.results[count].attempt);
      EXPECT_EQ(read.grade.status, run.results[count].grade.status);
      EXPECT_EQ(read.answer.stderr_bytes, run.results[count].answer.stderr_bytes);
    }
    EXPECT_EQ(count, run.results.size());
  }
}

}  // namespace
}  // namespace assay
