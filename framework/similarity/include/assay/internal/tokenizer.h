// SPDX-License-Identifier: Apache-2.0
// Texts as the numbers that a model reads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Tokens {
  std::vector<int> ids;  // with the model's first and last one
  bool is_cut = false;   // there were more
};

// Re-entrant. A text is never read as one of the model's own marks: "</s>" in a command is four characters.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  // At most `most` ids, first and last included. Of a text, the first 64 KiB are looked at; ill-formed UTF-8
  // is U+FFFD. REQUIRES: most >= 3.
  Tokens encode(std::string_view text, std::size_t most) const;
  // The largest id that it gives.
  virtual int largest_id() const = 0;

 protected:
  // Appends ids until there are no more, or at least `most` in all.
  virtual void append(std::string_view utf8, std::size_t most, std::vector<int>& ids) const = 0;
  int first_ = 0;
  int last_ = 0;
};

struct WordPieceOptions {
  enum class Case { lowered, kept } letters = Case::lowered;
  enum class Accents { stripped, kept } accents = Accents::stripped;
};

// All throw Error, naming `file`, where the text is none, or of a kind that is not read here.
//
// BERT's: words, then the longest pieces of the vocabulary (a token a line).
std::unique_ptr<Tokenizer> parse_word_piece(std::string_view vocabulary, const std::string& file,
                                            const WordPieceOptions& options = {});
// RoBERTa's: bytes that are merged in the order of the list. `file` names the vocabulary.
std::unique_ptr<Tokenizer> parse_byte_pairs(std::string_view vocabulary_json, std::string_view merges,
                                            const std::string& file);
// Either, as tokenizer.json describes it.
std::unique_ptr<Tokenizer> parse_tokenizer_json(std::string_view json, const std::string& file);

// Of a model's folder: tokenizer.json, otherwise vocab.json with merges.txt, otherwise vocab.txt.
std::unique_ptr<Tokenizer> read_tokenizer(const std::filesystem::path& directory);

}  // namespace assay
