#include "regex_characters.h"

#include <algorithm>

namespace assay::execution {
namespace {

CharacterSet digits() { return {{{'0', '9'}}, false}; }
CharacterSet word_characters() { return {{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}, false}; }
CharacterSet blanks() {
  return {{{'\t', '\r'},
           {' ', ' '},
           {0xA0, 0xA0},
           {0x1680, 0x1680},
           {0x2000, 0x200A},
           {0x2028, 0x2029},
           {0x202F, 0x202F},
           {0x205F, 0x205F},
           {0x3000, 0x3000},
           {0xFEFF, 0xFEFF}},
          false};
}

}  // namespace

bool CharacterSet::contains(char32_t character) const {
  const bool found = std::ranges::any_of(
      ranges, [&](const auto& range) { return character >= range.first && character <= range.second; });
  return found != negated;
}

std::vector<std::pair<char32_t, char32_t>> plain_ranges(const CharacterSet& set) {
  if (!set.negated) return set.ranges;
  auto sorted = set.ranges;
  std::ranges::sort(sorted);
  std::vector<std::pair<char32_t, char32_t>> gaps;
  char32_t next = 0;
  for (const auto& [first, last] : sorted) {
    if (first > next) gaps.emplace_back(next, first - 1);
    next = std::max<char32_t>(next, last + 1);
  }
  gaps.emplace_back(next, kLastCharacter);
  return gaps;
}

std::optional<CharacterSet> named_class(char32_t letter) {
  std::optional<CharacterSet> named;
  switch (letter) {
    case 'd':
    case 'D':
      named = digits();
      break;
    case 'w':
    case 'W':
      named = word_characters();
      break;
    case 's':
    case 'S':
      named = blanks();
      break;
    default:
      return named;
  }
  named->negated = letter < 'a';
  return named;
}

// A byte that is no part of a well-formed character is read as a surrogate, which no character is.
Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  const Character broken{0xDC00 + lead, 1};
  if (lead < 0xC2 || lead > 0xF4 || text.size() - at < length) return broken;
  char32_t value = lead & (0x7F >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return broken;
    value = value << 6 | (byte(i) & 0x3F);
  }
  const char32_t least = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  if (value < least || value > kLastCharacter || (value >= 0xD800 && value < 0xE000)) return broken;
  return {value, length};
}

bool is_line_end(char32_t character) {
  return character == '\n' || character == '\r' || character == 0x2028 || character == 0x2029;
}

bool is_word(char32_t character) {
  return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
         character == '_' || (character >= 'a' && character <= 'z');
}

}  // namespace assay::execution
