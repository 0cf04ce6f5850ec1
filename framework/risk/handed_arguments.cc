// SPDX-License-Identifier: Apache-2.0
#include "handed_arguments.h"

#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "find.h"

namespace assay::risk {
namespace {

using shell::Word;

// A danger shows in the first ones; a hostile text would have no end of them.
constexpr std::size_t kMostCommands = 100, kMostArguments = 1000, kMostWords = 10'000;
constexpr std::size_t kMostBytes = 65'536;  // of a word with arguments in it

bool is_one_of(const std::vector<std::string>& marks, const Word& word) {
  return !marks.empty() && std::ranges::find(marks, word_text(word)) != marks.end();
}

// Those after ":::", but not the names of files after "::::".
std::vector<Word> written_arguments(const InnerRule& rule, std::span<const Word> words) {
  std::vector<Word> arguments;
  bool are_values = false;
  for (const Word& word : words) {
    const bool is_mark = is_one_of(rule.values, word);
    if (is_mark || is_one_of(rule.value_files, word))
      are_values = is_mark;
    else if (are_values)
      arguments.push_back(word);
  }
  return arguments;
}

// parallel takes lines, xargs words.
std::vector<Word> arguments_in(std::string_view input, bool by_shell) {
  std::vector<Word> arguments;
  const std::string_view ends = by_shell ? "\n" : " \t\n";
  for (std::size_t at = input.find_first_not_of(ends);
       at != input.npos && arguments.size() < kMostArguments;) {
    const std::size_t end = std::min(input.find_first_of(ends, at), input.size());
    arguments.push_back(word_of_text(std::string(input.substr(at, end - at))));
    at = input.find_first_not_of(ends, end);
  }
  return arguments;
}

std::string mark_of(const ParsedInvocation& parsed) {
  for (const ParsedOption& option : parsed.options)
    if (option.id == parsed.utility->inner.mark && !option.value.text.empty())
      return std::string(option.value.text);
  return "{}";
}

bool holds(const Word& word, const std::string& mark) {
  return reread_text(word).find(mark) != std::string::npos;
}

Word replaced(const Word& word, const std::string& mark, const Word& argument) {
  std::string text = reread_text(word);
  if (text == mark) return argument;
  const std::string with = reread_text(argument);
  for (std::size_t at = text.find(mark); at != text.npos && text.size() < kMostBytes;
       at = text.find(mark, at + with.size()))
    text.replace(at, mark.size(), with);
  return shell::literal_word(text);
}

}  // namespace

std::vector<std::vector<Word>> with_arguments(const ParsedInvocation& parsed, std::span<const Word> words,
                                              const Fed& fed, bool by_shell) {
  const InnerRule& rule = parsed.utility->inner;
  const auto end = std::ranges::find_if(words, [&](const Word& word) {
    return is_one_of(rule.values, word) || is_one_of(rule.value_files, word);
  });
  std::vector<Word> command(words.begin(), end);
  std::vector<Word> arguments = written_arguments(rule, {end, words.end()});
  if (fed.input && end == words.end()) arguments = arguments_in(*fed.input, by_shell);
  std::vector<std::vector<Word>> commands;
  if (command.empty()) {
    for (Word& each : arguments) commands.push_back({std::move(each)});
    return commands;
  }
  if (fed.find) hand_roots(*fed.find, command);
  // A word that the shell reads as it stands here.
  if (by_shell)
    for (Word& each : arguments) each = shell::literal_word(shell::print(each));
  const std::string mark = mark_of(parsed);
  const bool is_marked = std::ranges::any_of(command, [&](const Word& word) { return holds(word, mark); });
  if (!is_marked || arguments.empty()) {
    command.insert(command.end(), arguments.begin(), arguments.end());
    return {command};
  }
  for (std::size_t i = 0; i < std::min(arguments.size(), kMostCommands); ++i) {
    if (i > 0 && i * command.size() > kMostWords) break;
    commands.push_back(command);
    for (Word& word : commands.back())
      if (holds(word, mark)) word = replaced(word, mark, arguments[i]);
  }
  return commands;
}

}  // namespace assay::risk
