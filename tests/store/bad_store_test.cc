// SPDX-License-Identifier: Apache-2.0
// Stores that cannot be used: each gives an Error that names the file and the next step.
#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <future>
#include <limits>
#include <thread>

#include "assay/internal/figures.h"
#include "assay/store.h"
#include "sample.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::HasSubstr;
using Access = StoreOptions::Access;

class BadStore : public testing::Test {
 protected:
  std::string refusal(Access access) {
    return refusal([&] {
      Store store({.file = file_, .access = access, .patience = milliseconds(50)});
      if (access == Access::write) store.add(sample_run("r2"));
      store.list_runs();
    });
  }

  template <typename Work>
  std::string refusal(Work work) {
    try {
      work();
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), HasSubstr(file_.filename().string()));
      EXPECT_THAT(error.what(), HasSubstr("next: "));
      return error.what();
    }
    return "nothing was refused";
  }

  void make_store(std::size_t cases = 3) {
    Store store({.file = file_});
    assay::Run run = sample_run("r1");
    for (std::size_t i = 3; i < cases; ++i) run.results.push_back(sample_result("c" + std::to_string(i)));
    store.add(run);
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "assay.db";
};

TEST_F(BadStore, Missing) { EXPECT_THAT(refusal(Access::read), HasSubstr("does not exist")); }

TEST_F(BadStore, RemovedOrReplacedWhileItIsWritten) {
  for (const bool replaced : {false, true}) {
    std::filesystem::remove(file_);
    Store store({.file = file_});
    store.add_run(sample_info("r1"));
    store.add_result("r1", sample_result("a"));
    std::filesystem::remove(file_);
    if (replaced) std::ofstream(file_) << "";
    const auto lost = HasSubstr("was removed or replaced while it was written");
    EXPECT_THAT(refusal([&] { store.add_result("r1", sample_result("b")); }), lost);
    EXPECT_THAT(refusal([&] { store.finish_run(sample_info("r1")); }), lost);
    EXPECT_THAT(refusal([&] { store.set_aggregate_json("r1", "{}"); }), lost);
    EXPECT_THAT(refusal([&] { store.add(sample_run("r2")); }), lost);
  }
}

TEST_F(BadStore, NoPlainFile) {
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  for (const auto access : {Access::read, Access::write})
    EXPECT_THAT(refusal(access), HasSubstr("the store cannot be opened: it is no plain file"));
}

TEST_F(BadStore, ALinkThatLeadsNowhere) {
  std::filesystem::create_symlink(file_, file_);
  for (const auto access : {Access::read, Access::write})
    EXPECT_THAT(refusal(access), HasSubstr("the store cannot be opened: Too many levels of symbolic links"));
}

TEST_F(BadStore, FolderMissing) {
  file_ = folder_ / "nowhere/assay.db";
  EXPECT_THAT(refusal(Access::write), HasSubstr("folder does not exist"));
}

TEST_F(BadStore, AFolder) {
  std::filesystem::create_directory(file_);
  EXPECT_THAT(refusal(Access::write), HasSubstr("cannot be opened"));
}

TEST_F(BadStore, EmptyFileForReading) {
  std::ofstream(file_).close();
  EXPECT_THAT(refusal(Access::read), HasSubstr("the store is empty"));
}

TEST_F(BadStore, EmptyFileForWritingIsANewStore) {
  std::ofstream(file_).close();
  make_store();
  EXPECT_TRUE(Store({.file = file_}).has_run("r1"));
}

TEST_F(BadStore, NoSqliteFile) {
  std::ofstream(file_) << std::string(5000, 'x');
  EXPECT_THAT(refusal(Access::write), HasSubstr("the store is damaged"));
  EXPECT_THAT(refusal(Access::read), HasSubstr("the store is damaged"));
}

TEST_F(BadStore, SomethingElsesFile) {
  SQLite::Database(file_.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec("CREATE TABLE t(x)");
  EXPECT_THAT(refusal(Access::write), HasSubstr("not a store of assay"));
  EXPECT_THAT(refusal(Access::read), HasSubstr("not a store of assay"));
}

TEST_F(BadStore, Truncated) {
  make_store(500);
  std::filesystem::resize_file(file_, std::filesystem::file_size(file_) / 2);
  EXPECT_THAT(refusal(Access::read), HasSubstr("the store is damaged"));
  EXPECT_THAT(refusal(Access::write), HasSubstr("the store is damaged"));
}

// If a page in the middle has been overwritten, the store still opens, and the check reports the damage.
TEST_F(BadStore, OverwrittenInTheMiddleIsFoundByTheCheck) {
  make_store(500);
  ASSERT_TRUE(Store({.file = file_, .access = Access::read}).check().empty());
  const auto size = static_cast<std::streamoff>(std::filesystem::file_size(file_));
  std::fstream(file_, std::ios::in | std::ios::out | std::ios::binary)
      .seekp(size / 2)
      .write(std::string(8192, '\xff').data(), 8192);
  // It depends on the page whether the check lists the damage or has to give up.
  try {
    EXPECT_FALSE(Store({.file = file_, .access = Access::read}).check().empty());
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("the store is damaged"));
  }
}

