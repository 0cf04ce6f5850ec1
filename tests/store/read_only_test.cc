// SPDX-License-Identifier: Apache-2.0
// Stores in a folder that may not be written: they are read and merged all the same.
#include "read_only.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "assay/internal/figures.h"
#include "assay/store.h"
#include "sample.h"

namespace assay {
namespace {

using Access = StoreOptions::Access;

class ReadOnlyTest : public testing::Test {
 protected:
  void lock() {
    lock_.emplace(folder_.path());
    if (!*lock_) GTEST_SKIP() << "root without the right to mount cannot have a read-only folder";
  }
  // As an archive of a killed process's folder has it: the results are in the write-ahead log alone.
  void make_store_with_pending_log() {
    const TemporaryFolder live;
    Store store({.file = live / "assay.db"});
    store.add(sample_run("r1"));
    for (const char* name : {"assay.db", "assay.db-wal"})
      std::filesystem::copy_file(live / name, folder_ / name);
    ASSERT_GT(std::filesystem::file_size(folder_ / "assay.db-wal"), 0u);
  }
  Store read() { return Store({.file = file_, .access = Access::read}); }

  TemporaryFolder folder_;
  TemporaryFolder elsewhere_;
  std::filesystem::path file_ = folder_ / "assay.db";
  std::optional<ReadOnly> lock_;
};

TEST_F(ReadOnlyTest, IsReadAndNotWritten) {
  Store({.file = file_}).add(sample_run("r1"));
  lock();
  if (IsSkipped()) return;
  EXPECT_EQ(read().load_run("r1").results.size(), 3u);
  EXPECT_THAT([&] { Store({.file = file_}); },
              testing::ThrowsMessage<Error>(testing::HasSubstr("cannot be written")));
}

TEST_F(ReadOnlyTest, IsMerged) {
  Store({.file = file_}).add(sample_run("r1"));
  lock();
  if (IsSkipped()) return;
  Store target({.file = elsewhere_ / "all.db"});
  EXPECT_EQ(target.merge(file_).results_added, 3u);
  EXPECT_TRUE(target.check().empty());
}

TEST_F(ReadOnlyTest, IsReadWithTheResultsOfItsLog) {
  make_store_with_pending_log();
  lock();
  if (IsSkipped()) return;
  const Store store = read();
  EXPECT_EQ(store.load_run("r1").results.size(), 3u);
  EXPECT_TRUE(store.check().empty());
  const auto next = store.figures("r1");
  Figures figures;
  EXPECT_TRUE(next(figures));
}

TEST_F(ReadOnlyTest, IsMergedWithTheResultsOfItsLog) {
  make_store_with_pending_log();
  lock();
  if (IsSkipped()) return;
  EXPECT_EQ(Store({.file = elsewhere_ / "all.db"}).merge(file_).results_added, 3u);
}

}  // namespace
}  // namespace assay
