// SPDX-License-Identifier: Apache-2.0
#include "coin_tosses.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace assay {
namespace {

constexpr int kSmallest = 12;  // block, as a power of two: fewer tosses are as fast one by one
constexpr int kLargest = 20;

// The distribution of heads among 2^power tosses. Its probabilities are computed only by multiplication and
// division, which give the same results everywhere; those beyond nine standard deviations are too small for a
// draw to distinguish from 0.
class Block {
 public:
  explicit Block(int power) {
    const std::uint64_t tosses = std::uint64_t{1} << power;
    const std::uint64_t middle = tosses / 2;
    const std::uint64_t reach = 9 * (std::uint64_t{1} << (power + 1) / 2) / 2;
    std::vector<double> chances = {1.0};  // of the middle and up, unnormalised
    for (std::uint64_t heads = middle; heads < middle + reach; ++heads)
      chances.push_back(chances.back() * static_cast<double>(tosses - heads) /
                        static_cast<double>(heads + 1));
    fewest_ = middle - reach;
    double sum = 0.0;
    for (std::size_t i = chances.size() - 1; i > 0; --i) up_to_.push_back(sum += chances[i]);
    for (const double chance : chances) up_to_.push_back(sum += chance);
    for (double& each : up_to_) each /= sum;
  }

  std::uint64_t heads(Random& random) const {
    const auto found = std::upper_bound(up_to_.begin(), up_to_.end() - 1, random.uniform());
    return fewest_ + static_cast<std::uint64_t>(found - up_to_.begin());
  }

 private:
  std::uint64_t fewest_ = 0;
  std::vector<double> up_to_;  // cumulative: the probability of at most fewest_ + i heads
};

const Block& block_of(int power) {
  static const std::vector<Block> blocks = [] {
    std::vector<Block> made;
    for (int each = kSmallest; each <= kLargest; ++each) made.emplace_back(each);
    return made;
  }();
  return blocks[static_cast<std::size_t>(power - kSmallest)];
}

}  // namespace

std::uint64_t heads_of(std::uint64_t tosses, Random& random) {
  std::uint64_t heads = 0;
  for (int power = kLargest; power >= kSmallest; --power)
    for (; tosses >> power != 0; tosses -= std::uint64_t{1} << power) heads += block_of(power).heads(random);
  return heads + random.heads(tosses);
}

}  // namespace assay
