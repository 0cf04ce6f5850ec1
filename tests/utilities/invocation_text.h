// SPDX-License-Identifier: Apache-2.0
// The notation of these tests. Input: a command line of blank-separated words; '…' is one word, "…" is one
// word of which only the part before the first $ is known, a bare word with $ may be several, one with * is a
// glob. Output: the utility, options as "name" or "name=value" (separated by blanks), then | and the
// operands. Further marks: "> words" is an inner command, ": word" the beginning of an expression, "? N"
// uncertain
// and "! N" unknown from argument N (0-based) on. A "--" is not shown.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "assay/internal/invocation.h"

namespace assay {

struct Words {
  std::vector<std::string> texts;
  std::vector<Known> known;

  std::vector<Argument> arguments() const {
    std::vector<Argument> result;
    for (std::size_t i = 0; i < texts.size(); ++i) result.push_back({texts[i], known[i]});
    return result;
  }
};

inline void add_word(Words& words, std::string text, bool single, bool quoted) {
  const std::size_t special = text.find_first_of(single ? "" : quoted ? "$" : "$*");
  if (special == std::string::npos) {
    words.known.push_back(Known::literal);
  } else {
    words.known.push_back(quoted ? Known::one_word : text[special] == '*' ? Known::glob : Known::split);
    text.resize(special);
  }
  words.texts.push_back(std::move(text));
}

inline Words words_of(const std::string& line) {
  Words words;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == ' ') {
      ++at;
      continue;
    }
    std::string text;
    bool single = false;
    bool quoted = false;
    for (; at < line.size() && line[at] != ' '; ++at) {
      const char quote = line[at];
      if (quote != '\'' && quote != '"') {
        text += quote;
        continue;
      }
      (quote == '\'' ? single : quoted) = true;
      for (++at; at < line.size() && line[at] != quote; ++at) text += line[at];
    }
    add_word(words, text, single, quoted);
  }
  return words;
}

inline std::string shown(const OptionValue& value) {
  return std::string(value.text) + (value.known == Known::literal ? "" : "$");
}

inline std::string shown(const ParsedInvocation& parsed, const Words& arguments) {
  std::string out = parsed.utility->name;
  for (const ParsedOption& option : parsed.options) {
    out += " " + parsed.utility->options[option.id].name();
    if (option.value.form != ValueForm::none) out += "=" + shown(option.value);
    if (option.second.form != ValueForm::none) out += "," + shown(option.second);
  }
  out += " |";
  for (const std::uint32_t operand : parsed.operands) {
    out += " " + arguments.texts[operand] + (arguments.known[operand] == Known::literal ? "" : "$");
  }
  if (parsed.expression_at) out += " : " + arguments.texts[*parsed.expression_at];
  if (parsed.inner_at) {
    out += " >";
    const std::size_t end = parsed.inner == InnerForm::script ? *parsed.inner_at + 1 : arguments.texts.size();
    for (std::size_t i = *parsed.inner_at; i < end; ++i) out += " " + arguments.texts[i];
  }
  if (parsed.uncertain_at) out += " ? " + std::to_string(*parsed.uncertain_at);
  if (parsed.unknown_at) out += " ! " + std::to_string(*parsed.unknown_at);
  return out;
}

// Reads a whole command line, including its sub-commands.
inline std::string read(const std::string& line) {
  Words words = words_of(line);
  const Utility* utility = find_utility(words.texts.front());
  if (!utility) return "no table";
  std::string out;
  for (;;) {
    words.texts.erase(words.texts.begin());
    words.known.erase(words.known.begin());
    const std::vector<Argument> arguments = words.arguments();
    const ParsedInvocation parsed = parse_options(*utility, arguments);
    if (!parsed.subcommand) return out + shown(parsed, words);
    const auto at = static_cast<std::ptrdiff_t>(*parsed.inner_at);
    Words own{{words.texts.begin(), words.texts.begin() + at},
              {words.known.begin(), words.known.begin() + at}};
    ParsedInvocation front = parsed;
    front.inner_at.reset();
    out += shown(front, own) + " / ";
    words.texts.erase(words.texts.begin(), words.texts.begin() + at);
    words.known.erase(words.known.begin(), words.known.begin() + at);
    utility = parsed.subcommand;
  }
}

}  // namespace assay
