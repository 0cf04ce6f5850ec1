// SPDX-License-Identifier: Apache-2.0
#include "find_words.h"

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "find_reach.h"

namespace assay::risk {

using shell::Word;
Word word_shown_as(const std::string& text) {
  if (!text.starts_with('~')) return shell::literal_word(text);
  const auto parsed = shell::parse(text);
  const shell::SimpleCommand* only = parsed ? shell::only_simple_command(parsed.tree) : nullptr;
  return only && !only->words.empty() ? only->words.front() : shell::literal_word(text);
}

void hand_roots(const Call& find, std::vector<Word>& inner) {
  for (const auto& root : find.operands) inner.push_back(word_shown_as(root));
  if (!inner.empty() && shown(inner.front()) == "rm") inner.push_back(shell::literal_word("-r"));
}

std::vector<Word> executed_command(const Call& find, const std::vector<Word>& words, const CommandRun& inner,
                                   bool is_first) {
  const bool reaches = is_first && reaches_all(find.expression, shown(words[inner.begin]));
  std::vector<Word> command;
  bool takes_all = false;
  for (std::size_t at = inner.begin + 1; at <= inner.end; ++at) {
    const bool is_all = reaches && shown(words[at]) == "{}";
    takes_all |= is_all;
    if (!is_all) command.push_back(words[at]);
  }
  if (takes_all) hand_roots(find, command);
  return command;
}

}  // namespace assay::risk
