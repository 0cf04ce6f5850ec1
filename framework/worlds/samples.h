// SPDX-License-Identifier: Apache-2.0
// Texts that a pattern matches, and near misses.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/split_mix.h"
#include "clues.h"

namespace assay::worlds {

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

// Texts in which one part of a regular expression is seen: each member of a set, the bounds of a repetition
// and what is beyond them, each alternative. Not all of them match.
std::vector<std::string> variants_for(const PatternClue& pattern);

std::string upper(std::string_view text);
std::string lower(std::string_view text);

}  // namespace assay::worlds
