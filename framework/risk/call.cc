// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>
#include <span>
#include <utility>

#include "assay/internal/commands_run.h"
#include "assay/internal/invocation.h"
#include "assay/internal/text.h"
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
      call.only_informs |= is_among(text, "--help --version --usage");
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
    return is_among(word, "-help --help -version --version");
  });
}

}  // namespace

bool Call::has(std::string_view option) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) { return each.name == option; });
}

bool Call::says(char letter, std::string_view long_name) const {
  return std::ranges::any_of(options, [&](const CalledOption& each) {
    const std::string_view option = each.name;
    if (option.starts_with("--")) {
      const std::string_view written = option.substr(0, option.find('='));
      return written.size() > 3 ? long_name.starts_with(written) : written == long_name;
    }
    if (option == long_name) return true;  // "-ps" of xxd
    return letter != '\0' && option.size() > 1 && option.find(letter, 1) != option.npos;
  });
}

bool Call::mentions(std::string_view operand) const {
  return std::ranges::find(operands, operand) != operands.end();
}

std::string word_text(const Word& word) {
  std::string text;
  bool first = true;
  for (const Piece& piece : pieces_of(word)) text += shown_piece(piece, std::exchange(first, false));
  return text;
}

std::string reread_text(const Word& word) { return literal_value(word).value_or(word_text(word)); }

ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span) {
  ReadCall read;
  for (const shell::Word& word : words) read.texts.push_back(word_text(word));
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
