// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/labelled_pairs.h"

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

[[noreturn]] void fail_pair(const SourceLine& where, const std::string& what) {
  throw Error(where, what,
              "write {\"expected\": \"command\", \"generated\": \"command\", \"right\": true, \"task\": "
              "\"…\"}, or say what the members are called: --columns");
}

const JsonValue& pair_member(const JsonValue& row, const std::string& name, const SourceLine& where) {
  const auto* value = row.find(name);
  if (value == nullptr) fail_pair(where, "a pair has no \"" + one_line(name) + "\"");
  return *value;
}

std::string pair_text(const JsonValue& value, const std::string& name, const SourceLine& where) {
  if (const auto* found = value.string()) return *found;
  fail_pair(where, "\"" + one_line(name) + "\" is not a string");
}

std::vector<std::string> pair_texts(const JsonValue& value, const std::string& name,
                                    const SourceLine& where) {
  const auto* list = value.array();
  if (list == nullptr) return {pair_text(value, name, where)};
  if (list->empty()) fail_pair(where, "\"" + one_line(name) + "\" is empty");
  std::vector<std::string> all;
  for (const auto& each : *list) all.push_back(pair_text(each, name, where));
  return all;
}

LabelledPair pair_of(const JsonValue& row, const PairColumns& columns, const SourceLine& where) {
  LabelledPair pair{
      .expected = pair_texts(pair_member(row, columns.expected, where), columns.expected, where),
      .generated = pair_text(pair_member(row, columns.generated, where), columns.generated, where)};
  const auto* right = pair_member(row, columns.right, where).boolean();
  if (right == nullptr) fail_pair(where, "\"" + one_line(columns.right) + "\" is neither true nor false");
  pair.is_right = *right;
  const auto* task = row.find(columns.task);
  pair.task = task == nullptr ? pair.expected.front() : pair_text(*task, columns.task, where);
  return pair;
}

}  // namespace

PairColumns columns_from(std::string_view pair_text) {
  PairColumns columns;
  while (!pair_text.empty()) {
    const auto end = std::min(pair_text.find(','), pair_text.size());
    const auto item = pair_text.substr(0, end);
    pair_text.remove_prefix(std::min(end + 1, pair_text.size()));
    const auto equals = item.find('=');
    std::string* column = nullptr;
    for (const auto& [name, place] : {std::pair{"expected", &columns.expected},
                                      {"generated", &columns.generated},
                                      {"right", &columns.right},
                                      {"task", &columns.task}})
      if (item.substr(0, equals) == name) column = place;
    if (column == nullptr || equals == item.npos || equals + 1 == item.size())
      throw Error({}, "--columns " + one_line(item) + " names no column",
                  "write expected=NAME, generated=NAME, right=NAME or task=NAME");
    *column = item.substr(equals + 1);
  }
  return columns;
}

std::vector<LabelledPair> read_pairs(const std::filesystem::path& file, const PairColumns& columns) {
  std::vector<LabelledPair> pairs;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    pairs.push_back(pair_of(row, columns, where));
  });
  return pairs;
}

}  // namespace assay
