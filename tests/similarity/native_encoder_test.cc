// SPDX-License-Identifier: Apache-2.0
// The encoder computes what its paper says: compared with a 64-bit reference encoder, on models made here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "../tools/sanitized.h"
#include "assay/embedder.h"
#include "assay/error.h"
#include "assay/internal/tokenizer.h"
#include "made_model.h"
#include "reference_encoder.h"

namespace assay::tests {
namespace {

constexpr std::string_view kTexts[] = {"ls -la", "find . -name \"*.txt\"", "", "grep 'café' file | wc -l"};

std::vector<double> reference_embedding(const MadeModel& shape, const ModelText& model,
                                        const std::vector<int>& ids, Pooling pooling) {
  const auto states = reference_states(shape, model, ids);
  if (pooling == Pooling::cls) return states.front();
  std::vector<double> mean(states.front().size());
  for (const auto& row : states)
    for (std::size_t i = 0; i < row.size(); ++i) mean[i] += row[i] / static_cast<double>(states.size());
  return mean;
}

double largest_difference(const std::vector<float>& a, const std::vector<double>& b) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(static_cast<double>(a[i]) - b[i]));
  return largest;
}

void expect_reference(const MadeModel& shape, double tolerance = 2e-5) {
  const auto folder = fresh_folder();
  const auto model = make_model(shape);
  model.write(folder);
  const auto tokenizer = read_tokenizer(folder);
  for (const auto simd : available_simd())
    for (const auto pooling : {Pooling::cls, Pooling::mean}) {
      const auto embedder = native_embedder({.directory = folder, .pooling = pooling, .simd = simd});
      for (const auto text : kTexts) {
        const auto ids = tokenizer->encode(text, 38).ids;
        EXPECT_LT(largest_difference(embedder->get_embedding(text).values,
                                     reference_embedding(shape, model, ids, pooling)),
                  tolerance)
            << text << " " << to_string(pooling) << " " << to_string(simd);
      }
    }
}

TEST(NativeEncoder, ComputesBert) { expect_reference({.family = MadeModel::Family::bert}); }
TEST(NativeEncoder, ComputesRoberta) { expect_reference({.family = MadeModel::Family::roberta, .seed = 2}); }
TEST(NativeEncoder, ReadsNamesWithThePrefixOfALargerModel) {
  expect_reference({.family = MadeModel::Family::roberta, .prefix = "roberta."});
}
TEST(NativeEncoder, WidensNumbersOf16Bits) {
  expect_reference({.type = "BF16"});
  expect_reference({.type = "F16"});
}
TEST(NativeEncoder, TakesWidthsThatNoRegisterDivides) {
  expect_reference({.hidden = 21, .heads = 3, .layers = 3, .intermediate = 37});
}

// Rounding errors accumulate over twelve layers.
TEST(NativeEncoder, ComputesAModelAsLargeAsRobertaBase) {
  if (kSanitized) GTEST_SKIP() << "85 million weights take minutes under a sanitizer";
  const MadeModel shape{.family = MadeModel::Family::roberta,
                        .hidden = 768,
                        .heads = 12,
                        .layers = 12,
                        .intermediate = 3072,
                        .positions = 514,
                        .seed = 3};
  const auto folder = fresh_folder();
  const auto model = make_model(shape);
  model.write(folder);
  const auto ids = read_tokenizer(folder)->encode("find . -name", 512).ids;
  const auto states = reference_states(shape, model, ids);
  for (const auto simd : available_simd()) {
    const auto embedder = native_embedder({.directory = folder, .pooling = Pooling::cls, .simd = simd});
    EXPECT_LT(largest_difference(embedder->get_embedding("find . -name").values, states.front()), 2e-4)
        << to_string(simd);
  }
  std::filesystem::remove_all(folder);  // 350 MB
}

TEST(NativeEncoder, CutsALongTextAndSaysSo) {
  const auto folder = fresh_folder();
  const MadeModel shape{.family = MadeModel::Family::roberta};
  const auto model = make_model(shape);
  model.write(folder);
  const auto embedder = native_embedder({.directory = folder, .pooling = Pooling::mean});
  const auto tokenizer = read_tokenizer(folder);
  // 40 positions, of which RoBERTa reserves two; two more are the first and the last token.
  const std::string fits(36, 'x'), longer(37, 'x');
  EXPECT_FALSE(embedder->get_embedding(fits).is_cut);
  const auto cut = embedder->get_embedding(longer);
  EXPECT_TRUE(cut.is_cut);
  EXPECT_EQ(cut.values, embedder->get_embedding(fits).values);
  EXPECT_LT(
      largest_difference(cut.values,
                         reference_embedding(shape, model, tokenizer->encode(longer, 38).ids, Pooling::mean)),
      2e-5);
}

TEST(NativeEncoder, TakesAnyBytes) {
  const auto folder = fresh_folder();
  make_model({}).write(folder);
  const auto embedder = native_embedder({.directory = folder});
  EXPECT_EQ(embedder->get_embedding("ls \xff\xc3").values.size(), 32u);
  EXPECT_EQ(embedder->get_embedding(std::string("ls\0ls", 5)).values.size(), 32u);
  EXPECT_TRUE(embedder->get_embedding(std::string(10u << 20, 'a')).is_cut);
  EXPECT_TRUE(embedder->get_embedding(std::string(10u << 20, ' ')).is_cut);
}

TEST(NativeEncoder, SimilarityIsTheCosineWithinZeroAndOne) {
  const auto folder = fresh_folder();
  make_model({.family = MadeModel::Family::roberta}).write(folder);
  const auto embedder = native_embedder({.directory = folder});
  EXPECT_NEAR(embedder->similarity("ls -l", "ls -l"), 1.0, 1e-12);
  const auto a = embedder->get_embedding("ls -l").values,
             b = embedder->get_embedding("find / -name x").values;
  EXPECT_NEAR(embedder->similarity("ls -l", "find / -name x"), std::max(0.0, cosine(a, b)), 1e-12);
  EXPECT_LT(embedder->similarity("ls -l", "find / -name x"), 0.999);
}

TEST(Cosine, IsOfTheAngle) {
  const std::vector<float> east{1, 0}, north{0, 2}, west{-3, 0}, between{1, 1};
  EXPECT_DOUBLE_EQ(cosine(east, north), 0.0);
  EXPECT_DOUBLE_EQ(cosine(east, west), -1.0);
  EXPECT_NEAR(cosine(east, between), std::sqrt(0.5), 1e-15);
}

TEST(Cosine, RefusesWhatHasNoAngle) {
  const std::vector<float> east{1, 0}, nothing{0, 0}, longer{1, 0, 0}, nan{NAN, 0};
  EXPECT_THROW(cosine(east, longer), Error);
  EXPECT_THROW(cosine(east, nothing), Error);
  EXPECT_THROW(cosine(east, nan), Error);
}

}  // namespace
}  // namespace assay::tests
