// SPDX-License-Identifier: Apache-2.0
// Texts as token ids.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct Tokens {
  std::vector<int> ids;  // including the model's first and last one
  bool is_cut = false;   // the text had more tokens
};

// Thread-safe. A text is never read as one of the model's special tokens: "</s>" in a command is four
// characters.
class Tokenizer {
 public:
  virtual ~Tokenizer() = default;
  // At most `most` ids, including the first and last one. Only the first 64 KiB of a text are read;
  // ill-formed UTF-8 counts as U+FFFD. REQUIRES: most >= 3.
  Tokens encode(std::string_view text, std::size_t most) const;
  // The largest id that encode() can return.
  virtual int largest_id() const = 0;

 protected:
  // Appends ids until the text ends, or there are at least `most` in total.
  virtual void append(std::string_view utf8, std::size_t most, std::vector<int>& ids) const = 0;
  int first_ = 0;
  int last_ = 0;
};

struct WordPieceOptions {
  enum class Case { lowered, kept } letters = Case::lowered;
  enum class Accents { stripped, kept } accents = Accents::stripped;
};

// All of the following throw Error naming `file` if the text is not a tokenizer, or of an unsupported kind.
//
// BERT's: words, then the longest pieces in the vocabulary (one token per line).
std::unique_ptr<Tokenizer> parse_word_piece(std::string_view vocabulary, const std::string& file,
                                            const WordPieceOptions& options = {});
// RoBERTa's: bytes merged in the order of the list. `file` names the vocabulary.
std::unique_ptr<Tokenizer> parse_byte_pairs(std::string_view vocabulary_json, std::string_view merges,
                                            const std::string& file);
// Either kind, as described by tokenizer.json.
std::unique_ptr<Tokenizer> parse_tokenizer_json(std::string_view json, const std::string& file);

// Reads a model's folder: tokenizer.json, otherwise vocab.json with merges.txt, otherwise vocab.txt.
std::unique_ptr<Tokenizer> read_tokenizer(const std::filesystem::path& directory);

}  // namespace assay