TEST_F(BadStore, FiguresWithoutARowAreFoundByTheCheck) {
  make_store();
  SQLite::Database(file_.string(), SQLite::OPEN_READWRITE)
      .exec("DELETE FROM eval_rows WHERE row_id = (SELECT row_id FROM eval_figures WHERE query_id = 'b')");
  EXPECT_THAT(Store({.file = file_, .access = Access::read}).check(),
              testing::ElementsAre("run r1 has figures without a row: case b"));
}

TEST_F(BadStore, NewerSchema) {
  make_store();
  SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
  for (const Access access : {Access::read, Access::write})
    EXPECT_THAT(refusal(access), AllOf(HasSubstr("schema 99"), HasSubstr("newer")));
}

TEST_F(BadStore, Locked) {
  make_store();
  SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  EXPECT_THAT(refusal(Access::write), HasSubstr("another process is using the store"));
  EXPECT_TRUE(Store({.file = file_, .access = Access::read, .patience = milliseconds(50)}).has_run("r1"));
  other.exec("ROLLBACK");
  Store({.file = file_}).add(sample_run("r3"));
}

TEST_F(BadStore, LockedForAWhileIsWaitedFor) {
  make_store();
  std::promise<void> locked;
  std::thread holder([&] {
    SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    locked.set_value();
    std::this_thread::sleep_for(milliseconds(300));  // nothing shows that another process is waiting
    other.exec("ROLLBACK");
  });
  locked.get_future().wait();
  Store({.file = file_}).add(sample_run("r2"));
  holder.join();
  EXPECT_TRUE(Store({.file = file_}).has_run("r2"));
  EXPECT_GT(StoreOptions{}.patience, std::chrono::seconds(10)) << "a backup may take that long";
}

TEST_F(BadStore, DiskFullInACommit) {
  const auto disk = folder_ / "disk";
  std::filesystem::create_directory(disk);
  if (mount("assay", disk.c_str(), "tmpfs", 0, "size=1m") != 0)
    GTEST_SKIP() << "a small disk needs the right to mount";
  file_ = disk / "assay.db";
  std::size_t finished = 0;
  const std::string said = refusal([&] {
    Store store({.file = file_});
    store.add_run(sample_info("r1"));
    for (; finished < 100'000; ++finished)
      store.add_result("r1", sample_result("c" + std::to_string(finished)));
  });
  EXPECT_THAT(said, HasSubstr("the disk is full"));
  {
    const Store store({.file = file_, .access = Access::read});
    EXPECT_EQ(store.count_results("r1"), finished);
    EXPECT_TRUE(store.check().empty());
  }
  umount(disk.c_str());
}

TEST_F(BadStore, OpenedForReadingIsNotWritten) {
  make_store();
  Store store({.file = file_, .access = Access::read});
  EXPECT_THAT(refusal([&] { store.add(sample_run("r2")); }), HasSubstr("for reading only"));
  EXPECT_THAT(refusal([&] { store.collect_garbage(); }), HasSubstr("for reading only"));
}

TEST_F(BadStore, ScoresThatAreNoNumbers) {
  Store store({.file = file_});
  assay::Run run = sample_run("r1");
  run.results[0].grade.score = std::numeric_limits<double>::quiet_NaN();
  run.results[1].grade.score = std::numeric_limits<double>::infinity();
  store.add(run);
  const auto next = store.figures("r1");
  Figures figures;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(next(figures));
    EXPECT_FALSE(figures.score.has_value());
  }
  EXPECT_THAT(refusal([&] { store.load_run("r1"); }),
              HasSubstr("null is not a number from 0 to 1 (at /score)"));
}

TEST_F(BadStore, ANameThatLooksLikeAnOption) {
  file_ = folder_ / "a?mode=ro#b%41.db";
  make_store();
  EXPECT_TRUE(std::filesystem::exists(file_));
  EXPECT_TRUE(Store({.file = file_, .access = Access::read}).has_run("r1"));
}

}  // namespace
}  // namespace assay
