// SPDX-License-Identifier: Apache-2.0
#include "expansions.h"

#include <fmt/format.h>

#include <map>

#include "assay/internal/text.h"

namespace assay::posix {
namespace {

using namespace shell;

// What stands for a variable that POSIX shells do not set; empty if nothing does, none if it is no such
// variable.
std::optional<std::string_view> instead_of_variable(std::string_view name) {
  constexpr std::string_view kWithout =
      "BASH BASHOPTS BASH_ALIASES BASH_CMDS BASH_COMMAND BASH_EXECUTION_STRING BASH_SUBSHELL BASH_VERSINFO "
      "BASH_VERSION COMP_CWORD COMP_LINE COMP_POINT COMP_WORDS DIRSTACK EPOCHREALTIME FUNCNAME HISTCMD "
      "PIPESTATUS SECONDS SHLVL SRANDOM";
  static const std::map<std::string_view, std::string_view> known = {
      {"BASHPID", "$(exec sh -c 'echo \"$PPID\"')"},
      {"BASH_ARGC", "$#"},
      {"BASH_ARGV", "$@"},
      {"BASH_ARGV0", "$0"},
      {"BASH_LINENO", "$LINENO"},
      {"BASH_REMATCH", "expr and \\(…\\)"},
      {"BASH_SOURCE", "$0"},
      {"EPOCHSECONDS", "$(awk 'BEGIN { srand(); print srand() }')"},
      {"EUID", "$(id -u)"},
      {"GROUPS", "$(id -G)"},
      {"HOSTNAME", "$(uname -n)"},
      {"HOSTTYPE", "$(uname -m)"},
      {"MACHTYPE", "$(uname -m)"},
      {"MAPFILE", "a loop around read"},
      {"OSTYPE", "$(uname -s)"},
      {"RANDOM", "$(awk 'BEGIN { srand(); print int(rand() * 32768) }')"},
      {"REPLY", "read's own variable"},
      {"SHELLOPTS", "$-"},
      {"UID", "$(id -ru)"},
  };
  const auto found = known.find(name);
  if (found != known.end()) return found->second;
  return is_among(name, kWithout) ? std::optional<std::string_view>("") : std::nullopt;
}

struct Form {
  std::string_view shown, instead;
};

// None if POSIX has it.
std::optional<Form> foreign(ParameterOperator operation) {
  using enum ParameterOperator;
  switch (operation) {
    case replace_first:
    case replace_all:
    case replace_prefix:
    case replace_suffix: return Form{"${x/pattern/with}", "sed"};
    case substring: return Form{"${x:offset:length}", "expr, cut or ${x#???}"};
    case upper_first:
    case upper_all: return Form{"${x^^}", "tr '[:lower:]' '[:upper:]'"};
    case lower_first:
    case lower_all: return Form{"${x,,}", "tr '[:upper:]' '[:lower:]'"};
    case transform: return Form{"${x@Q}", ""};
    case names: return Form{"${!prefix*}", ""};
    default: return std::nullopt;
  }
}

bool only_reads_a_file(const List& body) {
  if (body.items.size() != 1 || body.items.front().links.size() != 1) return false;
  const Pipeline& pipeline = body.items.front().links.front().pipeline;
  if (pipeline.negated || pipeline.commands.size() != 1) return false;
  const Command& command = pipeline.commands.front();
  const auto* simple = std::get_if<SimpleCommand>(&command.node);
  return simple && simple->words.empty() && simple->assignments.empty() && command.redirects.size() == 1 &&
         command.redirects.front().operation == RedirectOperator::input;
}

// Names and numbers, and empty texts between them.
std::vector<std::string_view> names_in(std::string_view arithmetic) {
  std::vector<std::string_view> names;
  for (std::size_t at = 0, end = 0; at < arithmetic.size(); at = end + 1) {
    end = at;
    while (end < arithmetic.size() && is_in_name(arithmetic[end])) ++end;
    names.push_back(arithmetic.substr(at, end - at));
  }
  return names;
}

}  // namespace

void Expansions::word(const Word& word, Place place) {
  alive(word, place);
  segments(word.segments);
}

void Expansions::segments(const std::vector<Segment>& all) {
  for (const Segment& each : all) segment(each);
}

// Braces, globs and tildes in unquoted text.
void Expansions::alive(const Word& word, Place place) {
  for (const Piece& piece : pieces_of(word, place)) {
    if (std::holds_alternative<Brace>(piece))
      findings_.syntax("brace expansion is a bashism", "the words one by one", word.span);
    if (const auto* glob = std::get_if<Glob>(&piece); glob && glob->pattern.starts_with("[^"))
      findings_.syntax("[^…] in a glob is not POSIX", "[!…]", word.span);
    if (const auto* tilde = std::get_if<Tilde>(&piece)) {
      if (tilde->user == "+") findings_.syntax("~+ is a bashism", "$PWD", word.span);
      if (tilde->user == "-") findings_.syntax("~- is a bashism", "$OLDPWD", word.span);
    }
  }
}

void Expansions::segment(const Segment& segment) {
  if (const auto* text = std::get_if<Text>(&segment.node)) {
    if (text->quoting == Quoting::ansi)
      findings_.syntax("$'…' is a bashism", "\"$(printf …)\"", segment.span);
  } else if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node)) {
    if (quoted->translated) findings_.syntax("$\"…\" is a bashism", "\"…\"", segment.span);
    segments(quoted->parts);
  } else if (const auto* parameter = std::get_if<shell::Boxed<Parameter>>(&segment.node)) {
    this->parameter(**parameter, segment.span);
  } else if (const auto* substitution = std::get_if<CommandSubstitution>(&segment.node)) {
    this->substitution(*substitution, segment.span);
  } else if (const auto* arithmetic = std::get_if<Arithmetic>(&segment.node)) {
    if (text_at(segment.span).starts_with("$["))
      findings_.syntax("$[…] is a bashism", "$((…))", segment.span);
    this->arithmetic(*arithmetic, segment.span);
  } else if (const auto* process = std::get_if<ProcessSubstitution>(&segment.node)) {
    const bool is_from = process->direction == ProcessDirection::from_process;
    findings_.syntax(fmt::format("{}(…) is a bashism", is_from ? "<" : ">"),
                     is_from ? "a pipe or a file" : "a pipe", segment.span);
    list_(process->body);
  } else if (const auto* glob = std::get_if<ExtendedGlob>(&segment.node)) {
    findings_.syntax(fmt::format("{}(…) is a glob of bash", glob->kind), "case, or a list of patterns",
                     segment.span);
    for (const Word& alternative : glob->alternatives) word(alternative, Place::pattern);
  } else if (const auto* array = std::get_if<Array>(&segment.node)) {
    this->array(*array, segment.span);
  }
}

