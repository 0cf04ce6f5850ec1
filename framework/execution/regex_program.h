// The program that an expression becomes. Inner to linear_regex.h.
#pragma once

#include <bitset>
#include <cstddef>
#include <vector>

#include "regex_characters.h"
#include "regex_syntax.h"

namespace assay::execution {

struct Instruction {
  enum class Op { set, line_start, line_end, word_edge, no_word_edge, fork, jump, mark, match };
  Op op;
  std::size_t first = 0;   // fork and jump: where to go; set and mark: which
  std::size_t second = 0;  // fork: where to go if the first does not lead to a match
};

// A set of characters for which the common ones are looked up.
struct LookupSet {
  std::bitset<128> ascii;
  CharacterSet all;
  bool contains(char32_t character) const {
    return character < 128 ? ascii[character] : all.contains(character);
  }
};

struct RegexProgram {
  std::vector<Instruction> code;
  std::vector<LookupSet> sets;
  bool has_group = false;
};

// Throws RegexFault where it would be too large.
RegexProgram compile_regex(const RegexNode& root);

}  // namespace assay::execution
