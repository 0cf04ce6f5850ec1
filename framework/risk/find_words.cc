// SPDX-License-Identifier: Apache-2.0
#include "find_words.h"

#include <algorithm>
#include <iterator>
#include <span>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "find_reach.h"

namespace assay::risk {
namespace {

using shell::Word;

bool is_exec(const Word& word) {
  const std::string text = shown(word);
  return text == "-exec" || text == "-execdir" || text == "-ok" || text == "-okdir";
}

bool is_end(const Word& word) {
  const std::string text = shown(word);
  return text == ";" || text == "+";
}

std::vector<Word> command_of(const Call& find, std::span<const Word> words, bool reaches) {
  std::vector<Word> command;
  bool takes_all = false;
  for (const Word& word : words) {
    const bool is_all = reaches && shown(word) == "{}";
    takes_all |= is_all;
    if (!is_all) command.push_back(word);
  }
  if (takes_all) hand_roots(find, command);
  return command;
}

}  // namespace

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

std::vector<std::vector<Word>> executed_commands(const Call& find, const std::vector<Word>& words) {
  std::vector<std::vector<Word>> commands;
  if (find.name != "find") return commands;
  for (auto at = std::ranges::find_if(words, is_exec); at != words.end();) {
    const auto end = std::find_if(at, words.end(), is_end);
    const bool reaches = commands.empty() && reaches_all(find.expression, shown(*at));
    commands.push_back(command_of(find, {std::next(at), end}, reaches));
    at = std::find_if(end, words.end(), is_exec);
  }
  return commands;
}

}  // namespace assay::risk
