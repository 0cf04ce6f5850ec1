// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/tokenizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "tokenizer_parts.h"

namespace assay {
namespace {

utf8proc_category_t category(char32_t character) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(character));
}

// BERT's tokenizer: words between blanks and punctuation, each split into the longest known pieces.

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
      append_utf8(word, character);
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

// A model reads a few kilobytes of a text at most; a longer text is cut before it costs anything.
constexpr std::size_t kMostBytes = 64 * 1024;

constexpr int kLargestId = (1 << 24) - 1;

// Whether a member equals `expected` or is absent.
bool is_absent_or(const JsonValue& object, std::string_view key, bool expected) {
  const auto* member = object.find(key);
  const auto* flag = member == nullptr ? nullptr : member->boolean();
  return flag == nullptr || *flag == expected;
}

WordPieceOptions normalizer_of(const JsonValue& document, const std::string& file) {
  const auto* normalizer = document.find("normalizer");
  const std::string type = normalizer == nullptr ? "" : normalizer->text("type");
  if (type != "BertNormalizer" || !is_absent_or(*normalizer, "clean_text", true) ||
      !is_absent_or(*normalizer, "handle_chinese_chars", true))
    throw_unreadable(file, "its normalizer is not BERT's");
  WordPieceOptions options;
  if (!is_absent_or(*normalizer, "lowercase", true)) options.letters = WordPieceOptions::Case::kept;
  const auto* accents = normalizer->find("strip_accents");
  const auto* stripped = accents == nullptr ? nullptr : accents->boolean();
  const bool strips = stripped == nullptr ? options.letters == WordPieceOptions::Case::lowered : *stripped;
  options.accents = strips ? WordPieceOptions::Accents::stripped : WordPieceOptions::Accents::kept;
  return options;
}

// Each merge is "a b" or, in newer files, ["a", "b"].
Merges merges_of(const JsonValue& model, const std::string& file) {
  const auto* list = model.find("merges");
  const auto* items = list == nullptr ? nullptr : list->array();
  if (items == nullptr) throw_unreadable(file, "it has no merges");
  Merges merges;
  for (const auto& item : *items) {
    if (const auto* line = item.string())
      merges.push_back(merge_of(*line, file));
    else if (const auto* pair = item.array(); pair != nullptr && pair->size() == 2)
      merges.emplace_back(item.text_at("/0"), item.text_at("/1"));
    else
      throw_unreadable(file, "a merge is not a pair");
  }
  return merges;
}

Vocabulary vocabulary_of(const JsonValue* object, const std::string& file) {
  const auto* members = object == nullptr ? nullptr : object->object();
  if (members == nullptr) throw_unreadable(file, "it has no vocabulary");
  Vocabulary vocabulary;
  vocabulary.reserve(members->size());
  for (const auto& [token, id] : *members) {
    const auto* number = id.integer();
    if (number == nullptr || *number < 0 || *number > kLargestId)
      throw_unreadable(file, "the number of '" + one_line(token) + "' is none");
    vocabulary.emplace(token, static_cast<int>(*number));
  }
  return vocabulary;
}

std::unique_ptr<Tokenizer> byte_pairs_of(const JsonValue& document, const JsonValue& model,
                                         const std::string& file) {
  const auto* normalizer = document.find("normalizer");
  if (normalizer != nullptr && !normalizer->is_null()) throw_unreadable(file, "it has a normalizer");
  const auto* words = document.find("pre_tokenizer");
  if (words == nullptr || words->text("type") != "ByteLevel" || !is_absent_or(*words, "use_regex", true))
    throw_unreadable(file, "its pre_tokenizer is not ByteLevel");
  for (const auto* part : {"continuing_subword_prefix", "end_of_word_suffix"})
    if (!model.text(part).empty()) throw_unreadable(file, std::string("it has a ") + part);
  const auto prefix =
      is_absent_or(*words, "add_prefix_space", false) ? Opening::as_it_is : Opening::with_blank;
  return byte_pairs(vocabulary_of(model.find("vocab"), file), merges_of(model, file), prefix, file);
}

}  // namespace

Character character_at(std::string_view text, std::size_t at) {
  utf8proc_int32_t value = 0;
  const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + at,
                                       static_cast<utf8proc_ssize_t>(text.size() - at), &value);
  if (length <= 0) return {.value = U'\uFFFD', .length = 1};
  return {.value = static_cast<char32_t>(value), .length = static_cast<std::size_t>(length)};
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

