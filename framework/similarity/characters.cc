// SPDX-License-Identifier: Apache-2.0
#include "characters.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace assay {
namespace {

utf8proc_category_t category(char32_t character) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

}  // namespace

Character character_at(std::string_view text, std::size_t at) {
  utf8proc_int32_t value = 0;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                       static_cast<utf8proc_ssize_t>(text.size() - at), &value);
  if (length <= 0) return {.value = U'\uFFFD', .length = 1};
  return {.value = static_cast<char32_t>(value), .length = static_cast<std::size_t>(length)};
}

void append_utf8(char32_t character, std::string& text) {
  std::array<utf8proc_uint8_t, 4> bytes{};
  const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes.data());
  text.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(length));
}

bool is_letter(char32_t character) {
  const auto found = category(character);
  return found >= UTF8PROC_CATEGORY_LU && found <= UTF8PROC_CATEGORY_LO;
}

bool is_number(char32_t character) {
  const auto found = category(character);
  return found >= UTF8PROC_CATEGORY_ND && found <= UTF8PROC_CATEGORY_NO;
}

bool is_space(char32_t character) {
  if (character <= U' ') return character == U' ' || (character >= U'\t' && character <= U'\r');
  const auto found = category(character);
  return character == U'\u0085' || found == UTF8PROC_CATEGORY_ZS || found == UTF8PROC_CATEGORY_ZL ||
         found == UTF8PROC_CATEGORY_ZP;
}

bool is_control(char32_t character) {
  if (character == U'\t' || character == U'\n' || character == U'\r') return false;
  const auto found = category(character);
  return found == UTF8PROC_CATEGORY_CC || found == UTF8PROC_CATEGORY_CF || found == UTF8PROC_CATEGORY_CO ||
         found == UTF8PROC_CATEGORY_CS;
}

bool is_punctuation(char32_t character) {
  if (character < 0x80)
    return (character > U' ' && character < U'0') || (character > U'9' && character < U'A') ||
           (character > U'Z' && character < U'a') || (character > U'z' && character < 0x7f);
  const auto found = category(character);
  return found >= UTF8PROC_CATEGORY_PC && found <= UTF8PROC_CATEGORY_PO;
}

bool is_ideograph(char32_t character) {
  struct Range {
    char32_t first, last;
  };
  constexpr Range kRanges[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},
                               {0x20000, 0x2A6DF}, {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F},
                               {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F}};
  return std::any_of(std::begin(kRanges), std::end(kRanges), [character](const Range& range) {
    return character >= range.first && character <= range.last;
  });
}

bool is_nonspacing_mark(char32_t character) { return category(character) == UTF8PROC_CATEGORY_MN; }

char32_t lowered(char32_t character) {
  return static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(character)));
}

std::u32string decomposed(char32_t character) {
  std::array<utf8proc_int32_t, 32> parts{};
  int last_class = 0;
  const auto length = utf8proc_decompose_char(
      static_cast<utf8proc_int32_t>(character), parts.data(), parts.size(),
      static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_STABLE), &last_class);
  if (length <= 0 || static_cast<std::size_t>(length) > parts.size()) return {character};
  return {parts.begin(), parts.begin() + length};
}

}  // namespace assay
