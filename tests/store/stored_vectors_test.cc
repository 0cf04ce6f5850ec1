// Vectors are taken from the store instead of a model that takes long; nothing that was changed there is
// believed.
#include "assay/internal/stored_vectors.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "assay/store.h"

namespace assay {
namespace {

using testing::HasSubstr;

class StoredVectorsTest : public testing::Test {
 protected:
  StoredVectorsTest() { std::filesystem::remove(file_); }
  ~StoredVectorsTest() override { std::filesystem::remove(file_); }

  std::filesystem::path file_ = std::filesystem::path(testing::TempDir()) / "stored_vectors.db";
  VectorKey key_{.model_hash = "abc", .pooling = Pooling::mean, .text = "ls -l"};
  Embedding embedding_{.values = {0.5f, -1.0f, 0.25f}, .is_cut = true};
};

TEST_F(StoredVectorsTest, AreThereForTheNextProcess) {
  EXPECT_EQ(StoredVectors(file_).find(key_), std::nullopt);
  StoredVectors(file_).keep(key_, embedding_);
  EXPECT_EQ(StoredVectors(file_).find(key_), embedding_);
}

TEST_F(StoredVectorsTest, BelongToOneModelPoolingAndText) {
  StoredVectors vectors(file_);
  vectors.keep(key_, embedding_);
  EXPECT_EQ(vectors.find({"abd", Pooling::mean, "ls -l"}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::cls, "ls -l"}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::mean, "ls -l "}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::mean, std::string("ls\0-l", 5)}), std::nullopt);
}

TEST_F(StoredVectorsTest, LieBesideRuns) {
  Store store({.file = file_});
  StoredVectors(file_).keep(key_, embedding_);
  EXPECT_TRUE(store.check().empty());
  EXPECT_TRUE(store.list_runs().empty());
}

TEST_F(StoredVectorsTest, AreNotBelievedWhereTheyWereChanged) {
  for (const auto* change :
       {"UPDATE vectors SET vector = x'0000003f'", "UPDATE vectors SET vector = zeroblob(12)",
        "UPDATE vectors SET is_cut = 0", "UPDATE vectors SET vector = 'no blob'"}) {
    StoredVectors vectors(file_);
    vectors.keep(key_, embedding_);
    SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(change);
    EXPECT_EQ(vectors.find(key_), std::nullopt) << change;
    vectors.keep(key_, embedding_);  // takes the place of what was damaged
    EXPECT_EQ(vectors.find(key_), embedding_) << change;
  }
}

TEST_F(StoredVectorsTest, CostTimeAloneWhereTheStoreCannotBeUsed) {
  std::ofstream(file_) << std::string(5000, 'x');
  StoredVectors vectors(file_);
  testing::internal::CaptureStderr();
  EXPECT_EQ(vectors.find(key_), std::nullopt);
  vectors.keep(key_, embedding_);
  EXPECT_EQ(vectors.find(key_), std::nullopt);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr(file_.string()));
  EXPECT_EQ(said.find("computed again"), said.rfind("computed again"));
}

}  // namespace
}  // namespace assay
