// SPDX-License-Identifier: Apache-2.0
// Brace expansion on words, treating quotes and expansions as opaque.
#pragma once

#include <cstddef>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// One character of unquoted text, or a whole segment of any other kind.
struct Unit {
  char c = '\0';
  const Segment* segment = nullptr;
  bool is(char wanted) const { return segment == nullptr && c == wanted; }
};
using Units = std::vector<Unit>;

// Valid as long as the word.
Units units_of(const Word& word);

enum class Braces { none, expanded, refused };

// `words` are the results if expanded. Refused: more than `limit` words, or doubtful.
Braces expand_braces(const Units& units, std::size_t limit, std::vector<Units>& words);

// Computed for all positions at once: otherwise a word with many brackets would be scanned once for each.
class BracketEnds {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  explicit BracketEnds(const Units& units);

  // The bracket that closes an open one at `at`; those of classes like [:digit:] do not count.
  std::size_t end_from(std::size_t at) const { return at < ends_.size() ? ends_[at] : kNowhere; }
  bool expands(std::size_t begin, std::size_t end) const { return expanding_[begin] != expanding_[end]; }

 private:
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> expanding_;  // how many units from here to the end contain an expansion
};

}  // namespace assay::shell
