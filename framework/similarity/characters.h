// SPDX-License-Identifier: Apache-2.0
// The character properties that tokenizers need.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

struct Character {
  char32_t value = 0;
  std::size_t length = 1;  // in bytes
};

// REQUIRES: `text` is UTF-8 and at < text.size().
Character character_at(std::string_view text, std::size_t at);
void append_utf8(char32_t character, std::string& text);

bool is_letter(char32_t character);  // \p{L}
bool is_number(char32_t character);  // \p{N}
bool is_space(char32_t character);   // the property White_Space
bool is_control(char32_t character);
bool is_punctuation(char32_t character);  // \p{P}, and ASCII other than letters, digits, blanks and controls
bool is_ideograph(char32_t character);    // Chinese, as BERT counts them
bool is_nonspacing_mark(char32_t character);

char32_t lowered(char32_t character);
// The canonical decomposition.
std::u32string decomposed(char32_t character);

}  // namespace assay
