// SPDX-License-Identifier: Apache-2.0
#include "fetched_text.h"

#include <algorithm>
#include <string_view>

#include "assay/internal/shell.h"
#include "assay/internal/shell_calls.h"
#include "read_call.h"
#include "roles.h"

namespace assay::risk {
namespace {

using namespace shell;

bool begins_fetching(const List& body, const UtilityTables& tables) {
  const SimpleCommand* only = only_simple_command(body);
  return only && !only->words.empty() && fetches(read_call(only->words, tables, {}).call);
}

}  // namespace

bool is_fetched(const Word& word, const UtilityTables& tables) {
  bool found = false;
  for_each_list(word.segments, [&](const List& body) { found |= begins_fetching(body, tables); });
  return found;
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
