// SPDX-License-Identifier: Apache-2.0
// Tables with columns named by the user: CSV, and objects in JSON.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "assay/internal/json.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "draft.h"
#include "lines.h"
#include "node.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

// Members of objects that no part of a case takes.
class OtherMembers {
 public:
  // The pairs must outlive this object.
  explicit OtherMembers(const std::vector<Mapping::Pair>& taken) : taken_(taken) {}

  // Of the members of an object, and of what a JSON pointer of a pair leads through.
  void take(const Node& object) { look_into(object, ""); }
  // Reports each once, with its first line.
  void report(Draft& draft) const;

 private:
  struct Other {
    int line = 0;
    bool can_be_tag = true;  // in every object
  };

  bool is_taken(const std::string& column) const;
  bool leads_deeper(const std::string& pointer) const;
  void look_into(const Node& node, const std::string& pointer);
  void look_at(const std::string& column, const std::string& pointer, const Node& value, bool can_be_named);

  const std::vector<Mapping::Pair>& taken_;
  std::map<std::string, Other> others_;  // by the column that --map would name
};

// As --map reads it.
std::string in_mapping(std::string column) {
  for (std::size_t at = 0; (at = column.find(',', at)) != column.npos; at += 2) column.insert(at, "\\");
  return column;
}

// A row with any other value in a mapped column is left out.
bool can_be_tags(const Node& value) {
  if (value.is_map()) return false;
  return std::ranges::all_of(value.items, [](const Node& each) { return each.is_scalar(); });
}

// "--map tags=NAME keeps it as a tag", with the column as a shell and --map read it.
std::string how_to_keep_as_tag(const std::string& column) {
  return fmt::format("--map {} keeps it as a tag",
                     shell::print(shell::literal_word("tags=" + in_mapping(column))));
}

bool OtherMembers::is_taken(const std::string& column) const {
  return std::ranges::find(taken_, column, &Mapping::Pair::column) != taken_.end();
}

bool OtherMembers::leads_deeper(const std::string& pointer) const {
  return std::ranges::any_of(
      taken_, [&](const Mapping::Pair& pair) { return pair.column.starts_with(pointer + "/"); });
}

void OtherMembers::look_into(const Node& node, const std::string& pointer) {
  for (const auto& [name, value] : node.members) {
    const std::string deeper = pointer + "/" + name;
    // A pointer cannot name a member with a slash, except at the top, where the name itself is the column.
    look_at(pointer.empty() ? name : deeper, deeper, value, pointer.empty() || name.find('/') == name.npos);
  }
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const std::string deeper = fmt::format("{}/{}", pointer, i);
    look_at(deeper, deeper, node.items[i], true);
  }
}

void OtherMembers::look_at(const std::string& column, const std::string& pointer, const Node& value,
                           bool can_be_named) {
  if (is_taken(column) || is_taken(pointer)) return;
  if ((value.is_map() || value.is_list()) && leads_deeper(pointer)) return look_into(value, pointer);
  Other& other = others_.try_emplace(column, Other{value.line}).first->second;
  if (!can_be_named || !can_be_tags(value)) other.can_be_tag = false;
}

void OtherMembers::report(Draft& draft) const {
  for (const auto& [column, other] : others_)
    draft.remark(Remark::Kind::dropped, other.line, fmt::format("the member \"{}\"", one_line(column)),
                 other.can_be_tag ? how_to_keep_as_tag(column) : "");
}

using Pairs = std::vector<Mapping::Pair>;

// Parts that the mapping does not name take their usual columns, or the columns of the same name unless those
// are used for another part.
Pairs all_pairs(const Mapping& mapping, const Mapping& usual) {
  Pairs pairs = mapping.pairs;
  const auto has_part = [&](const std::string& part) {
    return std::ranges::any_of(mapping.pairs, [&](const auto& pair) { return pair.part == part; });
  };
  for (const auto& pair : usual.pairs)
    if (!has_part(pair.part)) pairs.push_back(pair);
  const Pairs named = pairs;
  const auto is_taken = [&](const std::string& word) {
    return std::ranges::any_of(named,
                               [&](const auto& pair) { return pair.part == word || pair.column == word; });
  };
  for (const auto& part : part_names())
    if (!is_taken(part)) pairs.push_back({part, part});
  if (!is_taken("expected") && !is_taken("expected_command"))
    pairs.push_back({"expected", "expected_command"});
  return pairs;
}

