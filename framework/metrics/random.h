// SPDX-License-Identifier: Apache-2.0
// A small generator (xoshiro256**, D. Blackman and S. Vigna, 2018, seeded by splitmix64) and exact binomial
// draws: unlike the standard library's distributions, they give the same numbers on every platform.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "assay/internal/split_mix.h"

namespace assay {

class Random {
 public:
  explicit Random(std::uint64_t seed) {
    SplitMix64 words(seed);
    for (auto& word : state_) word = words.next();
  }

  std::uint64_t bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // In [0, 1), 53 bits.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  // In [0, count). REQUIRES: count > 0.
  std::size_t below(std::size_t count) {
    return std::min(count - 1, static_cast<std::size_t>(uniform() * static_cast<double>(count)));
  }

  // The number of heads among `tosses` of a fair coin.
  std::uint64_t heads(std::uint64_t tosses) {
    std::uint64_t sum = 0;
    for (; tosses >= 64; tosses -= 64) sum += ones(bits());
    if (tosses > 0) sum += ones(bits() >> (64 - tosses));
    return sum;
  }

 private:
  // std::popcount becomes a table look-up if the target processor is not known to have a popcount
  // instruction.
  static std::uint64_t ones(std::uint64_t word) {
    word -= word >> 1 & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + (word >> 2 & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return word * 0x0101010101010101u >> 56;
  }
  std::uint64_t state_[4];
};

// A uniformly random permutation of 0 … count − 1.
inline std::vector<std::size_t> shuffled(std::size_t count, Random& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace assay
