// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

// Expected values are worked out by hand or with a calculator, to the digits given.
constexpr double kDigits = 5e-5;

void expect_interval(const std::optional<Interval>& found, double low, double high) {
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->low, low, kDigits);
  EXPECT_NEAR(found->high, high, kDigits);
}

TEST(Wilson, DoesNotCollapseAtTheEnds) {
  expect_interval(wilson(20, 20), 0.8389, 1.0);
  expect_interval(wilson(0, 20), 0.0, 0.1611);
  EXPECT_EQ(wilson(20, 20)->high, 1.0);
  EXPECT_EQ(wilson(0, 20)->low, 0.0);
}

TEST(Wilson, IsSymmetric) {
  for (std::size_t k = 0; k <= 7; ++k) {
    EXPECT_NEAR(wilson(k, 7)->low, 1.0 - wilson(7 - k, 7)->high, 1e-12);
  }
}

// z² = 3.84146; n = 10, p = 0.5: half = 1.95996/1.384146 · √(0.025 + 0.0096037) = 0.26341.
TEST(Wilson, HalfOfTen) { expect_interval(wilson(5, 10), 0.2366, 0.7634); }

TEST(Wilson, OneOfOne) { expect_interval(wilson(1, 1), 0.2065, 1.0); }

TEST(Wilson, NothingTriedHasNoInterval) { EXPECT_EQ(wilson(0, 0), std::nullopt); }

TEST(MeanWithError, HandWorked) {
  const auto mean =
      mean_with_error(std::vector{1.0, 0.95, 0.9, 0.0});  // Σ(s−s̄)² = 0.681875, /(4·3) = 0.05682292
  ASSERT_TRUE(mean && mean->standard_error);
  EXPECT_NEAR(mean->value, 0.7125, 1e-12);
  EXPECT_NEAR(*mean->standard_error, 0.2384, kDigits);
}

TEST(MeanWithError, TwoValuesHaveAnError) {
  EXPECT_NEAR(*mean_with_error(std::vector{0.0, 1.0})->standard_error, 0.5, 1e-12);  // √(0.5/(2·1))
}

TEST(MeanWithError, OneValueHasNoError) {
  const auto mean = mean_with_error(std::vector{0.5});
  ASSERT_TRUE(mean);
  EXPECT_EQ(mean->value, 0.5);
  EXPECT_EQ(mean->standard_error, std::nullopt);
  EXPECT_FALSE(mean_with_error({}));
}

TEST(ClusteredStandardError, OneClusterAValueIsTheUsualError) {
  const std::vector<double> values = {1.0, 0.95, 0.9, 0.0};
  const std::vector<std::size_t> clusters = {0, 1, 2, 3};
  EXPECT_NEAR(*clustered_standard_error(values, clusters), *mean_with_error(values)->standard_error, 1e-12);
}

TEST(ClusteredStandardError, HandWorked) {
  // s̄ = 0.5; cluster sums of deviations 1 and −1: √(2/1 · 2)/4 = 0.5, where independence would give 0.2887.
  const std::vector<double> values = {1.0, 1.0, 0.0, 0.0};
  EXPECT_NEAR(*clustered_standard_error(values, std::vector<std::size_t>{7, 7, 9, 9}), 0.5, 1e-12);
  EXPECT_NEAR(*mean_with_error(values)->standard_error, 0.2887, kDigits);
}

TEST(ClusteredStandardError, OneClusterHasNone) {
  EXPECT_EQ(clustered_standard_error(std::vector{1.0, 0.0}, std::vector<std::size_t>{1, 1}), std::nullopt);
  EXPECT_EQ(clustered_standard_error({}, {}), std::nullopt);
}

TEST(PassAtK, HandWorked) {
  EXPECT_NEAR(*pass_at_k(5, 2, 1), 0.4, 1e-12);
  EXPECT_NEAR(*pass_at_k(5, 2, 3), 0.9, 1e-12);  // 1 − C(3,3)/C(5,3) = 1 − 1/10
  EXPECT_EQ(*pass_at_k(5, 2, 4), 1.0);
  EXPECT_EQ(*pass_at_k(5, 0, 5), 0.0);
  EXPECT_EQ(pass_at_k(5, 2, 0), std::nullopt);
  EXPECT_EQ(pass_at_k(5, 2, 6), std::nullopt);
}

TEST(PassHatK, HandWorked) {
  EXPECT_NEAR(*pass_hat_k(5, 3, 1), 0.6, 1e-12);
  EXPECT_NEAR(*pass_hat_k(5, 3, 2), 0.3, 1e-12);  // C(3,2)/C(5,2) = 3/10
  EXPECT_EQ(*pass_hat_k(5, 3, 4), 0.0);
  EXPECT_EQ(*pass_hat_k(5, 5, 5), 1.0);
  EXPECT_EQ(pass_hat_k(0, 0, 1), std::nullopt);
}

TEST(PassAtK, LargeCountsDoNotOverflow) { EXPECT_NEAR(*pass_at_k(100'000, 1, 50'000), 0.5, 1e-9); }

TEST(Percentile, NearestRank) {
  const std::vector<double> values = {15, 20, 35, 40, 50};
  EXPECT_EQ(percentile(values, 0.05), 15);
  EXPECT_EQ(percentile(values, 0.30), 20);
  EXPECT_EQ(percentile(values, 0.40), 20);
  EXPECT_EQ(percentile(values, 0.50), 35);
  EXPECT_EQ(percentile(values, 1.00), 50);
  EXPECT_EQ(percentile({}, 0.5), std::nullopt);
}

TEST(Rounded, HalvesGoAwayFromZero) {
  EXPECT_EQ(rounded(0.12345), 0.1235);
  EXPECT_EQ(rounded(-0.12345), -0.1235);
  EXPECT_EQ(rounded(2.0 / 3.0), 0.6667);
  EXPECT_EQ(rounded(0.00004), 0.0);
}

}  // namespace
}  // namespace assay
