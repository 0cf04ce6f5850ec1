// What judges answered, in a store: found again as it was, or not at all.
#include "assay/internal/stored_rulings.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <fstream>

namespace assay {
namespace {

class StoredRulingsTest : public testing::Test {
 protected:
  void SetUp() override { remove(); }
  void TearDown() override { remove(); }
  void remove() {
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(file_.string() + end);
  }
  std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) / "stored_rulings.db";
};

TEST_F(StoredRulingsTest, AreFoundByALaterProcess) {
  {
    StoredRulings rulings(file_);
    EXPECT_EQ(rulings.find("a"), std::nullopt);
    rulings.keep("a", "{\"b\": \"…\"}");
  }
  StoredRulings later(file_);
  EXPECT_EQ(later.find("a"), "{\"b\": \"…\"}");
  EXPECT_EQ(later.find("b"), std::nullopt);
  later.keep("a", "c");
  EXPECT_EQ(later.find("a"), "c");
}

TEST_F(StoredRulingsTest, CountForNothingWhereSomebodyChangedThem) {
  for (const char* change :
       {"UPDATE judge_answers SET answer = 'equivalent'", "UPDATE judge_answers SET key = 'b'"}) {
    StoredRulings rulings(file_);
    rulings.keep("a", "x");
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(change);
    EXPECT_EQ(rulings.find("a"), std::nullopt) << change;
    EXPECT_EQ(rulings.find("b"), std::nullopt) << change;
  }
}

TEST_F(StoredRulingsTest, AreMissingWhereTheStoreIsNone) {
  std::ofstream(file_) << "no database at all, but long enough to be looked at";
  StoredRulings rulings(file_);
  EXPECT_EQ(rulings.find("a"), std::nullopt);
  rulings.keep("a", "x");
  EXPECT_EQ(rulings.find("a"), std::nullopt);
}

}  // namespace
}  // namespace assay
