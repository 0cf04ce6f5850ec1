// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/paired.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <random>
#include <sstream>

#include "assay/internal/statistics.h"

namespace assay {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

Differences differences_of(const std::vector<double>& values) {
  Differences differences;
  for (const double each : values) differences.add(each);
  return differences;
}

TEST(McNemar, TwoSidedIsTwiceTheSmallerTail) {
  EXPECT_DOUBLE_EQ(mcnemar(1, 6), 2 * (1 + 7) / 128.0);
  EXPECT_DOUBLE_EQ(mcnemar(6, 1), mcnemar(1, 6));
}

TEST(McNemar, IsAtMostOne) {
  EXPECT_DOUBLE_EQ(mcnemar(0, 0), 1.0);
  EXPECT_DOUBLE_EQ(mcnemar(5, 5), 1.0);
}

TEST(McNemar, OneSidedAsksForOneDirection) {
  EXPECT_DOUBLE_EQ(mcnemar(1, 6, Tail::lower), 8 / 128.0);
  EXPECT_DOUBLE_EQ(mcnemar(1, 6, Tail::upper), 127 / 128.0);
  EXPECT_DOUBLE_EQ(mcnemar(0, 5, Tail::lower), 1 / 32.0);
}

TEST(McNemar, AMillionPairsAreNoTrouble) {
  EXPECT_GT(mcnemar(50'000, 50'200), 0.5);
  EXPECT_LT(mcnemar(50'000, 52'000), 1e-9);
}

TEST(AgrestiMin, AddsHalfToEachCell) {
  // (b − c)/(n + 2) ± z·√(b' + c' − (b' − c')²/n')/n' with b' = 6.5, c' = 1.5, n' = 102.
  const double half = kZ95 * std::sqrt(8.0 - 25.0 / 102.0) / 102.0;
  const auto interval = agresti_min(6, 1, 100);
  EXPECT_NEAR(interval->low, 5.0 / 102.0 - half, 1e-15);
  EXPECT_NEAR(interval->high, 5.0 / 102.0 + half, 1e-15);
}

TEST(AgrestiMin, DoesNotCollapseWhereNothingDiffers) {
  const auto interval = agresti_min(0, 0, 20);
  EXPECT_LT(interval->low, -0.05);
  EXPECT_GT(interval->high, 0.05);
  EXPECT_FALSE(agresti_min(0, 0, 0).has_value());
}

TEST(SignFlip, IsOneWhereNothingDiffers) {
  EXPECT_EQ(sign_flip(differences_of({})), 1.0);
  EXPECT_EQ(sign_flip(differences_of({0, 0, 0})), 1.0);
}

TEST(SignFlip, CountsEveryAssignmentOfAFew) {
  // Of the 8 sums of ±1 ±2 ±3, 6 and −6 are as extreme as 6.
  EXPECT_DOUBLE_EQ(sign_flip(differences_of({1, 2, 3})), 2 / 8.0);
  EXPECT_DOUBLE_EQ(sign_flip(differences_of({1, 2, 3}), Tail::upper), 1 / 8.0);
  EXPECT_DOUBLE_EQ(sign_flip(differences_of({1, 2, 3}), Tail::lower), 1.0);
}

TEST(SignFlip, ZerosDoNotMatter) { EXPECT_DOUBLE_EQ(sign_flip(differences_of({1, 2, 3, 0, 0, 0})), 2 / 8.0); }

TEST(SignFlip, SixteenDifferencesAreExact) {
  EXPECT_DOUBLE_EQ(sign_flip(differences_of(std::vector<double>(16, 0.25))), 2 / 65536.0);
}

TEST(SignFlip, DrawsAreTheSameEveryTime) {
  std::vector<double> values;
  for (int i = 0; i < 60; ++i) values.push_back((i % 7 - 2.5) / 10);
  const double p = sign_flip(differences_of(values));
  EXPECT_EQ(sign_flip(differences_of(values)), p);
  EXPECT_NE(sign_flip(differences_of(values), Tail::both, {.draws = 10'000, .seed = 8}), p);
}

TEST(SignFlip, ADrawnPIsNeverZero) {
  EXPECT_DOUBLE_EQ(sign_flip(differences_of(std::vector<double>(200, 1.0))), 1 / 10'001.0);
}

TEST(SignFlip, DrawsAgreeWithTheExactAnswerForEqualDifferences) {
  // ±1 on every pair: the exact p is McNemar's.
  std::vector<double> values(130, 1.0);
  std::fill_n(values.begin(), 55, -1.0);
  EXPECT_NEAR(sign_flip(differences_of(values)), mcnemar(75, 55), 0.02);
  EXPECT_NEAR(sign_flip(differences_of(values), Tail::upper), mcnemar(75, 55, Tail::upper), 0.02);
}

// For many equal differences, signs are drawn in blocks of up to a million.
TEST(SignFlip, DrawsOfMillionsAgreeWithTheExactAnswer) {
  for (const int gained : {753'000, 751'500, 750'000}) {
    std::vector<double> values(1'503'177, -0.25);
    std::fill_n(values.begin(), gained, 0.25);
    const Differences differences = differences_of(values);
    const auto lost = values.size() - static_cast<std::size_t>(gained);
    EXPECT_NEAR(sign_flip(differences), mcnemar(gained, lost), 0.02) << gained;
    EXPECT_NEAR(sign_flip(differences, Tail::upper), mcnemar(gained, lost, Tail::upper), 0.02) << gained;
    EXPECT_NEAR(sign_flip(differences, Tail::lower), mcnemar(gained, lost, Tail::lower), 0.02) << gained;
  }
}

TEST(SignFlip, BlocksOfEverySizeAreDrawnAsSingleSignsAre) {
  for (std::size_t count = 4096; count <= 1 << 20; count *= 2) {
    const auto gained = count / 2 + static_cast<std::size_t>(std::sqrt(static_cast<double>(count)) / 2);
    std::vector<double> values(count, -1.0);
    std::fill_n(values.begin(), gained, 1.0);
    EXPECT_NEAR(sign_flip(differences_of(values)), mcnemar(gained, count - gained), 0.02) << count;
  }
}

TEST(SignFlip, OrderDoesNotMatter) {
  std::mt19937 random(3);
  std::vector<double> values;
  for (int i = 0; i < 40'000; ++i) values.push_back(static_cast<double>(random()) / 2e9 - 1.0);
  const DrawOptions few{.draws = 20};
  const double p = sign_flip(differences_of(values), Tail::both, few);
  std::shuffle(values.begin(), values.end(), random);
  EXPECT_EQ(sign_flip(differences_of(values), Tail::both, few), p);
}

TEST(Differences, TellApartNoMoreThanTheyMust) {
  Differences differences;
  for (int i = 0; i < 100'000; ++i) differences.add(i / 100'000.0);
  EXPECT_LE(differences.counts().size(), 16'384u);
  EXPECT_NEAR(differences.mean()->value, 0.499995, 1e-12);
}

TEST(PairedT, OfEqualDifferencesIsCertain) {
  EXPECT_EQ(paired_t(differences_of({0, 0, 0})), 1.0);
  EXPECT_EQ(paired_t(differences_of({0.5, 0.5})), 0.0);
  EXPECT_EQ(paired_t(differences_of({0.5})), std::nullopt);
}

TEST(Holm, StepsDown) {
  EXPECT_THAT(holm(std::vector<double>{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleNear(0.03, 1e-12), DoubleNear(0.06, 1e-12), DoubleNear(0.06, 1e-12),
                          DoubleNear(0.02, 1e-12)));
}

TEST(Holm, NeverExceedsOne) {
  EXPECT_THAT(holm(std::vector<double>{0.6, 0.9}), ElementsAre(1.0, 1.0));
  EXPECT_TRUE(holm({}).empty());
}

TEST(MinimumDetectable, OfThreeHundredCasesWithFifteenPercentDiscordance) {
  EXPECT_NEAR(*minimum_detectable(100, 0.15), 0.109, 0.0005);
  EXPECT_NEAR(*minimum_detectable(300, 0.15), 0.063, 0.0005);
  EXPECT_NEAR(*minimum_detectable(1000, 0.15), 0.034, 0.0005);
}

TEST(MinimumDetectable, IsNotZeroWhereNothingDiffered) {
  EXPECT_GT(*minimum_detectable(100, 0.0), 0.02);
  EXPECT_FALSE(minimum_detectable(0, 0.1).has_value());
}

// The standard output of a Python program, run by the user's or the system's Python, whichever has scipy.
std::optional<std::string> scipy(const std::string& program) {
  for (const std::string python : {"python3", "/usr/bin/python3"}) {
    if (std::system((python + " -c 'import scipy.stats' >/dev/null 2>&1").c_str()) != 0) continue;
    FILE* pipe = popen((python + " -c '" + program + "'").c_str(), "r");
    if (pipe == nullptr) return std::nullopt;
    std::string text;
    char buffer[256];
    while (fgets(buffer, sizeof buffer, pipe) != nullptr) text += buffer;
    return pclose(pipe) == 0 ? std::optional(text) : std::nullopt;
  }
  return std::nullopt;
}

std::vector<double> numbers_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<double>(in), std::istream_iterator<double>()};
}

TEST(Scipy, AgreesWithTheExactTestsAndTheTTest) {
  const auto text = scipy(
      "from scipy import stats\n"
      "import numpy as np\n"
      "d = np.array([.2, -.1, .4, .05, .3, -.25, .15, .6, 0, .1, -.05, .2])\n"
      "def flip(tail):\n"
      "  return stats.permutation_test((d,), lambda x: x.mean(), permutation_type=\"samples\", "
      "n_resamples=np.inf, "
      "alternative=tail).pvalue\n"
      "print(flip(\"two-sided\"), flip(\"less\"), flip(\"greater\"), stats.ttest_1samp(d, 0).pvalue)");
  if (!text) GTEST_SKIP() << "python3 with scipy is not installed";
  const auto expected = numbers_in(*text);
  ASSERT_EQ(expected.size(), 4u) << *text;
  const auto differences = differences_of({.2, -.1, .4, .05, .3, -.25, .15, .6, 0, .1, -.05, .2});
  EXPECT_NEAR(sign_flip(differences), expected[0], 1e-9);
  EXPECT_NEAR(sign_flip(differences, Tail::lower), expected[1], 1e-9);
  EXPECT_NEAR(sign_flip(differences, Tail::upper), expected[2], 1e-9);
  EXPECT_NEAR(*paired_t(differences), expected[3], 1e-9);
}

TEST(Scipy, AgreesWithMcNemarsTestInBothDirections) {
  const auto text = scipy(
      "from scipy import stats\n"
      "for gained, lost in ((3, 14), (14, 3), (0, 1), (5, 5), (120, 171), (0, 0)):\n"
      "  n = gained + lost\n"
      "  p = [stats.binomtest(lost, n, alternative=a).pvalue if n else 1 for a in (\"two-sided\", "
      "\"greater\")]\n"
      "  print(gained, lost, *p)");
  if (!text) GTEST_SKIP() << "python3 with scipy is not installed";
  const auto rows = numbers_in(*text);
  ASSERT_EQ(rows.size(), 24u) << *text;
  for (std::size_t i = 0; i < rows.size(); i += 4) {
    const auto gained = static_cast<std::size_t>(rows[i]);
    const auto lost = static_cast<std::size_t>(rows[i + 1]);
    EXPECT_NEAR(mcnemar(gained, lost), rows[i + 2], 1e-9) << gained << " " << lost;
    EXPECT_NEAR(mcnemar(gained, lost, Tail::lower), rows[i + 3], 1e-9) << gained << " " << lost;
  }
}

TEST(Scipy, AgreesWithWilsonsInterval) {
  const auto text = scipy(
      "from scipy import stats\n"
      "for k, n in ((0, 10), (5, 10), (10, 10), (1, 1), (37, 300), (999999, 1000000)):\n"
      "  i = stats.binomtest(k, n).proportion_ci(method=\"wilson\")\n"
      "  print(k, n, i.low, i.high)");
  if (!text) GTEST_SKIP() << "python3 with scipy is not installed";
  const auto rows = numbers_in(*text);
  ASSERT_EQ(rows.size(), 24u) << *text;
  for (std::size_t i = 0; i < rows.size(); i += 4) {
    const auto interval = wilson(static_cast<std::size_t>(rows[i]), static_cast<std::size_t>(rows[i + 1]));
    EXPECT_NEAR(interval->low, rows[i + 2], 1e-6) << rows[i];
    EXPECT_NEAR(interval->high, rows[i + 3], 1e-6) << rows[i];
  }
}

// Compares draws with the exact p, for as many differences as can still be enumerated in scipy.
TEST(Scipy, DrawsComeNearTheExactRandomisation) {
  const auto text = scipy(
      "from scipy import stats\n"
      "import numpy as np\n"
      "d = np.array([(7 * i % 11 - 4) / 10 for i in range(19)])\n"
      "d = d[d != 0]\n"
      "p = stats.permutation_test((d,), lambda x, axis: x.mean(axis=axis), permutation_type=\"samples\", "
      "vectorized=True, "
      "n_resamples=np.inf).pvalue\n"
      "print(p, *d)");
  if (!text) GTEST_SKIP() << "python3 with scipy is not installed";
  auto values = numbers_in(*text);
  ASSERT_GT(values.size(), 17u) << *text;
  const double p = values.front();
  values.erase(values.begin());
  EXPECT_NEAR(sign_flip(differences_of(values)), p, 0.02);
}

}  // namespace
}  // namespace assay
