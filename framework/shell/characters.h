// SPDX-License-Identifier: Apache-2.0
// What each byte may mean to the shell, in one table because the inner loops use it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::shell {

enum CharacterClass : std::uint8_t {
  kPlain = 1,        // nothing special in an unquoted word
  kPlainQuoted = 2,  // nothing special in double quotes
  kNameStart = 4,
  kNameRest = 8,
  kDigit = 16,
  kBlank = 32,
  kMeta = 64,  // ends a word: blank, newline, operator characters
};

constexpr std::array<std::uint8_t, 256> make_character_classes() {
  std::array<std::uint8_t, 256> table{};
  for (int c = 1; c < 256; ++c) table[static_cast<std::size_t>(c)] = kPlain | kPlainQuoted;
  const auto clear = [&](std::string_view set, int bits) {
    for (const char c : set) table[static_cast<unsigned char>(c)] &= static_cast<std::uint8_t>(~bits);
  };
  const auto add = [&](char from, char to, int bits) {
    for (int c = static_cast<unsigned char>(from); c <= to; ++c)
      table[static_cast<std::size_t>(c)] |= static_cast<std::uint8_t>(bits);
  };
  clear(" \t\n;&|()<>'\"`$\\?*+@!", kPlain);
  clear("\"`$\\", kPlainQuoted);
  add('a', 'z', kNameStart | kNameRest);
  add('A', 'Z', kNameStart | kNameRest);
  add('_', '_', kNameStart | kNameRest);
  add('0', '9', kNameRest | kDigit);
  for (const char c : std::string_view(" \t")) add(c, c, kBlank | kMeta);
  for (const char c : std::string_view("\n;&|()<>")) add(c, c, kMeta);
  return table;
}

inline constexpr auto kCharacterClasses = make_character_classes();

constexpr bool is(char c, int bits) { return (kCharacterClasses[static_cast<unsigned char>(c)] & bits) != 0; }

constexpr bool is_name(std::string_view text) {
  if (text.empty() || !is(text[0], kNameStart)) return false;
  for (const char c : text)
    if (!is(c, kNameRest)) return false;
  return true;
}

constexpr bool is_digits(std::string_view text) {
  for (const char c : text)
    if (!is(c, kDigit)) return false;
  return !text.empty();
}

// The bytes that the text between the quotes of $'…' stands for: \u and \U as UTF-8; as in bash, a NUL escape
// drops the rest. None for an escape whose meaning is doubtful: \x{…}, \c\, an invalid code point.
std::optional<std::string> decode_ansi(std::string_view text);

// The inverse: the text to put between the quotes.
std::string encode_ansi(std::string_view bytes);

}  // namespace assay::shell
