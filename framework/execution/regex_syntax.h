// What an expression says, as a tree. Inner to linear_regex.h.
#pragma once

#include <string_view>
#include <vector>

#include "regex_characters.h"

namespace assay::execution {

struct RegexNode {
  enum class Kind {
    empty,
    set,
    line_start,
    line_end,
    word_edge,
    no_word_edge,
    sequence,
    choice,
    repeat,
    group
  };
  static constexpr int kUnbounded = -1;

  Kind kind = Kind::empty;
  CharacterSet set;                 // of a set
  std::vector<RegexNode> children;  // one of a repeat or a group
  int least = 0;                    // of a repeat
  int most = kUnbounded;
  bool greedy = true;
  int number = 0;  // of a group: 0 where it captures nothing
};

// Throws RegexFault.
RegexNode parse_regex(std::string_view expression);

}  // namespace assay::execution
