// SPDX-License-Identifier: Apache-2.0
#include "find_words.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "find_reach.h"

namespace assay::risk {
namespace {

using shell::Word;

// The word with that shown() text: a leading tilde is active.
Word word_of(const std::string& text) {
  if (!text.starts_with('~')) return shell::literal_word(text);
  const auto parsed = shell::parse(text);
  const shell::SimpleCommand* only = parsed ? shell::only_simple_command(parsed.tree) : nullptr;
  return only && !only->words.empty() ? only->words.front() : shell::literal_word(text);
}

bool is_exec(const Word& word) {
  const std::string text = shown(word);
  return text == "-exec" || text == "-execdir" || text == "-ok" || text == "-okdir";
}

}  // namespace

void hand_roots(const Call& find, std::vector<Word>& inner) {
  for (const auto& root : find.operands) inner.push_back(word_of(root));
  if (!inner.empty() && shown(inner.front()) == "rm") inner.push_back(shell::literal_word("-r"));
}

std::vector<Word> executed_words(const Call& find, const std::vector<Word>& words) {
  if (find.name != "find") return {};
  const auto begin = std::ranges::find_if(words, is_exec);
  if (begin == words.end()) return {};
  const bool reaches = reaches_all(find.expression, shown(*begin));
  std::vector<Word> inner;
  bool takes_all = false;
  for (auto at = std::next(begin); at != words.end(); ++at) {
    const std::string text = shown(*at);
    if (text == ";" || text == "+") break;
    takes_all |= text == "{}" && reaches;
    if (text != "{}" || !reaches) inner.push_back(*at);
  }
  if (takes_all) hand_roots(find, inner);
  return inner;
}

}  // namespace assay::risk
