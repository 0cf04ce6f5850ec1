// SPDX-License-Identifier: Apache-2.0
// Brace expansion on words, treating quotes and expansions as opaque.
#pragma once

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

}  // namespace assay::shell
