// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/split_mix.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

// The first numbers of the seed 1234567, as the generator's authors' C program gives them.
TEST(SplitMix64, GivesTheSameNumbersEverywhere) {
  SplitMix64 numbers(1234567);
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u})
    EXPECT_EQ(numbers.next(), expected);
}

TEST(SplitMix64, StaysBelowABound) {
  SplitMix64 numbers(1);
  for (int i = 0; i < 1000; ++i) EXPECT_LT(numbers.below(7), 7u);
  EXPECT_EQ(numbers.below(1), 0u);
}

}  // namespace
}  // namespace assay
