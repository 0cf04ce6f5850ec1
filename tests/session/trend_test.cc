// SPDX-License-Identifier: Apache-2.0
// A run among the earlier runs of its suite.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/internal/stored_run.h"
#include "sample.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class TrendTest : public testing::Test {
 protected:
  TrendTest() {
    for (const char* id : {"first", "second", "third"}) Store({.file = file}).add(finished(id));
  }
  static assay::Run finished(const std::string& id) {
    assay::Run run = sample_run(id);
    run.info.name = id;
    run.info.finished_at = run.info.started_at;
    return run;
  }
  static std::vector<std::string> labels(const std::vector<TrendPoint>& trend) {
    std::vector<std::string> names;
    for (const TrendPoint& each : trend) names.push_back(each.label.substr(each.label.rfind(' ') + 1));
    return names;
  }

  TemporaryFolder folder;
  std::filesystem::path file = folder / "runs.db";
};

TEST_F(TrendTest, EndsWithTheRunThatItIsOf) {
  const Store store({.file = file, .access = StoreOptions::Access::read});
  EXPECT_THAT(labels(trend_of(store, store.load_info("third"))), ElementsAre("first", "second", "third"));
  EXPECT_THAT(labels(trend_of(store, store.load_info("second"))), ElementsAre("first", "second"));
  EXPECT_THAT(labels(trend_of(file, finished("second"))), ElementsAre("first", "second"));
}

TEST_F(TrendTest, ARunThatIsNotStoredYetIsTheLast) {
  EXPECT_THAT(labels(trend_of(file, finished("fourth"))), ElementsAre("first", "second", "third", "fourth"));
  const Store store({.file = file, .access = StoreOptions::Access::read});
  EXPECT_THAT(trend_of(store, finished("fourth").info), IsEmpty());
}

// Otherwise the last point of the picture would differ from the accuracy at the top of the same page.
TEST_F(TrendTest, PointsAreTheAccuraciesOfTheirRuns) {
  assay::Run run = finished("fourth");
  run.results.push_back(run.results.front());
  run.results.back().attempt = 2;
  run.results.back().grade.status =
      run.results.front().grade.status == Status::pass ? Status::miss : Status::pass;
  const Counts counts = summarise(run).all.counts;
  const auto is_accuracy = [&](const TrendPoint& point) {
    EXPECT_EQ(point.passed, counts.pass);
    EXPECT_EQ(point.measured, counts.measured());
  };
  is_accuracy(trend_of(file, run).back());
  Store({.file = file}).add(run);
  const Store store({.file = file, .access = StoreOptions::Access::read});
  is_accuracy(trend_of(store, run.info).back());
}

}  // namespace
}  // namespace assay
