// SPDX-License-Identifier: Apache-2.0
#include "clues.h"

#include <charconv>

#include "assay/internal/text.h"

namespace assay::worlds {
namespace {

void add_redirections(const Calls& calls, Clues& clues) {
  for (const Text& each : calls.read)
    if (each.is_known && is_path(each.text))
      add_once(clues.paths, PathClue{each.text, each.is_glob, Use::read});
  for (const Text& each : calls.written)
    if (each.is_known && is_path(each.text))
      add_once(clues.paths, PathClue{each.text, each.is_glob, Use::made});
  for (const Text& each : calls.listed)
    if (each.is_known && each.is_glob && is_path(each.text))
      add_once(clues.paths, PathClue{each.text, true, Use::read});
}

void add_echoed(const Call& call, const Calls& calls, Clues& clues) {
  if (call.name != "echo" || call.arguments.empty()) return;
  for (const std::string& variable : calls.variables)
    if (call.arguments.front().text == variable_value(variable)) add_once(clues.echoed, variable);
}

void add_command(std::string_view command, Clues& clues) {
  const Calls calls = calls_in(command);
  for (const Call& call : calls.calls) {
    clues.has_calls = true;
    if (call.name == "find")
      add_find_clues(call, clues);
    else if (call.utility)
      add_call_clues(call, clues);
    add_echoed(call, calls, clues);
    if (is_among(call.name, "join comm look")) clues.wants_sorted = true;
    if (call.name == "read" || call.name == "select") clues.asks = true;
  }
  add_redirections(calls, clues);
  add_content_clues(calls, clues);
  for (const std::string& pattern : calls.patterns)
    if (!pattern.empty()) add_once(clues.patterns, PatternClue{pattern, Syntax::fixed});
  for (const std::string& variable : calls.variables) add_once(clues.variables, variable);
  clues.reads_names = clues.reads_names || calls.reads_lines;
}

}  // namespace

bool is_path(std::string_view text) {
  return !text.empty() && text != "-" && !text.starts_with('-') &&
         text.find("://") == std::string_view::npos && text.size() < 200 &&
         text.find('\0') == std::string_view::npos && !is_among(text, "{} ; +");
}

std::optional<std::uint64_t> leading_number(std::string_view text) {
  while (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end == text.data() || number > (std::uint64_t{1} << 50)) return {};
  return number;
}

Clues clues_of(std::string_view accepted, std::string_view generated) {
  Clues clues;
  add_command(accepted, clues);
  add_command(generated, clues);
  return clues;
}

}  // namespace assay::worlds
