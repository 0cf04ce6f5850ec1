// SPDX-License-Identifier: Apache-2.0
// Vectors are taken from the store instead of from a slow model; vectors that were changed there are not
// used.
#include <fstream>

#include "assay/internal/stored_caches.h"
#include "store_file.h"

namespace assay {
namespace {

using testing::HasSubstr;

class StoredVectorsTest : public StoreTest {
 protected:
  VectorKey key_{.model_hash = "abc", .pooling = Pooling::mean, .text = "ls -l"};
  Embedding embedding_{.values = {0.5f, -1.0f, 0.25f}, .is_cut = true};
};

TEST_P(StoredVectorsTest, AreThereForTheNextProcess) {
  EXPECT_EQ(StoredVectors(file_).find(key_), std::nullopt);
  StoredVectors(file_).keep(key_, embedding_);
  EXPECT_EQ(StoredVectors(file_).find(key_), embedding_);
}

TEST_P(StoredVectorsTest, BelongToOneModelPoolingAndText) {
  StoredVectors vectors(file_);
  vectors.keep(key_, embedding_);
  EXPECT_EQ(vectors.find({"abd", Pooling::mean, "ls -l"}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::cls, "ls -l"}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::mean, "ls -l "}), std::nullopt);
  EXPECT_EQ(vectors.find({"abc", Pooling::mean, std::string("ls\0-l", 5)}), std::nullopt);
}

TEST_P(StoredVectorsTest, LieBesideRuns) {
  Store store({.file = file_});
  StoredVectors(file_).keep(key_, embedding_);
  EXPECT_TRUE(store.check().empty());
  EXPECT_TRUE(store.list_runs().empty());
}

TEST_P(StoredVectorsTest, AreNotBelievedWhereTheyWereChanged) {
  for (const auto& change :
       {"UPDATE vectors SET vector = " + blob("0000003f"),
        "UPDATE vectors SET vector = " + blob(std::string(24, '0')),
        std::string("UPDATE vectors SET is_cut = 0"), std::string("UPDATE vectors SET vector = 'no blob'")}) {
    StoredVectors vectors(file_);
    vectors.keep(key_, embedding_);
    this->change(change);
    EXPECT_EQ(vectors.find(key_), std::nullopt) << change;
    vectors.keep(key_, embedding_);  // replaces the damaged one
    EXPECT_EQ(vectors.find(key_), embedding_) << change;
  }
}

TEST_P(StoredVectorsTest, CostTimeAloneWhereTheStoreCannotBeUsed) {
  const TemporaryFolder folder;
  const auto file = folder / "assay.db";
  std::ofstream(file) << std::string(5000, 'x');
  StoredVectors vectors(file);
  testing::internal::CaptureStderr();
  EXPECT_EQ(vectors.find(key_), std::nullopt);
  vectors.keep(key_, embedding_);
  EXPECT_EQ(vectors.find(key_), std::nullopt);
  const auto said = testing::internal::GetCapturedStderr();
  EXPECT_THAT(said, HasSubstr(file.string()));
  EXPECT_EQ(said.find("computed again"), said.rfind("computed again"));
}

FOR_BOTH_STORES(StoredVectorsTest);

}  // namespace
}  // namespace assay
