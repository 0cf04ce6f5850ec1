// What servers of models answered, in a store: found again as it was, or not at all.
#include "assay/internal/stored_replies.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <fstream>

namespace assay {
namespace {

class StoredRepliesTest : public testing::Test {
 protected:
  void SetUp() override { remove(); }
  void TearDown() override { remove(); }
  void remove() {
    for (const char* end : {"", "-wal", "-shm"}) std::filesystem::remove(file_.string() + end);
  }
  std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) / "stored_replies.db";
};

TEST_F(StoredRepliesTest, AreFoundByALaterProcess) {
  {
    StoredReplies replies(file_);
    EXPECT_EQ(replies.find("a"), std::nullopt);
    replies.keep("a", "{\"b\": \"…\"}");
  }
  StoredReplies later(file_);
  EXPECT_EQ(later.find("a"), "{\"b\": \"…\"}");
  EXPECT_EQ(later.find("b"), std::nullopt);
  later.keep("a", "c");
  EXPECT_EQ(later.find("a"), "c");
}

TEST_F(StoredRepliesTest, CountForNothingWhereSomebodyChangedThem) {
  for (const char* change :
       {"UPDATE judge_answers SET answer = 'equivalent'", "UPDATE judge_answers SET key = 'b'"}) {
    StoredReplies replies(file_);
    replies.keep("a", "x");
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(change);
    EXPECT_EQ(replies.find("a"), std::nullopt) << change;
    EXPECT_EQ(replies.find("b"), std::nullopt) << change;
  }
}

TEST_F(StoredRepliesTest, AreMissingWhereTheStoreIsNone) {
  std::ofstream(file_) << "no database at all, but long enough to be looked at";
  StoredReplies replies(file_);
  EXPECT_EQ(replies.find("a"), std::nullopt);
  replies.keep("a", "x");
  EXPECT_EQ(replies.find("a"), std::nullopt);
}

}  // namespace
}  // namespace assay
