// SPDX-License-Identifier: Apache-2.0
#include "call.h"

#include <algorithm>
#include <span>

#include "assay/internal/invocation.h"
#include "assay/internal/linear_regex.h"
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

std::string joined_from(std::size_t at, const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : std::span(words).subspan(at)) text += (text.empty() ? "" : " ") + text_of(word);
  return text;
}

void take_inner(const ParsedInvocation& parsed, const std::vector<Word>& words, ReadCall& read) {
  if (!parsed.inner_at) return;
  const std::size_t at = *parsed.inner_at + 1;
  switch (parsed.inner) {
    case InnerForm::argv:
      if (parsed.utility->name == "flock" && shown(words[at]) == "-c" && at + 1 < words.size())
        read.scripts.push_back(text_of(words[at + 1]));
      else
        read.command_at = at;
      return;
    case InnerForm::script:
      read.scripts.push_back(text_of(words[at]));
      return;
    case InnerForm::joined:
      read.scripts.push_back(joined_from(at, words));
      return;
    case InnerForm::none:
    case InnerForm::subcommand:
      return;
  }
}

// Values of options such as -c of su and -S of env.
void take_scripts(const ParsedInvocation& parsed, ReadCall& read) {
  for (const ParsedOption& option : parsed.options)
    if (parsed.utility->options[option.id].kind == ValueKind::script && option.value.form != ValueForm::none)
      read.scripts.emplace_back(option.value.text);
}

// A command that the table does not mention, or not with that option.
std::optional<std::size_t> other_command(const ParsedInvocation& parsed) {
  const auto has = [&](std::string_view name) { return parsed.has(parsed.utility->find_option(name)); };
  const std::string& name = parsed.utility->name;
  const bool is_first = (name == "sudo" && (has("-i") || has("-s"))) || (name == "watch" && has("-x"));
  const bool is_second = name == "taskset" && !has("-p");
  const std::size_t before = is_first ? 0 : is_second ? 1 : parsed.operands.size();
  if (before >= parsed.operands.size()) return std::nullopt;
  return parsed.operands[before] + 1;
}

// The position of the first operand. The options with a value are those of doas and pkexec.
std::size_t first_operand(const std::vector<std::string>& texts) {
  std::size_t at = 1;
  for (; at < texts.size() && texts[at].starts_with('-'); ++at) {
    if (texts[at] == "--") return at + 1;
    if (texts[at] == "-u" || texts[at] == "-C" || texts[at] == "-a" || texts[at] == "--user") ++at;
  }
  return at;
}

// Wrappers and shells without a table.
void take_unlisted(const std::vector<std::string>& texts, const std::vector<Word>& words, ReadCall& read) {
  static const Regex wrapper("doas|pkexec|busybox");
  static const Regex shell("zsh|ksh|mksh|ash|fish"), script_option("-[A-Za-z]*c");
  const std::size_t at = first_operand(texts);
  if (at >= texts.size()) return;
  if (wrapper.matches(read.call.name)) read.command_at = at;
  if (shell.matches(read.call.name) && script_option.matches(texts[at - 1]))
    read.scripts.push_back(text_of(words[at]));
}

// What trap runs later: its first argument, if signals follow it.
void take_trap(const std::vector<std::string>& texts, const std::vector<Word>& words, ReadCall& read) {
  const std::size_t at = texts.size() > 1 && texts[1] == "--" ? 2 : 1;
  if (at + 1 < texts.size() && !texts[at].starts_with('-')) read.scripts.push_back(text_of(words[at]));
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

std::string text_of(const Word& word) { return literal_value(word).value_or(shown(word)); }

ReadCall read_call(const std::vector<Word>& words, const UtilityTables& tables, Span span) {
  std::vector<std::string> texts;
  for (const Word& word : words) texts.push_back(shown(word));
  ReadCall read;
  read.call.name = texts.front().substr(texts.front().rfind('/') + 1);
  read.call.span = span;
  if (read.call.name == "trap") take_trap(texts, words, read);
  const Utility* utility = tables.find(read.call.name);
  if (!utility) {
    take_unlisted(texts, words, read);
    read_as_written(texts, read.call);
    return read;
  }
  std::vector<Argument> arguments;
  for (std::size_t i = 1; i < texts.size(); ++i) arguments.push_back({texts[i], Known::literal});
  const ParsedInvocation parsed = parse_options(*utility, arguments);
  take_scripts(parsed, read);
  take_inner(parsed, words, read);
  if (!read.command_at) read.command_at = other_command(parsed);
  if (parsed.unknown_at || parsed.subcommand)
    read_as_written(texts, read.call);
  else
    take(parsed, texts, read.call);
  return read;
}

}  // namespace assay::risk
