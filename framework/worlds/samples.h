// SPDX-License-Identifier: Apache-2.0
// Texts that a pattern matches, and near misses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "clues.h"

namespace assay::worlds {

// Pseudo-random numbers that are the same on every platform (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  // A number below `most`. REQUIRES: most > 0.
  std::size_t below(std::size_t most) { return static_cast<std::size_t>(next() % most); }

 private:
  std::uint64_t state_;
};

struct Samples {
  std::vector<std::string> matching;  // at least one, unless the pattern cannot be read
  std::vector<std::string> near;
};

// A name that the glob matches, with `fill` in place of a star.
std::string name_for(std::string_view glob, std::string_view fill, std::size_t pick = 0);
// Matching names, and near misses: in other letter cases, with text before or after, with another character
// for a dot.
Samples names_for(std::string_view glob);

// For a regular expression or fixed text; for names that are globs see above.
Samples texts_for(const PatternClue& pattern);

std::string upper(std::string_view text);
std::string lower(std::string_view text);

}  // namespace assay::worlds
