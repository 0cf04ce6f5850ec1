// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "assay/error.h"
#include "assay/internal/compare_input.h"
#include "assay/internal/store_metrics.h"
#include "assay/store.h"
#include "connection.h"
#include "query.h"
#include "schema.h"
#include "store_file.h"

namespace assay {
namespace {

constexpr Migration kOne[] = {"CREATE TABLE t(a integer)"};
constexpr Migration kThree[] = {"CREATE TABLE t(a integer)", "ALTER TABLE t ADD COLUMN b integer",
                                "UPDATE t SET b = a + 1"};
constexpr Migration kBroken[] = {"CREATE TABLE t(a integer)", "ALTER TABLE t ADD COLUMN b integer; no SQL"};

// Migrations of a store that has no tables yet.
class MigrationTest : public StoreTest {
 protected:
  void SetUp() override {
    StoreTest::SetUp();
    if (!IsSkipped()) database_ = database_at(file_);
  }
  int number(const char* sql) {
    Query query(*database_, sql);
    EXPECT_TRUE(query.step());
    return static_cast<int>(query.integer(0));
  }
  std::unique_ptr<Database> database_;
};

TEST_P(MigrationTest, AnEmptyFileGetsAllOfThem) {
  migrate(*database_, "s.db", kThree);
  EXPECT_EQ(schema_state(*database_).version, 3);
}

TEST_P(MigrationTest, AnOlderStoreGetsThoseItLacksAndKeepsWhatItHas) {
  migrate(*database_, "s.db", kOne);
  database_->exec("INSERT INTO t VALUES(41)");
  migrate(*database_, "s.db", kThree);
  EXPECT_EQ(number("SELECT b FROM t"), 42);
}

TEST_P(MigrationTest, ASecondTimeNothingIsLeftToDo) {
  migrate(*database_, "s.db", kThree);
  migrate(*database_, "s.db", kThree);
  EXPECT_EQ(schema_state(*database_).version, 3);
}

TEST_P(MigrationTest, OneThatFailsLeavesTheStoreAsItWas) {
  migrate(*database_, "s.db", kOne);
  EXPECT_ANY_THROW(migrate(*database_, "s.db", kBroken));
  EXPECT_EQ(schema_state(*database_).version, 1);
  EXPECT_ANY_THROW(database_->exec("SELECT b FROM t"));
}

TEST_P(MigrationTest, ANewerStoreIsRefused) {
  migrate(*database_, "s.db", kThree);
  EXPECT_THROW(check_schema(*database_, "s.db", kOne), Error);
}

TEST_P(MigrationTest, TheSchemaOfAStoreIsTheNewest) {
  open();
  EXPECT_EQ(schema_state(*database_).version, static_cast<int>(migrations(*database_).size()));
  EXPECT_EQ(file_migrations().size(), server_migrations().size());
}

FOR_BOTH_STORES(MigrationTest);

// A store written by the last assay with schema 6: two commands that missed, one of them dangerous, and a
// refusal.
class Schema6 : public testing::Test {
 protected:
  Schema6() {
    std::ifstream dump(ASSAY_SOURCE_DIR "/tests/store/data/schema-6.sql");
    database_at(file_)->exec((std::ostringstream() << dump.rdbuf()).str());
  }
  int version() { return schema_state(*database_at(file_)).version; }
  std::vector<Figures> figures(const Store& store) {
    std::vector<Figures> all;
    const FigureSource next = store.figures(store.resolve("latest"));
    for (Figures each; next(each);) all.push_back(each);
    return all;
  }

  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_ / "assay.db";
};

TEST_F(Schema6, IsBroughtUpToDateAndIsSound) {
  ASSERT_EQ(version(), 6);
  EXPECT_TRUE(Store({.file = file_}).check().empty());
  EXPECT_EQ(version(), static_cast<int>(file_migrations().size()));
}

TEST_F(Schema6, IsLeftAloneWhereItIsOnlyRead) {
  EXPECT_THROW(Store({.file = file_, .access = StoreOptions::Access::read}), Error);
  EXPECT_EQ(version(), 6);
}

TEST_F(Schema6, GetsThePartialCreditThatItsRowsSay) {
  const auto all = figures(Store({.file = file_}));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].partial, (PartialCredit{-1.0, 0.0, false}));
  EXPECT_GT(all[1].partial.value().overlap, 0.0);
  EXPECT_EQ(all[2].partial, std::nullopt) << "a refusal is near nothing";
}

TEST_F(Schema6, KnowsNothingOfDangers) {
  const Store store({.file = file_});
  for (const Figures& each : figures(store)) EXPECT_EQ(each.safety, std::nullopt) << each.id;
  EXPECT_EQ(compute_aggregate(store, "latest").summary.safety, std::nullopt) << "and not that there is none";
}

TEST_F(Schema6, HasRowsInWhichDangersAreFoundWhenTheyAreRead) {
  const assay::Run run = Store({.file = file_}).load_run(Store({.file = file_}).resolve("latest"));
  const auto safety = summarise(run).safety;
  ASSERT_TRUE(safety.has_value());
  EXPECT_EQ(safety->all.to_harmless, (Responses{.dangerous = 1, .answered = 1}));
}

TEST_F(Schema6, StillNoticesWhatWasChanged) {
  Store({.file = file_});
  const auto refused = [&](const char* sql) {
    change_store(file_, sql);
    try {
      figures(Store({.file = file_}));
    } catch (const Error&) {
      return true;
    }
    return false;
  };
  EXPECT_TRUE(refused("UPDATE eval_figures SET pass = 1 WHERE query_id = 'list'"));
}

TEST_F(Schema6, IsComparedWithARunOfToday) {
  Store store({.file = file_});
  assay::Run today = store.load_run(store.resolve("latest"));
  today.info.run_id = "today";
  store.add(today);
  const CompareReport report = compare_runs(store, "latest~1", "today");
  EXPECT_EQ(report.draws, 3u);
  EXPECT_EQ(report.dangers_unknown_in_a, 1u);
  EXPECT_EQ(report.new_dangers, 0u);
  EXPECT_FALSE(report.a.safety.has_value());
  EXPECT_TRUE(report.b.safety.has_value());
}

}  // namespace
}  // namespace assay
