// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>

#include "assay/internal/invocation.h"
#include "assay/internal/word.h"

namespace assay::risk {
namespace {

using namespace shell;

std::string shown_piece(const Piece& piece, bool first) {
  if (const auto* text = std::get_if<Literal>(&piece))
    return first && text->text.starts_with('~') ? "./" + text->text : text->text;
  if (const auto* glob = std::get_if<Glob>(&piece)) return glob->pattern;
  if (const auto* tilde = std::get_if<Tilde>(&piece)) return "~" + tilde->user;
  if (const auto* expansion = std::get_if<Expansion>(&piece)) {
    const auto* parameter = std::get_if<shell::Boxed<Parameter>>(&expansion->segment.node);
    if (parameter && (*parameter)->name == "HOME" && (*parameter)->operation == ParameterOperator::none)
      return "~";
  }
  return "$";
}

// Without a table, or if the table cannot explain the call: anything that looks like an option is one.
void read_as_written(const std::vector<std::string>& texts, Call& call) {
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (texts[i].starts_with('-') && texts[i].size() > 1)
      call.options.push_back({texts[i], ""});
    else
      call.operands.push_back(texts[i]);
  }
}

std::optional<Inner> inner_of(const ParsedInvocation& parsed) {
  if (!parsed.inner_at) return std::nullopt;
  if (parsed.inner == InnerForm::argv) return Inner{Inner::Form::argv, *parsed.inner_at + 1};
  if (parsed.inner == InnerForm::script) return Inner{Inner::Form::script, *parsed.inner_at + 1};
  return std::nullopt;
}

void take(const ParsedInvocation& parsed, const std::vector<std::string>& texts, Call& call) {
  for (const auto& option : parsed.options)
    call.options.push_back(
        {std::string(parsed.utility->options[option.id].name()), std::string(option.value.text)});
  for (const std::uint32_t at : parsed.operands) call.operands.push_back(texts[at + 1]);
  if (parsed.expression_at) call.expression.assign(texts.begin() + 1 + *parsed.expression_at, texts.end());
}

}  // namespace

bool Call::has(std::string_view option) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) { return each.name == option; });
}

bool Call::says(char letter, std::string_view long_name) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) {
    const std::string_view option = each.name;
    if (option.starts_with("--")) return option.substr(0, option.find('=')) == long_name;
    return letter != '\0' && option.size() > 1 && option.find(letter, 1) != option.npos;
  });
}

bool Call::mentions(std::string_view operand) const {
  return std::ranges::find(operands, operand) != operands.end();
}

std::string shown(const Word& word) {
  std::string text;
  bool first = true;
  for (const Piece& piece : pieces_of(word)) text += shown_piece(piece, std::exchange(first, false));
  return text;
}

ReadCall read_call(const std::vector<Word>& words, const UtilityTables& tables, Span span) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(shown(word));
  ReadCall read;
  read.call.name = texts.front().substr(texts.front().rfind('/') + 1);
  read.call.span = span;
  const Utility* utility = tables.find(read.call.name);
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < texts.size(); ++i) arguments.push_back({texts[i], Known::literal});
  if (utility) {
    const ParsedInvocation parsed = parse_options(*utility, arguments);
    read.inner = inner_of(parsed);
    if (!parsed.unknown_at && !parsed.subcommand) {
      take(parsed, texts, read.call);
      return read;
    }
  }
  read_as_written(texts, read.call);
  return read;
}

}  // namespace assay::risk
