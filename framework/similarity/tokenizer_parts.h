// SPDX-License-Identifier: Apache-2.0
// Shared by the two kinds of tokenizers: properties of characters, and what they make of a text.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "assay/internal/json.h"
#include "assay/internal/tokenizer.h"

namespace assay {

struct Character {
  char32_t value = 0;
  std::size_t length = 1;  // in bytes
};

// REQUIRES: `text` is UTF-8 and at < text.size().
Character character_at(std::string_view text, std::size_t at);

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

struct TokenHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view token) const { return std::hash<std::string_view>{}(token); }
};
using Vocabulary = std::unordered_map<std::string, int, TokenHash, std::equal_to<>>;
using Merges = std::vector<std::pair<std::string, std::string>>;  // in order of priority

[[noreturn]] void throw_unreadable(const std::string& file, std::string what);
int id_of(const Vocabulary& vocabulary, std::string_view token, const std::string& file);
int largest_of(const Vocabulary& vocabulary);
// Parses a line "left right".
std::pair<std::string, std::string> merge_of(std::string_view line, const std::string& file);

// Whether a text is read as if a blank preceded it.
enum class Opening { as_it_is, with_blank };

std::unique_ptr<Tokenizer> word_pieces(Vocabulary vocabulary, const WordPieceOptions& options,
                                       const std::string& file);
std::unique_ptr<Tokenizer> byte_pairs(const Vocabulary& vocabulary, const Merges& merges, Opening opening,
                                      const std::string& file);

}  // namespace assay
