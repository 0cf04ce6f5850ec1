// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/tokenizer.h"

#include <algorithm>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "tokenizer_parts.h"

namespace assay {
namespace {

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
    if (const auto* line = item.string()) {
      merges.push_back(merge_of(*line, file));
    } else if (const auto* pair = item.array(); pair != nullptr && pair->size() == 2) {
      merges.emplace_back(item.text_at("/0"), item.text_at("/1"));
    } else {
      throw_unreadable(file, "a merge is not a pair");
    }
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

void throw_unreadable(const std::string& file, std::string what) {
  throw Error(Problem{.where = {.file = file},
                      .pointer = {},
                      .what = "this tokenizer cannot be used: " + std::move(what),
                      .next = "docs/similarity.md says which models are read"});
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
    throw Error(Problem{.where = {.file = directory.string()},
                        .pointer = {},
                        .what = "has no tokenizer.json, no vocab.json and no vocab.txt",
                        .next = "name the folder of a model: docs/similarity.md lists its files"});
  WordPieceOptions options;
  if (const auto config = directory / "tokenizer_config.json"; std::filesystem::exists(config)) {
    if (!is_absent_or(read_json(config), "do_lower_case", true))
      options = {.letters = WordPieceOptions::Case::kept, .accents = WordPieceOptions::Accents::kept};
  }
  return parse_word_piece(read_file(pieces), pieces.string(), options);
}

}  // namespace assay