bool is_named(const Mapping& mapping, const Mapping::Pair& pair) {
  return std::ranges::any_of(
      mapping.pairs, [&](const auto& each) { return each.part == pair.part && each.column == pair.column; });
}

std::string list_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 20;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMost); ++i) text += (i ? ", " : "") + names[i];
  return names.size() > kMost ? text + ", …" : text;
}

// A spreadsheet may have used a separator other than a comma: then the header is one column. Empty: it did
// not.
std::string separator_hint(const std::vector<std::string>& columns) {
  if (columns.size() != 1) return "";
  const bool has_semicolon = columns.front().find(';') != std::string::npos;
  if (!has_semicolon && columns.front().find('\t') == std::string::npos) return "";
  return fmt::format("separate fields by commas, or write \"{}\" into the first line",
                     has_semicolon ? "sep=;" : "sep= and a tab");
}

// Both are usual names of one part; taking both would accept more than either.
void expect_one_answer(const SourceLine& where, const Mapping& mapping, const Pairs& pairs,
                       const std::vector<std::string>& columns) {
  const auto is_taken = [&](const char* name) {
    return std::ranges::find(columns, name) != columns.end() &&
           std::ranges::any_of(pairs, [&](const auto& pair) {
             return pair.part == "expected" && pair.column == name && !is_named(mapping, pair);
           });
  };
  if (is_taken("expected") && is_taken("expected_command"))
    throw Error(where, "both \"expected\" and \"expected_command\" could hold the expected commands",
                "say which one does: --map expected=expected_command, or --map expected=expected");
}

// Reports the columns that are not mapped.
void remark_columns(const std::vector<std::string>& columns, int line, const Pairs& pairs, Draft& draft) {
  for (const std::string& column : columns)
    if (std::ranges::find(pairs, column, &Mapping::Pair::column) == pairs.end())
      draft.remark(Remark::Kind::dropped, line, fmt::format("the column \"{}\"", one_line(column)),
                   how_to_keep_as_tag(column));
}

// Unmapped members are known only after all objects have been read.
class ObjectRows {
 public:
  ObjectRows(const Text& text, const Options& options, const TableShape& shape, Draft& draft)
      : text_(text),
        options_(options),
        shape_(shape),
        draft_(draft),
        pairs_(all_pairs(options.mapping, shape.usual)),
        others_(pairs_) {}

  void take(const Node& object) {
    if (!object.is_map())
      return draft_.complain(object.line, fmt::format("is {}, not an object", kind_of(object)),
                             "write {\"prompt\": …}");
    if (first_line_ == 0) first_line_ = object.line;
    Row row{.line = object.line, .cells = {}};
    for (const auto& [name, value] : object.members) names_.insert(name);
    others_.take(object);
    for (std::size_t i = 0; i < pairs_.size(); ++i) found_[i] = found_[i] || object.at(pairs_[i].column);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const Node* value = object.at(pairs_[i].column);
      if (!value) continue;
      if (pairs_[i].part == "id") expect_exact(*value, "id", text_.file);
      Cell cell{.part = pairs_[i].part, .column = pairs_[i].column, .texts = {}};
      if (!read(*value, is_words(cell.part), cell.texts))
        return draft_.leave_out(
            value->line, fmt::format("\"{}\" is not text but {}", one_line(cell.column), kind_of(*value)));
      if (!cell.texts.empty()) row.cells.push_back(std::move(cell));
    }
    for (const auto& pair : shape_.constants) row.cells.push_back({pair.part, pair.part, {pair.column}});
    take_row(row, draft_);
  }

  std::string column_of_prompt() const {
    return std::ranges::find(pairs_, std::string("prompt"), &Mapping::Pair::part)->column;
  }

  void finish() {
    if (names_.empty()) return;  // no rows
    const std::vector<std::string> names(names_.begin(), names_.end());
    bool has_prompt = false;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const bool is_there = found_[i] || names_.contains(pairs_[i].column);  // if only as null
      has_prompt = has_prompt || (is_there && pairs_[i].part == "prompt");
      if (!is_there && is_named(options_.mapping, pairs_[i]))
        refuse_column({text_.file, first_line_}, pairs_[i].column, names, "member");
    }
    if (!has_prompt) refuse_without({text_.file, first_line_}, "prompt", "prompts", names, "member");
    expect_one_answer({text_.file, first_line_}, options_.mapping, pairs_, names);
    others_.report(draft_);
  }

 private:
  // Parts whose value must be a string: `true` in a column of verdicts is not a command.
  static bool is_words(std::string_view part) {
    return is_among(part, "prompt expected alternatives accept_patterns reject_patterns");
  }
  // False if it is neither text nor a list of texts.
  static bool read(const Node& value, bool must_be_string, std::vector<std::string>& texts) {
    const auto is_text = [&](const Node& node) {
      return must_be_string ? node.kind == Node::Kind::text : node.is_scalar();
    };
    if (!value.is_list() && !is_text(value)) return false;
    if (value.is_scalar() && !trimmed(value.text).empty()) texts.push_back(value.text);
    for (const Node& each : value.items) {
      if (!is_text(each)) return false;
      texts.push_back(each.text);
    }
    return true;
  }

  const Text& text_;
  const Options& options_;
  const TableShape& shape_;
  Draft& draft_;
  Pairs pairs_;
  OtherMembers others_;
  std::map<std::size_t, bool> found_;  // in any object, but not as null
  int first_line_ = 0;                 // of the first object
  std::set<std::string> names_;        // of the members of all objects
};

}  // namespace

