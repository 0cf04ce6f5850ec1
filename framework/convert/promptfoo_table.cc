// SPDX-License-Identifier: Apache-2.0
// Tests of promptfoo in a table: columns that begin with __ hold the demands, the others are variables.
#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/text.h"
#include "lines.h"
#include "promptfoo_case.h"
#include "row.h"
#include "sources.h"

namespace assay::convert {
namespace {

constexpr std::string_view kMetadata = "__metadata:";

enum class Column {
  variable,
  expected,
  prefix,
  suffix,
  description,
  threshold,
  metadata,
  metadata_list,
  config,
  other
};

Column column_of(std::string_view name) {
  if (!name.starts_with("__")) return Column::variable;
  if (name.starts_with("__expected")) return Column::expected;
  if (name == "__prefix") return Column::prefix;
  if (name == "__suffix") return Column::suffix;
  if (name == "__description") return Column::description;
  if (name == "__threshold") return Column::threshold;
  if (name.starts_with("__config:")) return Column::config;
  if (name.starts_with(kMetadata)) return name.ends_with("[]") ? Column::metadata_list : Column::metadata;
  return Column::other;
}

// Splits "a, b\, c".
std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',')
      parts.back() += text[++i];
    else if (text[i] == ',')
      parts.emplace_back();
    else
      parts.back() += text[i];
  }
  for (auto& part : parts) part = trimmed(part);
  return parts;
}

void take_field(const std::string& name, const std::string& field, PromptfooTest& test) {
  switch (column_of(name)) {
    case Column::variable: take_variable(name, scalar_node(field, test.line), test); return;
    case Column::expected:
      if (!trimmed(field).empty()) test.assertions.push_back(assertion_from(field, test.line));
      return;
    case Column::prefix: test.prefix = field; return;
    case Column::suffix: test.suffix = field; return;
    case Column::description: test.description = field; return;
    case Column::threshold:
      if (!trimmed(field).empty())
        test.threshold = scalar_node(std::string(trimmed(field)), test.line).number();
      if (!trimmed(field).empty() && !test.threshold)
        test.obstacle = fmt::format("its threshold \"{}\" is not a number", one_line(field));
      return;
    case Column::metadata:
      if (!trimmed(field).empty()) test.metadata.emplace_back(name.substr(kMetadata.size()), field);
      return;
    case Column::metadata_list:
      for (const auto& each : split_list(field))
        if (!each.empty())
          test.metadata.emplace_back(name.substr(kMetadata.size(), name.size() - kMetadata.size() - 2), each);
      return;
    case Column::config:
      if (!trimmed(field).empty()) test.obstacle = fmt::format("{} configures an assertion", one_line(name));
      return;
    case Column::other: return;
  }
}

// Without the blanks around the columns' names, as promptfoo reads them.
CsvTable table_of(const Text& text) {
  CsvTable table = read_csv(text.bytes, text.file);
  for (std::string& name : table.columns) {
    name = std::string(trimmed(name));
    if (std::ranges::count(table.columns, name) > 1)
      throw Error({text.file, table.header_line},
                  fmt::format("two columns are called \"{}\"", one_line(name)), "rename one of them");
  }
  return table;
}

PromptTemplate prompt_of(const CsvTable& table, const Text& text, const Options& options) {
  std::vector<std::string> names;
  for (const auto& name : table.columns)
    if (column_of(name) == Column::variable) names.push_back(name);
  const auto refuse = [&](std::string what, std::string next) {
    throw Error({text.file, table.header_line}, std::move(what), std::move(next));
  };
  for (const auto& pair : options.mapping.pairs)
    if (pair.part == "prompt") {
      if (std::ranges::find(names, pair.column) == names.end())
        refuse_column({text.file, table.header_line}, pair.column, names, "variable");
      return {.variable = pair.column};
    }
  if (names.empty())
    refuse("there is no variable", "a column whose name does not begin with __ is a variable");
  if (names.size() > 1)
    refuse("it is not clear which variable is the request", how_to_name_the_request(names));
  return {.variable = names.front()};
}

}  // namespace

void read_promptfoo_table(const Text& text, const Options& options, Draft& draft) {
  const CsvTable table = table_of(text);
  draft.expect_tests_at(table.header_line);
  const PromptTemplate prompt = prompt_of(table, text, options);
  for (const auto& name : table.columns) {
    if (column_of(name) == Column::other)
      draft.remark(Remark::Kind::dropped, table.header_line, fmt::format("the column \"{}\"", one_line(name)),
                   name == "__providerOutput" ? "grade these answers by `assay import`" : "");
    if (name.starts_with("_") && column_of(name) == Column::variable)
      draft.remark(Remark::Kind::note, table.header_line,
                   fmt::format("\"{}\" is a variable; columns of assertions begin with __", one_line(name)));
  }
  for (const auto& record : table.records) {
    PromptfooTest test{.line = record.line};
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      take_field(table.columns[i], record.fields[i], test);
    take_test(test, prompt, draft);
  }
}

}  // namespace assay::convert
