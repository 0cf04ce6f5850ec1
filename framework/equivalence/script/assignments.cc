// SPDX-License-Identifier: Apache-2.0
#include "script/assignments.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "languages/characters.h"
#include "pipeline/stage_facts.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

using shell::Place;

// The unquoted text at the start of a word; empty if there is none.
std::string_view bare_start(const shell::Word& word) {
  const auto* text = word.segments.empty() ? nullptr : std::get_if<shell::Text>(&word.segments[0].node);
  return text && text->quoting == shell::Quoting::none ? std::string_view(text->text) : std::string_view();
}

// The length of NAME= or NAME+= at the beginning of the text; 0 if there is none.
std::size_t assignment_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_name_char(text[at])) ++at;
  if (at == 0 || (text[0] >= '0' && text[0] <= '9')) return 0;
  if (at < text.size() && text[at] == '[')
    return text.find('=', at) == text.npos ? 0 : text.find('=', at) + 1;
  if (at < text.size() && text[at] == '+') ++at;
  return at < text.size() && text[at] == '=' ? at + 1 : 0;
}

// A term with that text which equals no other term.
const Term* marked(Context& context, const Term& text) {
  const std::string written = "''" + print(text);
  return context.arena.node(Label::special, {context.arena.live(context.arena.keep(written))}, text.span);
}

bool declares(const Utility* utility) {
  return utility && (utility->builtin == Builtin::declares || utility->builtin == Builtin::rereads);
}

}  // namespace

void mark_quoted_declaration(Context& context, const shell::SimpleCommand& command, Terms& words) {
  std::size_t at = 0;
  std::optional<std::string> written;  // the command's name
  for (; at < command.words.size(); ++at) {
    written = shell::literal_value(command.words[at]);
    if (written != "command" && written != "builtin") break;
  }
  if (at == command.words.size()) return;
  const bool is_certain = words.size() == command.words.size();  // no brace expansion produced other words
  const std::size_t name = is_certain ? at : 0;
  if (!words[name]->is_text() || (is_certain && !written)) return;
  const std::string_view text = words[name]->text;
  if (!declares(context.find(is_certain ? *written : text))) return;
  if (!is_certain || command.words[at].segments.size() != 1 || bare_start(command.words[at]) != text) {
    words[name] = context.arena.node(Label::word, {marked(context, *words[name])}, words[name]->span);
    return;
  }
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    const Term& word = *words[i];
    // The keys of an array are read as such at once only if -A is unquoted.
    if (word.is_text() && word.text.starts_with('-') && bare_start(command.words[i]) != word.text) {
      words[i] = context.arena.node(Label::word, {marked(context, word)}, word.span);
      continue;
    }
    const bool may_assign =
        word.is(Label::word) && word.parts[0]->is_text() && assignment_length(word.parts[0]->text) > 0;
    if (!may_assign || assignment_length(bare_start(command.words[i])) > 0) continue;
    Terms parts(word.parts.begin(), word.parts.end(), context.arena.memory());
    parts[0] = marked(context, *parts[0]);
    words[i] = context.arena.node(Label::word, parts, word.span);
  }
}

// An associative array removes quotes from its key; an indexed one reads \1 and '1' as arithmetic, which
// fails.
static const Term* subscript_term(Context& context, const shell::Word& subscript) {
  const bool keeps_quotes = std::ranges::any_of(subscript.segments, [](const shell::Segment& segment) {
    const auto* text = std::get_if<shell::Text>(&segment.node);
    return text && text->quoting != shell::Quoting::none;
  });
  if (keeps_quotes) return context.arena.live(context.arena.keep(shell::print(subscript)));
  return word_term(context, subscript, Place::plain);
}

const Term* assignment_term(Context& context, const shell::Assignment& assignment) {
  const std::string_view name = assignment.append ? context.arena.keep(assignment.name + "+=")
                                                  : context.arena.keep(assignment.name + "=");
  const Term* value = word_term(context, assignment.value, Place::assignment);
  if (!assignment.subscript)
    return context.arena.node(Label::assignment, {context.arena.live(name), value}, assignment.span);
  const Term* subscript = subscript_term(context, *assignment.subscript);
  return context.arena.node(Label::assignment, {context.arena.live(name), value, subscript}, assignment.span);
}

