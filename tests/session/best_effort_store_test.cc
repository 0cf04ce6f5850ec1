// SPDX-License-Identifier: Apache-2.0
// Results on their way into a store.
#include "assay/internal/best_effort_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "suite_files.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class KeeperTest : public testing::Test {
 protected:
  Store with_run() const {
    Store store({.file = file});
    store.add_run(sample_info("r1"));
    return store;
  }
  TemporaryFolder folder;
  std::filesystem::path file = folder / "runs.db";
};

TEST_F(KeeperTest, WhatIsAddedToAReserveIsCommittedAtOnce) {
  BestEffortStore keeper(file);
  keeper.begin(sample_info("r1"));
  keeper.add(sample_result("a"));
  EXPECT_EQ(Store({.file = file}).count_results("r1"), 1u);
}

TEST_F(KeeperTest, ARunIsStoredWithWhatIsNotThereYet) {
  Store store = with_run();
  const assay::Run run = sample_run("r1");
  store.add_result("r1", run.results.front());
  store_run(store, run);
  EXPECT_EQ(store.count_results("r1"), 3u);
  EXPECT_TRUE(store.aggregate_json("r1"));
}

TEST_F(KeeperTest, AReserveStoresTheWholeRunThoughItCouldNotBegin) {
  std::filesystem::create_directory(file);
  BestEffortStore keeper(file);
  testing::internal::CaptureStderr();
  keeper.begin(sample_info("r1"));
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("the cases are run all the same"));
  keeper.add(sample_result("a"));
  EXPECT_FALSE(keeper.finish(sample_run("r1")).empty()) << "still a folder";
  std::filesystem::remove(file);
  EXPECT_THAT(keeper.finish(sample_run("r1")), IsEmpty());
  EXPECT_EQ(Store({.file = file}).count_results("r1"), 3u);
}

TEST_F(KeeperTest, AReserveWithoutAStoreKeepsNothing) {
  BestEffortStore keeper("");
  keeper.begin(sample_info("r1"));
  keeper.add(sample_result("a"));
  EXPECT_THAT(keeper.finish(sample_run("r1")), IsEmpty());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace assay
