// SPDX-License-Identifier: Apache-2.0
#include "clues.h"

#include <charconv>

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

// Files that others do not mention.
void add_temporaries(const Calls& calls, const std::vector<PathClue>& others, Clues& clues) {
  for (const Text& file : calls.written) {
    const auto is_it = [&](const Text& word) { return word.text == file.text; };
    const bool is_removed = std::ranges::any_of(calls.calls, [&](const Call& call) {
      return call.name == "rm" && std::ranges::any_of(call.arguments, is_it);
    });
    if (is_removed && std::ranges::find(others, file.text, &PathClue::path) == others.end())
      add_once(clues.temporaries, file.text);
  }
}

void add_command(std::string_view command, Clues& clues) {
  const Calls calls = calls_in(command);
  add_temporaries(calls, clues.paths, clues);
  for (const Call& call : calls.calls) {
    clues.has_calls = true;
    if (call.name == "find") {
      add_find_clues(call, clues);
    } else if (call.utility) {
      add_call_clues(call, clues);
    }
    if (call.name == "join" || call.name == "comm" || call.name == "look") clues.wants_sorted = true;
    if (call.name == "read" || call.name == "select") clues.asks = true;
  }
  add_redirections(calls, clues);
  add_content_clues(calls, clues);
  for (const std::string& pattern : calls.patterns)
    if (!pattern.empty()) add_once(clues.patterns, PatternClue{pattern, Syntax::fixed});
  for (const std::string& variable : calls.variables) {
    add_once(clues.variables, variable);
    if (std::ranges::find(calls.listed, variable_value(variable), &Text::text) != calls.listed.end())
      add_once(clues.looped, variable);
  }
  clues.reads_names = clues.reads_names || calls.reads_lines;
}

}  // namespace

bool is_path(std::string_view text) {
  return !text.empty() && text != "-" && !text.starts_with('-') &&
         text.find("://") == std::string_view::npos && text.size() < 200 &&
         text.find('\0') == std::string_view::npos && text != "{}" && text != ";" && text != "+";
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
