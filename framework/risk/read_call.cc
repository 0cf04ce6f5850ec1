// SPDX-License-Identifier: Apache-2.0
#include "read_call.h"

#include <algorithm>
#include <span>

#include "assay/internal/commands_run.h"
#include "assay/internal/invocation.h"

namespace assay::risk {
namespace {

void add_operand(Call& call, const std::vector<std::string>& texts, std::size_t at) {
  call.operands.push_back(texts[at]);
  call.operand_at.push_back(at);
}

// Without a table, or if the table cannot explain the call: anything that looks like an option is one.
void read_as_written(const std::vector<std::string>& texts, Call& call) {
  bool may_be_option = true;
  for (std::size_t i = 1; i < texts.size(); ++i) {
    const std::string& text = texts[i];
    if (may_be_option && text == "--") {
      call.options.push_back({text, ""});
      may_be_option = false;
    } else if (may_be_option && text.starts_with('-') && text.size() > 1) {
      call.options.push_back({text, ""});
      call.only_informs |= text == "--help" || text == "--version" || text == "--usage";
    } else {
      add_operand(call, texts, i);
    }
  }
}

void take(const ParsedInvocation& parsed, const std::vector<std::string>& texts,
          std::span<const Argument> arguments, Call& call) {
  for (const auto& option : parsed.options)
    call.options.push_back(
        {std::string(parsed.utility->options[option.id].name()), std::string(option.value.text)});
  for (const std::uint32_t at : parsed.operands) add_operand(call, texts, at + 1);
  call.only_informs = only_informs(parsed, arguments);
  if (!parsed.expression_at) return;
  call.expression.assign(texts.begin() + 1 + *parsed.expression_at, texts.end());
  call.only_informs |= std::ranges::any_of(call.expression, [](const std::string& word) {
    return word == "-help" || word == "--help" || word == "-version" || word == "--version";
  });
}

}  // namespace

ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span) {
  ReadCall read;
  for (const shell::Word& word : words) read.texts.push_back(shown(word));
  read.call.name = base_name(read.texts.front());
  read.call.span = span;
  const Utility* utility = tables.find(read.call.name);
  if (!utility) {
    read_as_written(read.texts, read.call);
    return read;
  }
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < read.texts.size(); ++i) arguments.push_back({read.texts[i], Known::literal});
  const ParsedInvocation parsed = parse_options(*utility, arguments);
  if (parsed.unknown_at || parsed.subcommand)
    read_as_written(read.texts, read.call);
  else
    take(parsed, read.texts, arguments, read.call);
  return read;
}

}  // namespace assay::risk
