// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/convert.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "assay/internal/answers.h"
#include "assay/internal/text.h"
#include "sources.h"

namespace assay::convert {
namespace {

struct Entry {
  Source source;
  std::string_view name;
  std::size_t files;
  std::string_view order;  // what the files are, if there are several
  Effects effects;
  void (*read)(const std::vector<Text>& texts, const Options& options, Draft& draft);
};

template <void (*read)(const Text&, const Options&, Draft&)>
void of_one(const std::vector<Text>& texts, const Options& options, Draft& draft) {
  read(texts.front(), options, draft);
}

void read_csv_table(const Text& text, const Options& options, Draft& draft) {
  read_csv_rows(text, options, {}, draft);
}
void read_json_table(const Text& text, const Options& options, Draft& draft) {
  read_json_rows(text, options, {}, draft);
}

constexpr Effects kTable{.mapping = true, .defaults = true}, kCommands{.defaults = true}, kQueries{},
    kJudged{.grades = true};

// In the order of docs/convert.md.
constexpr std::array kSources = {
    Entry{Source::csv, "csv", 1, "", kTable, of_one<read_csv_table>},
    Entry{Source::jsonl, "jsonl", 1, "", kTable, of_one<read_json_table>},
    Entry{Source::promptfoo, "promptfoo", 1, "", kTable, of_one<read_promptfoo>},
    Entry{Source::inspect, "inspect", 1, "", kTable, of_one<read_inspect>},
    Entry{Source::nl2sh, "nl2sh", 1, "", kTable, of_one<read_nl2sh>},
    Entry{Source::intercode, "intercode", 1, "", kTable, of_one<read_intercode>},
    Entry{Source::nl2bash, "nl2bash", 2, "all.nl all.cm", kCommands, read_nl2bash},
    Entry{Source::caro, "caro", 1, "", kCommands, of_one<read_caro>},
    Entry{Source::kebab, "kebab", 1, "", kQueries, of_one<read_kebab>},
    Entry{Source::trec, "trec", 2, "TOPICS QRELS", kJudged, read_trec},
    Entry{Source::beir, "beir", 2, "queries.jsonl QRELS", kJudged, read_beir},
};

const Entry& entry_of(Source source) { return *std::ranges::find(kSources, source, &Entry::source); }

// Parses "prompt=nl,expected=bash" into pairs.

// Splits at commas, except those after a backslash.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ',')
      parts.emplace_back();
    else if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      parts.back() += text[++i];
    else
      parts.back() += text[i];
  }
  return parts;
}

[[noreturn]] void refuse_mapping(std::string what, std::string next) {
  throw UsageError(Problem{.where = {}, .what = std::move(what), .next = std::move(next)});
}

std::string joined(const std::vector<std::string>& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

struct Parts {
  std::vector<std::string> all;
  std::vector<std::string> lists;  // those that may have several columns
};

// Without this, the last of two columns would be taken without a word.
void expect_free(const Mapping& mapping, const Mapping::Pair& pair, const Parts& parts) {
  const auto earlier = std::ranges::find(mapping.pairs, pair.part, &Mapping::Pair::part);
  if (earlier == mapping.pairs.end() || std::ranges::find(parts.lists, pair.part) != parts.lists.end())
    return;
  refuse_mapping(fmt::format("--map: {} has two columns, \"{}\" and \"{}\"", pair.part,
                             one_line(earlier->column), one_line(pair.column)),
                 parts.lists.empty()
                     ? "name one of them"
                     : "name one of them; several columns are possible for " + joined(parts.lists));
}

// `whole` names the object that the parts belong to.
Mapping read_mapping(std::string_view text, std::string_view whole, const Parts& parts) {
  Mapping mapping;
  for (const auto& pair : parts_of(text)) {
    const std::size_t equals = pair.find('=');
    if (equals == pair.npos || equals + 1 == pair.size())
      refuse_mapping(fmt::format("--map: \"{}\" names no column", one_line(pair)),
                     "write PART=COLUMN: --map prompt=nl,expected=bash");
    const std::string part = pair.substr(0, equals);
    if (std::ranges::find(parts.all, part) == parts.all.end()) {
      const std::string near = nearest(part, parts.all);
      refuse_mapping(fmt::format("--map: {} has no part \"{}\"", whole, one_line(part)),
                     near.empty() ? "its parts are " + joined(parts.all) : "did you mean \"" + near + "\"?");
    }
    Mapping::Pair read{part, pair.substr(equals + 1)};
    expect_free(mapping, read, parts);
    mapping.pairs.push_back(std::move(read));
  }
  return mapping;
}

}  // namespace

std::string_view to_string(Source source) { return entry_of(source).name; }

std::optional<Source> source_from(std::string_view word) {
  const auto found = std::ranges::find(kSources, word, &Entry::name);
  return found == kSources.end() ? std::nullopt : std::optional(found->source);
}

std::vector<std::string> source_names() {
  std::vector<std::string> names;
  names.reserve(std::size(kSources));
  for (const Entry& each : kSources) names.emplace_back(each.name);
  return names;
}

Effects effects_on(Source source) { return entry_of(source).effects; }

std::string_view to_string(Remark::Kind kind) {
  switch (kind) {
    case Remark::Kind::left_out: return "left out";
    case Remark::Kind::dropped: return "not carried over";
    case Remark::Kind::note: return "note";
  }
  return "";
}

Conversion convert(Source source, const std::vector<Text>& texts, const Options& options,
                   const UtilityTables& tables) {
  const Entry& entry = entry_of(source);
  if (texts.size() != entry.files)
    throw UsageError(Problem{.where = {},
                             .what = std::string(entry.name) + " is " + counted(entry.files, "file") +
                                     ", not " + std::to_string(texts.size()),
                             .next = "assay convert " + std::string(entry.files == 1 ? "FILE" : entry.order) +
                                     " --from " + std::string(entry.name) + " -o dataset.json"});
  std::vector<Text> unmarked = texts;
  for (Text& text : unmarked) {
    expect_utf8(text.bytes, text.file);
    text.bytes = without_mark(text.bytes);
  }
  Draft draft(texts.front().file, options, tables);
  entry.read(unmarked, options, draft);
  return std::move(draft).finish(source);
}

void expect_parts(const Mapping& mapping, std::string_view format, const std::vector<std::string>& parts) {
  for (const auto& pair : mapping.pairs)
    if (std::ranges::find(parts, pair.part) == parts.end())
      refuse_mapping(fmt::format("--map: {} has no effect on {}", pair.part, format),
                     "only these parts have one: " + joined(parts));
}

Mapping mapping_from(std::string_view text) {
  return read_mapping(text, "a case", {part_names(), list_part_names()});
}

Mapping answer_mapping_from(std::string_view text) {
  return read_mapping(text, "an answer", {.all = answer_part_names(), .lists = {}});
}

}  // namespace assay::convert
