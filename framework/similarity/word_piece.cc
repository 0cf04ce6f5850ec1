// SPDX-License-Identifier: Apache-2.0
// BERT's tokenizer: words between blanks and punctuation, each split into the longest known pieces.
#include <algorithm>

#include "assay/internal/text.h"
#include "characters.h"
#include "tokenizer_parts.h"

namespace assay {
namespace {

constexpr std::size_t kLongestWord = 100;  // characters; a longer word is unknown

class WordPiece final : public Tokenizer {
 public:
  WordPiece(Vocabulary vocabulary, const WordPieceOptions& options, const std::string& file)
      : vocabulary_(std::move(vocabulary)), options_(options) {
    first_ = id_of(vocabulary_, "[CLS]", file);
    last_ = id_of(vocabulary_, "[SEP]", file);
    unknown_ = id_of(vocabulary_, "[UNK]", file);
    largest_ = largest_of(vocabulary_);
  }

  int largest_id() const override { return largest_; }

 protected:
  void append(std::string_view utf8, std::size_t most, std::vector<int>& ids) const override {
    std::string word;
    std::size_t length = 0;  // in characters
    const auto end_word = [&] {
      if (!word.empty()) append_word(word, length, ids);
      word.clear();
      length = 0;
    };
    const auto take = [&](char32_t character) {
      if (is_space(character)) return end_word();
      const bool stands_alone = is_punctuation(character) || is_ideograph(character);
      if (stands_alone) end_word();
      append_utf8(character, word);
      ++length;
      if (stands_alone) end_word();
    };
    for (std::size_t at = 0; at < utf8.size() && ids.size() < most;) {
      const auto character = character_at(utf8, at);
      at += character.length;
      normalise(character.value, take);
    }
    end_word();
  }

 private:
  template <class Take>
  void normalise(char32_t character, const Take& take) const {
    if (character == 0 || character == U'\uFFFD' || is_control(character)) return;
    if (options_.accents == WordPieceOptions::Accents::kept) return take(cased(character));
    if (character < 0x80) return take(cased(character));
    for (const auto part : decomposed(character))
      if (!is_nonspacing_mark(part)) take(cased(part));
  }

  char32_t cased(char32_t character) const {
    return options_.letters == WordPieceOptions::Case::lowered ? lowered(character) : character;
  }

  void append_word(const std::string& word, std::size_t length, std::vector<int>& ids) const {
    if (length > kLongestWord) return ids.push_back(unknown_);
    const auto before = ids.size();
    std::string piece;
    for (std::size_t at = 0; at < word.size();) {
      const auto end = longest_piece(word, at, piece, ids);
      if (end == at) {
        ids.resize(before);
        return ids.push_back(unknown_);
      }
      at = end;
    }
  }

  // Appends the id of the longest known piece from `at` and returns its end; returns `at` if there is none.
  std::size_t longest_piece(const std::string& word, std::size_t at, std::string& piece,
                            std::vector<int>& ids) const {
    for (std::size_t end = word.size(); end > at; --end) {
      if (end < word.size() && continues_character(word[end])) continue;
      piece.assign(at > 0 ? "##" : "");
      piece.append(word, at, end - at);
      if (const auto found = vocabulary_.find(piece); found != vocabulary_.end()) {
        ids.push_back(found->second);
        return end;
      }
    }
    return at;
  }

  Vocabulary vocabulary_;
  WordPieceOptions options_;
  int unknown_ = 0;
  int largest_ = 0;
};

}  // namespace

std::unique_ptr<Tokenizer> word_pieces(Vocabulary vocabulary, const WordPieceOptions& options,
                                       const std::string& file) {
  return std::make_unique<WordPiece>(std::move(vocabulary), options, file);
}

}  // namespace assay
