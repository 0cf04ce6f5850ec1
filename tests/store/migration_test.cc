#include <SQLiteCpp/Database.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/error.h"
#include "assay/store.h"
#include "sample.h"
#include "schema.h"

namespace assay {
namespace {

constexpr Migration kOne[] = {"CREATE TABLE t(a)"};
constexpr Migration kThree[] = {"CREATE TABLE t(a)", "ALTER TABLE t ADD COLUMN b", "UPDATE t SET b = a + 1"};
constexpr Migration kBroken[] = {"CREATE TABLE t(a)", "ALTER TABLE t ADD COLUMN b; no SQL"};

class MigrationTest : public testing::Test {
 protected:
  SQLite::Database database_{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

TEST_F(MigrationTest, AnEmptyFileGetsAllOfThem) {
  migrate(database_, "s.db", kThree);
  EXPECT_EQ(schema_state(database_).version, 3);
}

TEST_F(MigrationTest, AnOlderStoreGetsThoseItLacksAndKeepsWhatItHas) {
  migrate(database_, "s.db", kOne);
  database_.exec("INSERT INTO t VALUES(41)");
  migrate(database_, "s.db", kThree);
  EXPECT_EQ(database_.execAndGet("SELECT b FROM t").getInt(), 42);
}

TEST_F(MigrationTest, ASecondTimeNothingIsLeftToDo) {
  migrate(database_, "s.db", kThree);
  migrate(database_, "s.db", kThree);
  EXPECT_EQ(schema_state(database_).version, 3);
}

TEST_F(MigrationTest, OneThatFailsLeavesTheStoreAsItWas) {
  migrate(database_, "s.db", kOne);
  EXPECT_ANY_THROW(migrate(database_, "s.db", kBroken));
  EXPECT_EQ(schema_state(database_).version, 1);
  EXPECT_ANY_THROW(database_.exec("SELECT b FROM t"));
}

TEST_F(MigrationTest, ANewerStoreIsRefused) {
  migrate(database_, "s.db", kThree);
  EXPECT_THROW(check_schema(database_, "s.db", kOne), Error);
}

TEST(Schema, OfAStoreIsTheNewest) {
  const TemporaryFolder folder;
  Store({.file = folder / "s.db"});
  SQLite::Database database((folder / "s.db").string());
  EXPECT_EQ(schema_state(database).version, static_cast<int>(migrations().size()));
}

}  // namespace
}  // namespace assay
