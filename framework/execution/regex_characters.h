// Characters and sets of them, for regular expressions. Inner to linear_regex.h.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::execution {

inline constexpr char32_t kLastCharacter = 0x10FFFF;

// A set of characters, as ranges; both ends belong to it.
struct CharacterSet {
  std::vector<std::pair<char32_t, char32_t>> ranges;
  bool negated = false;
  bool contains(char32_t character) const;
};

// The ranges of a set without its negation.
std::vector<std::pair<char32_t, char32_t>> plain_ranges(const CharacterSet& set);

// The class that a letter after a backslash names: \d \D \w \W \s \S. None for other letters.
std::optional<CharacterSet> named_class(char32_t letter);

// The character at `at` and how many bytes it has. REQUIRES: at < text.size().
struct Character {
  char32_t value;
  std::size_t length;
};
Character character_at(std::string_view text, std::size_t at);

bool is_line_end(char32_t character);
bool is_word(char32_t character);

}  // namespace assay::execution