void settle_assignments(Context& context, Terms& assignments) {
  if (assignments.size() < 2 || context.script.declares || !context.allows(rule::assignment_order)) return;
  // If one is refused, the assignments after it do not happen.
  const auto is_simple = [&](const Term* each) {
    return each->parts.size() == 2 && each->parts[1]->is_text() && !each->parts[0]->text.ends_with("+=") &&
           !is_among(each->parts[0]->text, "BASHOPTS= BASH_VERSINFO= EUID= PPID= SHELLOPTS= UID=");
  };
  if (!std::ranges::all_of(assignments, is_simple)) return;
  Terms sorted(assignments, context.arena.memory());
  sort_terms(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1]->parts[0]->text == sorted[i]->parts[0]->text) return;
  if (sorted != assignments) context.note(rule::assignment_order, context.arena.keep(print(*assignments[0])));
  assignments = std::move(sorted);
}

constexpr Rule rule::assignment_order = {
    .id = "assignment-order",
    .rung = Rung::flag_order,
    .meaning = "assignments of constants to different variables may change places",
    .same = {"A=1 B=2 ls", "B=2 A=1 ls"},
    .apart = {"A=1 A=2 env", "A=2 A=1 env"}};

namespace {

// The length of the name at the beginning of the text; 0 if there is none.
std::size_t name_length(std::string_view text) {
  const auto end = std::ranges::find_if_not(text, is_name_char);
  const bool is_name = !text.empty() && !(text[0] >= '0' && text[0] <= '9');
  return is_name ? static_cast<std::size_t>(end - text.begin()) : 0;
}

// The text at the beginning of the word.
std::string_view start_of(const Term& word) {
  if (word.is_text()) return word.text;
  const bool has_start = word.is(Label::word) && word.parts[0]->is_text();
  return has_start ? word.parts[0]->text : std::string_view();
}

bool is_declared(const Term& word) {
  const std::string_view text = start_of(word);
  const std::size_t length = name_length(text);
  if (length == 0) return false;
  return length < text.size() ? text[length] == '=' : word.is_text();
}

// Variables that the shell reserves or gives a special meaning.
bool is_shell_variable(std::string_view name) {
  constexpr std::string_view kNames =
      "UID EUID PPID RANDOM SRANDOM SECONDS LINENO DIRSTACK GROUPS FUNCNAME OPTIND PATH HISTCMD IFS _ "
      "SHELLOPTS";
  return name.starts_with("BASH") || name.starts_with("EPOCH") || name.starts_with("COMP_") ||
         is_among(name, kNames);
}

// NAME=value in one word, as the shell would read it too.
bool is_plain_setting(const Term& word) {
  const std::string_view text = start_of(word);
  const std::size_t length = name_length(text);
  if (length == 0 || length >= text.size() || text[length] != '=') return false;
  if (is_shell_variable(text.substr(0, length))) return false;
  return word.is_text() || std::ranges::all_of(word.parts, [](const Term* part) {
           return part->is_text() || (part->is(Label::quoted) && !quotes_change_operator(*part));
         });
}

// The value of a setting. An assignment does not split it, so quotes are dropped.
const Term* assigned_value(Context& context, const Term& setting, std::size_t start) {
  const Term* value = without_prefix(context, setting, start);
  if (value->is_text()) return value;
  Terms parts(value->parts.begin(), value->parts.end(), context.arena.memory());
  for (const Term*& part : parts)
    if (part->is(Label::quoted)) part = context.arena.node(Label::split, part->parts);
  return context.arena.node(Label::word, parts, value->span);
}

// A program that cannot tell who started it. env and printenv list variables that the shell sets for them.
bool is_plain_program(const Context& context, std::span<const Term* const> words) {
  const Term& name = *words[0];
  const Utility* utility =
      name.is_text() && name.text.find('/') == std::string_view::npos ? context.find(name.text) : nullptr;
  if (!utility || utility->is_builtin() || context.defines(name.text) || name.text == "env") return false;
  const auto may_list = [](const Term* word) { return !word->is_text() || word->text == "_"; };
  const auto is_name = [](const Term* word) { return !word->text.starts_with('-'); };
  return name.text != "printenv" || (std::none_of(words.begin() + 1, words.end(), may_list) &&
                                     std::any_of(words.begin() + 1, words.end(), is_name));
}

// Whether the shell may read the variable, or run something, while it expands the word.
bool expands_name(const Term& word, std::string_view name) {
  if (word.kind != Kind::node) return word.text.find(name) != std::string_view::npos;
  return std::ranges::any_of(word.parts, [&](const Term* part) { return expands_name(*part, name); });
}

bool runs_something(const Term& word) {
  if (word.kind == Kind::live) return word.text.find_first_of("(`") != std::string_view::npos;
  return word.is(Label::substitution) || word.is(Label::special) || holds_process(word) ||
         std::ranges::any_of(word.parts, [](const Term* part) { return runs_something(*part); });
}

// The shell makes assignments one by one, after the other words are expanded; env gets them all expanded in
// their order. Whether that makes no difference.
bool keeps_values(const Terms& before, std::span<const Term* const> settings, const Terms& words) {
  std::vector<std::string_view> names;
  for (const Term* each : before) names.push_back(each->parts[0]->text);
  const bool runs_one =
      std::ranges::count_if(words, [](const Term* word) { return runs_something(*word); }) < 2;
  for (const Term* each : settings) {
    const bool is_text = each->is_text();
    if (!is_text && (may_act(*each) || (runs_something(*each) && !(runs_one && names.empty())))) return false;
    const auto is_expanded = [&](std::string_view name) {
      return std::ranges::any_of(each->parts, [&](const Term* part) {
        return !part->is_text() && expands_name(*part, name.substr(0, name_length(name)));
      });
    };
    if (std::ranges::any_of(names, is_expanded)) return false;
    names.push_back(start_of(*each));
  }
  return true;
}

}  // namespace

