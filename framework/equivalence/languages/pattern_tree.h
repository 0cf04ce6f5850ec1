// SPDX-License-Identifier: Apache-2.0
// The tree of a regular expression while it is being read.
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
  std::string atom;           // one character, bracket, anchor or class, written as in an extended expression
  PatternAlternatives group;  // if `atom` is empty
  int least = 1;
  int most = 1;
  bool is_anchor = false;
};

// A character that stands for itself.
std::string literal_atom(char c);

std::optional<PatternAlternatives> read_pattern(std::string_view line, RegexDialect dialect,
                                                LetterCase letters);

}  // namespace assay::equivalence
