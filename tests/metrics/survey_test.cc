// SPDX-License-Identifier: Apache-2.0
// Samples that people label, and the estimates from them: against published and hand-counted numbers.
#include "assay/internal/survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

namespace assay {
namespace {

using testing::SizeIs;

std::vector<std::size_t> strata_of(std::initializer_list<std::size_t> sizes) {
  std::vector<std::size_t> strata;
  for (std::size_t stratum = 0; const auto size : sizes) strata.insert(strata.end(), size, stratum++);
  return strata;
}

std::map<std::size_t, std::size_t> drawn_of_each(std::span<const std::size_t> strata,
                                                 std::span<const Drawn> drawn) {
  std::map<std::size_t, std::size_t> counts;
  for (const auto& each : drawn) ++counts[strata[each.index]];
  return counts;
}

TEST(Strata, GiveAsManyEachAndWhatASmallOneLeavesGoesToTheOthers) {
  const auto strata = strata_of({1000, 5, 200});
  const auto drawn = draw_strata(strata, 100, 1);
  EXPECT_THAT(drawn, SizeIs(100));
  const auto counts = drawn_of_each(strata, drawn);
  EXPECT_EQ(counts.at(1), 5u);
  EXPECT_EQ(counts.at(0) + counts.at(2), 95u);
  EXPECT_NEAR(static_cast<double>(counts.at(0)), static_cast<double>(counts.at(2)), 1);
}

TEST(Strata, WeighSoThatTheSampleStandsForAll) {
  const auto strata = strata_of({1000, 5, 200});
  double sum = 0;
  std::set<std::size_t> indices;
  for (const auto& each : draw_strata(strata, 100, 1)) {
    sum += each.weight;
    indices.insert(each.index);
    if (strata[each.index] == 1) {
      EXPECT_EQ(each.weight, 1.0);
    }
  }
  EXPECT_NEAR(sum, 1205, 1e-9);
  EXPECT_THAT(indices, SizeIs(100));  // no duplicates
}

TEST(Strata, AreDrawnTheSameBySeedAndDifferentlyByAnother) {
  const auto strata = strata_of({50, 50});
  const auto indices = [&](std::uint64_t seed) {
    std::vector<std::size_t> found;
    for (const auto& each : draw_strata(strata, 20, seed)) found.push_back(each.index);
    return found;
  };
  EXPECT_EQ(indices(7), indices(7));
  EXPECT_NE(indices(7), indices(8));
}

TEST(Strata, AreDrawnWholeWhereThereAreNoMore) {
  EXPECT_THAT(draw_strata(strata_of({3, 2}), 100, 1), SizeIs(5));
  EXPECT_THAT(draw_strata({}, 100, 1), SizeIs(0));
  EXPECT_THAT(draw_strata(strata_of({3}), 0, 1), SizeIs(0));
}

// R: binom.test(8, 10)$conf.int and so on.
TEST(ClopperPearson, IsTheExactIntervalOfABinomialShare) {
  const auto expect = [](double k, double n, double low, double high) {
    const auto found = clopper_pearson(k, n);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->low, low, 5e-7) << k << " of " << n;
    EXPECT_NEAR(found->high, high, 5e-7) << k << " of " << n;
  };
  expect(8, 10, 0.4439045, 0.9747893);
  expect(0, 10, 0.0, 0.3084971);
  expect(10, 10, 0.6915029, 1.0);
  expect(1, 2, 0.0125791, 0.9874209);
  EXPECT_FALSE(clopper_pearson(0, 0));
}

TEST(WeightedShare, IsThatOfTheWhole) {
  // One yes of ten votes of weight 1, and nine of ten votes of weight 9.
  std::vector<WeightedAnswer> votes(10, {.is_yes = false, .weight = 1});
  votes[0].is_yes = true;
  votes.insert(votes.end(), 10, {.is_yes = true, .weight = 9});
  votes.back().is_yes = false;
  const auto found = weighted_share(votes);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->share, 0.82, 1e-12);
  EXPECT_EQ(found->yes, 10u);
  EXPECT_EQ(found->votes, 20u);
  // With unequal weights, the effective number of votes is smaller: 100²/(10 + 810).
  const auto expected = clopper_pearson(0.82 * 10000 / 820, 10000.0 / 820);
  EXPECT_NEAR(found->interval.low, expected->low, 1e-12);
  EXPECT_NEAR(found->interval.high, expected->high, 1e-12);
}

TEST(WeightedShare, IsTheExactIntervalWhereAllWeighTheSame) {
  std::vector<WeightedAnswer> votes(10, {.is_yes = true, .weight = 3});
  EXPECT_EQ(weighted_share(votes)->interval.high, 1.0);
  EXPECT_NEAR(weighted_share(votes)->interval.low, 0.6915029, 5e-7);
  EXPECT_FALSE(weighted_share({}));
}

// J. Cohen's κ for the textbook's table: 20, 5, 10, 15.
TEST(Agreement, IsWhatGoesBeyondChance) {
  const Agreement agreement{.both_yes = 20, .first_only = 5, .second_only = 10, .both_no = 15};
  EXPECT_NEAR(*agreement.observed(), 0.7, 1e-12);
  EXPECT_NEAR(*agreement.kappa(), 0.4, 1e-12);
  EXPECT_NEAR(*(Agreement{.both_yes = 5, .both_no = 5}.kappa()), 1.0, 1e-12);
  EXPECT_NEAR(*(Agreement{.first_only = 5, .second_only = 5}.kappa()), -1.0, 1e-12);
}

TEST(Agreement, SaysNothingWhereThereIsNothingToAgreeOn) {
  EXPECT_FALSE(Agreement{}.kappa());
  EXPECT_FALSE(Agreement{.both_yes = 10}.kappa());
  EXPECT_EQ(Agreement{.both_yes = 10}.observed(), 1.0);
}

}  // namespace
}  // namespace assay