std::unique_ptr<Tokenizer> word_pieces(Vocabulary vocabulary, const WordPieceOptions& options,
                                       const std::string& file) {
  return std::make_unique<WordPiece>(std::move(vocabulary), options, file);
}

void throw_unreadable(const std::string& file, std::string what) {
  throw Error({.file = file}, "this tokenizer cannot be used: " + std::move(what),
              "docs/similarity.md says which models are read");
}

int id_of(const Vocabulary& vocabulary, std::string_view token, const std::string& file) {
  const auto found = vocabulary.find(token);
  if (found == vocabulary.end()) throw_unreadable(file, "its vocabulary has no '" + std::string(token) + "'");
  return found->second;
}

int largest_of(const Vocabulary& vocabulary) {
  int largest = 0;
  for (const auto& [token, id] : vocabulary) largest = std::max(largest, id);
  return largest;
}

Tokens Tokenizer::encode(std::string_view text, std::size_t most) const {
  const auto looked_at = beginning(text, kMostBytes);
  Tokens tokens{.ids = {first_}, .is_cut = looked_at.size() < text.size()};
  // One more id than fits shows that the text has more.
  append(is_utf8(looked_at) ? looked_at : to_utf8(looked_at), most, tokens.ids);
  if (tokens.ids.size() > most - 1) {
    tokens.ids.resize(most - 1);
    tokens.is_cut = true;
  }
  tokens.ids.push_back(last_);
  return tokens;
}

std::unique_ptr<Tokenizer> parse_tokenizer_json(std::string_view json, const std::string& file) {
  const auto document = parse_json(json, file);
  const auto* model = document.find("model");
  if (model == nullptr) throw_unreadable(file, "it has no model");
  const auto type = model->text("type");
  if (type == "WordPiece")
    return word_pieces(vocabulary_of(model->find("vocab"), file), normalizer_of(document, file), file);
  if (type == "BPE") return byte_pairs_of(document, *model, file);
  throw_unreadable(file, "it is of the type '" + one_line(type) + "', not WordPiece or BPE");
}

std::unique_ptr<Tokenizer> parse_byte_pairs(std::string_view vocabulary_json, std::string_view merges,
                                            const std::string& file) {
  const auto vocabulary = parse_json(vocabulary_json, file);
  Merges read;
  each_line(merges, [&](std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty() && !line.starts_with("#version")) read.push_back(merge_of(line, file));
  });
  return byte_pairs(vocabulary_of(&vocabulary, file), read, Opening::as_it_is, file);
}

std::unique_ptr<Tokenizer> parse_word_piece(std::string_view vocabulary, const std::string& file,
                                            const WordPieceOptions& options) {
  Vocabulary read;
  int id = 0;
  while (!vocabulary.empty()) {
    const auto end = std::min(vocabulary.find('\n'), vocabulary.size());
    auto line = vocabulary.substr(0, end);
    vocabulary.remove_prefix(std::min(end + 1, vocabulary.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    read.emplace(line, id++);
  }
  return word_pieces(std::move(read), options, file);
}

std::unique_ptr<Tokenizer> read_tokenizer(const std::filesystem::path& directory) {
  const auto whole = directory / "tokenizer.json";
  if (std::filesystem::exists(whole)) return parse_tokenizer_json(read_file(whole), whole.string());
  const auto pairs = directory / "vocab.json";
  if (std::filesystem::exists(pairs))
    return parse_byte_pairs(read_file(pairs), read_file(directory / "merges.txt"), pairs.string());
  const auto pieces = directory / "vocab.txt";
  if (!std::filesystem::exists(pieces))
    throw Error({.file = directory.string()}, "has no tokenizer.json, no vocab.json and no vocab.txt",
                "name the folder of a model: docs/similarity.md lists its files");
  WordPieceOptions options;
  if (const auto config = directory / "tokenizer_config.json"; std::filesystem::exists(config)) {
    if (!is_absent_or(read_json(config), "do_lower_case", true))
      options = {.letters = WordPieceOptions::Case::kept, .accents = WordPieceOptions::Accents::kept};
  }
  return parse_word_piece(read_file(pieces), pieces.string(), options);
}

}  // namespace assay
