// SPDX-License-Identifier: Apache-2.0
// Replies of model servers in a store: found again unchanged, or not at all.
#include <fstream>

#include "assay/internal/stored_caches.h"
#include "store_file.h"

namespace assay {
namespace {

class StoredRepliesTest : public StoreTest {};

TEST_P(StoredRepliesTest, AreFoundByALaterProcess) {
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

TEST_P(StoredRepliesTest, CountForNothingWhereSomebodyChangedThem) {
  for (const char* change :
       {"UPDATE judge_answers SET answer = 'equivalent'", "UPDATE judge_answers SET key = 'b'"}) {
    StoredReplies replies(file_);
    replies.keep("a", "x");
    this->change(change);
    EXPECT_EQ(replies.find("a"), std::nullopt) << change;
    EXPECT_EQ(replies.find("b"), std::nullopt) << change;
  }
}

TEST_P(StoredRepliesTest, AreMissingWhereTheStoreIsNone) {
  if (GetParam() == StoreKind::file)
    std::ofstream(file_) << "no database at all, but long enough to be looked at";
  else
    file_ = "postgresql:///no_database?host=" + places_.folder().path().string();
  StoredReplies replies(file_);
  EXPECT_EQ(replies.find("a"), std::nullopt);
  replies.keep("a", "x");
  EXPECT_EQ(replies.find("a"), std::nullopt);
}

FOR_BOTH_STORES(StoredRepliesTest);

}  // namespace
}  // namespace assay