void name_declaration(Context& context, Terms& words) {
  if (!context.allows(rule::declaration) || context.place.dialect != Dialect::bash ||
      !context.place.in_shell || words.size() < 2 || !words[0]->is_text())
    return;
  const std::string_view name = words[0]->text;
  if ((name != "export" && name != "readonly") || context.defines(name) || context.defines("declare") ||
      !std::all_of(words.begin() + 1, words.end(), [](const Term* word) { return is_declared(*word); }))
    return;
  context.note(rule::declaration, name);
  const shell::Span span = words[0]->span;
  words[0] = context.arena.text("declare", span);
  words.insert(words.begin() + 1, context.arena.text(name == "export" ? "-x" : "-r", span));
}

Terms take_environment(Context& context, Terms& words, const Terms& before) {
  Terms settings = context.arena.terms();
  const bool is_env = !words.empty() && words[0]->is_text("env") && !context.defines("env");
  if (!is_env || !context.allows(rule::environment_prefix) || !context.script.defaults_hold) return settings;
  const bool has_dashes = words.size() > 1 && words[1]->is_text("--");
  const auto first = words.begin() + (has_dashes ? 2 : 1);
  const auto program =
      std::find_if_not(first, words.end(), [](const Term* word) { return is_plain_setting(*word); });
  if (program == words.end() || !is_plain_program(context, {program, words.end()})) return settings;
  if (!keeps_values(before, {first, program}, words)) return settings;
  for (auto each = first; each != program; ++each) {
    const std::string_view text = start_of(**each);
    const std::size_t length = name_length(text) + 1;
    settings.push_back(context.arena.node(
        Label::assignment,
        {context.arena.live(text.substr(0, length)), assigned_value(context, **each, length)},
        (*each)->span));
  }
  context.note(rule::environment_prefix, *words[0]);
  words.erase(words.begin(), program);
  return settings;
}

constexpr Rule rule::declaration = {.id = "declaration",
                                    .rung = Rung::utility,
                                    .meaning = "export equals `declare -x`, and readonly equals `declare -r`",
                                    .same = {"export x=1", "declare -x x=1"},
                                    .apart = {"export -n x", "declare -x x"}};

constexpr Rule rule::environment_prefix = {
    .id = "environment-prefix",
    .rung = Rung::utility,
    .meaning = "env may be left out before a program that a table describes",
    .same = {"env A=1 sort f", "A=1 sort f"},
    .apart = {"env A=1 echo x", "A=1 echo x"}};

namespace {

// {a,b} and {1..3}, but not find's {}.
bool may_have_braces(const shell::Word& word) {
  const auto holds_bare = [&word](std::string_view characters) {
    return std::ranges::any_of(word.segments, [characters](const shell::Segment& segment) {
      const auto* text = std::get_if<shell::Text>(&segment.node);
      return text && text->quoting == shell::Quoting::none &&
             text->text.find_first_of(characters) != std::string::npos;
    });
  };
  return holds_bare("{") && holds_bare(",.");
}

}  // namespace

std::span<const shell::Word> expanded_words(const std::vector<shell::Word>& words,
                                            std::vector<shell::Word>& written) {
  if (std::ranges::none_of(words, may_have_braces)) return words;
  for (const shell::Word& word : words) {
    const bool is_over = written.size() > kMostWords;
    const auto several = is_over ? std::nullopt : shell::expand_braces(word);
    if (several && !several->empty())
      written.insert(written.end(), several->begin(), several->end());
    else
      written.push_back(word);
  }
  return written;
}

}  // namespace assay::equivalence
