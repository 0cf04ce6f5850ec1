// SPDX-License-Identifier: Apache-2.0
#include "fetched_text.h"

#include <algorithm>
#include <string_view>

#include "assay/internal/shell.h"
#include "read_call.h"
#include "roles.h"

namespace assay::risk {
namespace {

using namespace shell;

bool begins_fetching(const List& body, const UtilityTables& tables) {
  const SimpleCommand* only = only_simple_command(body);
  return only && !only->words.empty() && fetches(read_call(only->words, tables, {}).call);
}

bool is_fetched_segment(const Segment& segment, const UtilityTables& tables) {
  if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node))
    return std::ranges::any_of(quoted->parts,
                               [&](const Segment& each) { return is_fetched_segment(each, tables); });
  if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node))
    return begins_fetching(substitution->body, tables);
  if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node))
    return begins_fetching(process->body, tables);
  return false;
}

}  // namespace

bool is_fetched(const Word& word, const UtilityTables& tables) {
  return std::ranges::any_of(word.segments,
                             [&](const Segment& each) { return is_fetched_segment(each, tables); });
}

bool runs_fetched(const std::string& name, const std::vector<Word>& words, const UtilityTables& tables) {
  static const std::vector<std::string_view> runs = {"sh",  "bash", "dash",   "zsh",
                                                     "ksh", "eval", "source", "."};
  const bool text_runs = std::ranges::find(runs, name) != runs.end();
  return is_fetched(words.front(), tables) || (text_runs && std::ranges::any_of(words, [&](const Word& word) {
                                                 return is_fetched(word, tables);
                                               }));
}

}  // namespace assay::risk
