// What an expression says, as a tree. Inner to linear_regex.h.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::execution {

// A set of characters, as ranges; both ends belong to it.
struct CharacterSet {
  std::vector<std::pair<char32_t, char32_t>> ranges;
  bool negated = false;
  bool contains(char32_t character) const;
};

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

// The character at `at` and how many bytes it has. REQUIRES: at < text.size().
struct Character {
  char32_t value;
  std::size_t length;
};
Character character_at(std::string_view text, std::size_t at);

bool is_line_end(char32_t character);
bool is_word(char32_t character);

}  // namespace assay::execution
