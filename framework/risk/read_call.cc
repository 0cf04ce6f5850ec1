// SPDX-License-Identifier: Apache-2.0
#include "read_call.h"

#include "assay/internal/invocation.h"

namespace assay::risk {
namespace {

using shell::Word;

// Without a table, or if the table cannot explain the call: anything that looks like an option is one.
void read_as_written(const std::vector<std::string>& texts, Call& call) {
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].starts_with('-') && texts[i].size() > 1)
      call.options.push_back({texts[i], ""});
    else
      call.operands.push_back(texts[i]);
  }
}

// What trap runs later: its first argument, if signals follow it.
void take_trap(const std::vector<std::string>& texts, const std::vector<Word>& words, ReadCall& read) {
  const std::size_t at = texts.size() > 1 && texts[1] == "--" ? 2 : 1;
  if (at + 1 < texts.size() && !texts[at].starts_with('-'))
    read.inner.all.push_back({.script = text_of(words[at]), .is_script = true});
}

void take(const ParsedInvocation& parsed, const std::vector<std::string>& texts, Call& call) {
  for (const auto& option : parsed.options)
    call.options.push_back(
        {std::string(parsed.utility->options[option.id].name()), std::string(option.value.text)});
  for (const std::uint32_t at : parsed.operands) call.operands.push_back(texts[at + 1]);
  if (parsed.expression_at) call.expression.assign(texts.begin() + 1 + *parsed.expression_at, texts.end());
}

}  // namespace

ReadCall read_call(const std::vector<Word>& words, const UtilityTables& tables, shell::Span span,
                   const Fed& fed) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(shown(word));
  ReadCall read;
  read.call.name = texts.front().substr(texts.front().rfind('/') + 1);
  read.call.span = span;
  read.inner = inner_commands(read.call.name, words, tables, fed);
  if (read.call.name == "trap") take_trap(texts, words, read);
  const Utility* utility = tables.find(read.call.name);
  if (!utility) {
    read_as_written(texts, read.call);
    return read;
  }
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < texts.size(); ++i) arguments.push_back({texts[i], Known::literal});
  const ParsedInvocation parsed = parse_options(*utility, arguments);
  if (parsed.unknown_at || parsed.subcommand)
    read_as_written(texts, read.call);
  else
    take(parsed, texts, read.call);
  return read;
}

}  // namespace assay::risk
