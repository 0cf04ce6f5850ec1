// SPDX-License-Identifier: Apache-2.0
#include "script/declarations.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "languages/characters.h"
#include "pipeline/stage_facts.h"
#include "tree/effects.h"
#include "tree/words.h"

namespace assay::equivalence {
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
  constexpr std::array<std::string_view, 16> kNames = {
      "UID",    "EUID",     "PPID",   "RANDOM", "SRANDOM", "SECONDS", "LINENO", "DIRSTACK",
      "GROUPS", "FUNCNAME", "OPTIND", "PATH",   "HISTCMD", "IFS",     "_",      "SHELLOPTS"};
  return name.starts_with("BASH") || name.starts_with("EPOCH") || name.starts_with("COMP_") ||
         std::ranges::find(kNames, name) != kNames.end();
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
  for (const Term*& part : parts) {
    if (part->is(Label::quoted)) part = context.arena.node(Label::split, part->parts);
  }
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
  if (!context.allows(rule::declaration) || context.dialect != Dialect::bash || !context.in_shell ||
      words.size() < 2 || !words[0]->is_text())
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
  const bool is_env =
      !words.empty() && words[0]->is_text() && words[0]->text == "env" && !context.defines("env");
  if (!is_env || !context.allows(rule::environment_prefix) || !context.defaults_hold) return settings;
  const bool has_dashes = words.size() > 1 && words[1]->is_text() && words[1]->text == "--";
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

}  // namespace assay::equivalence
