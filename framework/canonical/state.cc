#include "state.h"

#include <algorithm>
#include <array>

#include "assay/word.h"
#include "size_limits.h"

namespace assay::canonical {
namespace {

constexpr std::array<std::string_view, 11> kChangers = {".",     "alias",  "enable", "eval",    "exec", "set",
                                                        "shopt", "source", "trap",   "unalias", "hash"};
// Print commands as they were written.
constexpr std::array<std::string_view, 6> kRepeaters = {"bg", "caller", "fc", "fg", "history", "jobs"};
constexpr std::array<std::string_view, 6> kReadingVariables = {"BASHOPTS",        "IFS",       "PATH",
                                                               "POSIXLY_CORRECT", "SHELLOPTS", "BASH_ENV"};
// Of no consequence to what a default is.
constexpr std::array<std::string_view, 5> kQuietVariables = {"HOME", "LANG", "PWD", "TZ", "TERM"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void survey_list(Context& context, const shell::List& list);

// Locales whose letters fold and sort as the rules take for granted.
bool is_known_locale(std::string_view value) {
  return value.empty() || value == "C" || value == "POSIX" || value.starts_with("C.") ||
         value.starts_with("en_");
}

// NAME=value wherever it stands, as for env: what changes how commands read their arguments.
void survey_setting(Context& context, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = text.substr(0, equals);
  const bool is_locale = name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_");
  if (name == "POSIXLY_CORRECT" || (is_locale && !is_known_locale(text.substr(equals + 1))))
    context.changed_shell = true;
}

void survey_settings(Context& context, const shell::SimpleCommand& command) {
  for (const shell::Assignment& each : command.assignments) {
    if (!each.name.starts_with("LANG") && !each.name.starts_with("LC_")) continue;
    const auto value = shell::literal_value(each.value, shell::Place::assignment);
    survey_setting(context, each.name + "=" + value.value_or("?"));
  }
  for (const shell::Word& word : command.words) {
    if (word.segments.empty()) continue;
    const auto* start = std::get_if<shell::Text>(&word.segments[0].node);
    const bool may_set = start && (start->text.starts_with("LANG") || start->text.starts_with("LC_") ||
                                   start->text.starts_with("POSIXLY_CORRECT"));
    if (!may_set) continue;
    const auto value = shell::literal_value(word);
    survey_setting(context, value ? *value : start->text + "?");
  }
}

void survey_simple(Context& context, const shell::SimpleCommand& command) {
  survey_settings(context, command);
  if (command.words.empty()) {
    for (const shell::Assignment& each : command.assignments) note_environment(context, each.name);
    return;
  }
  const auto& segments = command.words[0].segments;
  const auto* text = segments.size() == 1 ? std::get_if<shell::Text>(&segments[0].node) : nullptr;
  if (!text) return;
  if (holds(kChangers, text->text) || holds(kRepeaters, text->text)) context.changed_shell = true;
  const bool sets = text->text == "export" || text->text == "declare" || text->text == "typeset" ||
                    text->text == "readonly" || text->text == "local" || text->text == "unset";
  if (!sets) return;
  context.defaults_hold = false;
  for (const shell::Word& word : command.words) {
    const auto value = shell::literal_value(word);
    note_environment(context, value ? std::string_view(*value).substr(0, value->find('=')) : "PATH");
  }
}

struct Surveyor {
  Context& context;

  void operator()(const shell::SimpleCommand& each) { survey_simple(context, each); }
  void operator()(const shell::Subshell& each) { survey_list(context, each.body); }
  void operator()(const shell::Group& each) { survey_list(context, each.body); }
  void operator()(const shell::If& each) {
    for (const shell::Branch& branch : each.branches) {
      survey_list(context, branch.condition);
      survey_list(context, branch.body);
    }
    if (each.otherwise) survey_list(context, *each.otherwise);
  }
  void operator()(const shell::Loop& each) {
    survey_list(context, each.condition);
    survey_list(context, each.body);
  }
  void operator()(const shell::Boxed<shell::For>& each) { survey_list(context, each->body); }
  void operator()(const shell::Boxed<shell::ArithmeticFor>& each) { survey_list(context, each->body); }
  void operator()(const shell::Case& each) {
    for (const shell::CaseItem& item : each.items) survey_list(context, item.body);
  }
  void operator()(const shell::ArithmeticCommand&) {}
  void operator()(const shell::Boxed<shell::Test>&) {}
  void operator()(const shell::FunctionDefinition& each) {
    context.functions.push_back(each.name);
    std::visit(*this, each.body->node);
  }
};

void survey_list(Context& context, const shell::List& list) {
  for (const shell::AndOr& item : list.items) {
    for (const shell::Link& link : item.links) {
      for (const shell::Command& command : link.pipeline.commands)
        std::visit(Surveyor{context}, command.node);
    }
  }
}

constexpr std::array<std::string_view, 12> kStateful = {
    "builtin",    "plain", "assign", "for",  "select", "function", "arithmetic", "arithmetic-command",
    "background", "test",  "array",  "brace"};

}  // namespace

bool keeps_state(const Term& command) {
  if (command.kind != Kind::node) return true;
  if (command.is("substitution") || command.is("subshell")) return true;
  // The shell remembers the process ($!), and the descriptor in its variable.
  if (command.is("process<") || command.is("process>")) return false;
  if (command.is("redirect") && command.parts[0]->text.starts_with('{')) return false;
  if (holds(kStateful, command.text)) return false;
  if (command.is("parameter")) return command.parts[0]->is_text() && command.parts[0]->text != "RANDOM";
  return std::ranges::all_of(command.parts, [](const Term* part) { return keeps_state(*part); });
}

void survey(Context& context, const shell::List& list) {
  survey_list(context, list);
  if (context.functions.size() <= kMostFunctions) return;
  context.changed_shell = true;
  context.arena.note_limit("a script with more than 64 functions is compared by its words");
}

void note_environment(Context& context, std::string_view name) {
  while (!name.empty() && (name.back() == '=' || name.back() == '+')) name.remove_suffix(1);
  if (holds(kReadingVariables, name)) context.changed_shell = true;
  const bool is_upper = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  if (is_upper && !holds(kQuietVariables, name) && !name.starts_with("LC_")) context.defaults_hold = false;
}

}  // namespace assay::canonical