void refuse_column(const SourceLine& where, const std::string& column,
                   const std::vector<std::string>& columns, std::string_view called) {
  const std::string near = nearest(column, columns);
  std::string next = separator_hint(columns);
  if (next.empty())
    next = near.empty() ? fmt::format("the {}s are {}", called, list_of(columns))
                        : "did you mean \"" + near + "\"?";
  throw Error(where, fmt::format("there is no {} \"{}\"", called, one_line(column)), std::move(next));
}

void refuse_without(const SourceLine& where, std::string_view column, std::string_view held,
                    const std::vector<std::string>& columns, std::string_view called) {
  std::string next = separator_hint(columns);
  if (next.empty())
    next = fmt::format("name the one that holds the {}, as in --map prompt=NAME,expected=NAME; there are: {}",
                       held, list_of(columns));
  throw Error(where, fmt::format("there is no {} \"{}\"", called, column), std::move(next));
}

void read_csv_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft) {
  const CsvTable table = read_csv(text.bytes, text.file);
  struct Place {
    const Mapping::Pair* pair;
    std::size_t column;
  };
  draft.expect_tests_at(table.header_line);
  const Pairs pairs = all_pairs(options.mapping, shape.usual);
  std::vector<Place> places;
  for (const auto& pair : pairs) {
    const auto found = std::ranges::find(table.columns, pair.column);
    if (found != table.columns.end())
      places.push_back({&pair, static_cast<std::size_t>(found - table.columns.begin())});
    else if (is_named(options.mapping, pair))
      refuse_column({text.file, table.header_line}, pair.column, table.columns);
  }
  if (std::ranges::none_of(places, [](const Place& place) { return place.pair->part == "prompt"; }))
    refuse_without({text.file, table.header_line}, "prompt", "prompts", table.columns);
  expect_one_answer({text.file, table.header_line}, options.mapping, pairs, table.columns);
  remark_columns(table.columns, table.header_line, pairs, draft);
  for (const auto& record : table.records) {
    Row row{.line = record.line, .cells = {}};
    for (const auto& [pair, column] : places)
      if (!trimmed(record.fields[column]).empty())
        row.cells.push_back({pair->part, pair->column, {record.fields[column]}});
    for (const auto& pair : shape.constants) row.cells.push_back({pair.part, pair.part, {pair.column}});
    take_row(row, draft);
  }
}

void read_json_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft) {
  ObjectRows rows(text, options, shape, draft);
  const std::string prompt = rows.column_of_prompt();
  draft.expect_tests_at(each_json_row(
      text, {.pointer = options.mapping.rows, .is_row = [&](const Node& each) { return each.at(prompt); }},
      [&](const Node& row, int) { rows.take(row); }, draft.tell_of_row()));
  rows.finish();
}

void read_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft) {
  return text.file.ends_with(".csv") ? read_csv_rows(text, options, shape, draft)
                                     : read_json_rows(text, options, shape, draft);
}

}  // namespace assay::convert
