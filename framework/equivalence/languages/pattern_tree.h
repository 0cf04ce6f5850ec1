// SPDX-License-Identifier: Apache-2.0
// A regular expression as a tree, while it is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "languages/pattern.h"

namespace assay::equivalence {

constexpr int kUnbounded = -1;

struct PatternItem;
using PatternBranch = std::vector<PatternItem>;
using PatternAlternatives = std::vector<PatternBranch>;

struct PatternItem {
  std::string atom;           // one character, bracket, anchor or class, as an extended expression writes it
  PatternAlternatives group;  // where `atom` is empty
  int least = 1;
  int most = 1;
  bool is_anchor = false;
};

// A character that means itself.
std::string literal_atom(char c);

std::optional<PatternAlternatives> read_pattern(std::string_view line, RegexDialect dialect,
                                                LetterCase letters);

}  // namespace assay::equivalence