void Expansions::parameter(const Parameter& parameter, Span span) {
  using enum ParameterOperator;
  if (parameter.indirect)
    findings_.syntax("${!x} is a bashism", "eval", span);
  else if (parameter.subscript)
    findings_.syntax(fmt::format("the array ${{{}[…]}} is a bashism", parameter.name),
                     "\"$@\", set by `set --`", span);
  else if (const auto form = foreign(parameter.operation))
    findings_.syntax(fmt::format("{} is a bashism", form->shown), std::string(form->instead), span);
  else if ((parameter.name == "@" || parameter.name == "*") && parameter.operation == length)
    findings_.syntax(fmt::format("${{#{}}} is not specified by POSIX", parameter.name), "$#", span);
  variable(parameter.name, span);
  if (parameter.subscript) word(*parameter.subscript, Place::plain);
  if (parameter.operation == substring) {
    segments(parameter.argument.segments);
    if (parameter.second) segments(parameter.second->segments);
  } else if (parameter.operation != transform && parameter.operation != names) {
    const Place place = parameter.operation >= remove_prefix ? Place::pattern : Place::plain;
    word(parameter.argument, place);
    if (parameter.second) word(*parameter.second, Place::plain);
  }
}

void Expansions::variable(std::string_view name, Span span) {
  const auto instead = instead_of_variable(name);
  if (instead && !assigned_.contains(name))
    findings_.syntax(fmt::format("${} is set by bash alone", name), std::string(*instead), span);
}

void Expansions::substitution(const CommandSubstitution& substitution, Span span) {
  if (substitution.kind != SubstitutionKind::subshell)
    findings_.syntax(
        substitution.kind == SubstitutionKind::reply ? "${| …; } is a bashism" : "${ …; } is a bashism",
        "$(…)", span);
  else if (only_reads_a_file(substitution.body))
    findings_.syntax("$(< file) is a bashism", "$(cat file)", span);
  list_(substitution.body);
}

void Expansions::array(const Array& array, Span span) {
  findings_.syntax("an array is a bashism", "\"$@\", set by `set --`", span);
  for (const ArrayElement& element : array.elements) {
    if (element.subscript) word(*element.subscript, Place::plain);
    word(element.value, Place::argument);
  }
}

// POSIX requires the operators of C's integers except ++ and --.
void Expansions::arithmetic(const Arithmetic& arithmetic, Span span) {
  for (const Segment& part : arithmetic.parts) {
    const auto* text = std::get_if<Text>(&part.node);
    if (!text) continue;
    const std::string_view said = text->text;
    if (said.find("++") != said.npos || said.find("--") != said.npos)
      findings_.syntax("++ and -- in arithmetic are not required by POSIX", "$((x = x + 1))", span);
    if (said.find("**") != said.npos) findings_.syntax("** in arithmetic is a bashism", "a product", span);
    const std::size_t hash = said.find('#');
    if (hash != said.npos && hash > 0 && is_digit(said[hash - 1]))
      findings_.syntax("base#number is a bashism", "0x… or 0…", span);
    if (said.find(',') != said.npos)
      findings_.syntax("a comma in arithmetic is not POSIX", "one expression after another", span);
  }
  inside(arithmetic, span);
}

// Variables stand there without a dollar sign, too.
void Expansions::inside(const Arithmetic& arithmetic, Span span) {
  for (const Segment& part : arithmetic.parts) {
    segment(part);
    if (const auto* text = std::get_if<Text>(&part.node))
      for (const std::string_view name : names_in(text->text)) variable(name, span);
  }
}

}  // namespace assay::posix
