// SPDX-License-Identifier: Apache-2.0
#include "script/state.h"

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "languages/characters.h"
#include "script/assignments.h"
#include "script/visibility.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// Variables that do not affect any option's default.
constexpr std::array<std::string_view, 5> kQuietVariables = {"HOME", "LANG", "PWD", "TZ", "TERM"};

template <class Names>
bool holds(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void survey_list(Context& context, const shell::List& list);

// Locales whose letters fold and sort as the rules assume.
bool is_known_locale(std::string_view value) {
  return value.empty() || value == "C" || value == "POSIX" || value.starts_with("C.") ||
         value.starts_with("en_");
}

// NAME=value anywhere, such as after env, if it changes how commands read their arguments.
void survey_setting(Context& context, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return;
  const std::string_view name = text.substr(0, equals);
  const bool is_locale = name == "LANG" || name == "LANGUAGE" || name.starts_with("LC_");
  if (names_standard(name) || (is_locale && !is_known_locale(text.substr(equals + 1))))
    context.script.changed_shell = true;
}

// Records that a shell variable gets an unknown value.
void note_variable(Context& context, std::string_view name) {
  const bool is_locale = name.starts_with("LANG") || name.starts_with("LC_");
  if (is_locale || is_reserved(name)) context.script.changed_shell = true;
}

void survey_settings(Context& context, const std::vector<shell::Assignment>& assignments,
                     std::span<const shell::Word> words) {
  for (const shell::Assignment& each : assignments) {
    if (!each.name.starts_with("LANG") && !each.name.starts_with("LC_")) continue;
    const auto value = shell::literal_value(each.value, shell::Place::assignment);
    survey_setting(context, each.name + "=" + value.value_or("?"));
  }
  for (const shell::Word& word : words) {
    if (word.segments.empty()) continue;
    const auto* start = std::get_if<shell::Text>(&word.segments[0].node);
    const bool may_set = start && (start->text.starts_with("LANG") || start->text.starts_with("LC_") ||
                                   names_standard(start->text));
    if (!may_set) continue;
    const auto value = shell::literal_value(word);
    survey_setting(context, value ? *value : start->text + "?");
  }
}

// A command from its name onwards.
struct NamedWords {
  std::span<const shell::Word> words;
  std::optional<std::string> name;  // none if it is not known
};

// Skips `command` and `builtin`: the shell itself runs the command after them.
NamedWords named_words(std::span<const shell::Word> words) {
  while (!words.empty()) {
    auto name = shell::literal_value(words[0]);
    if (name != "command" && name != "builtin") return {words, std::move(name)};
    do {
      words = words.subspan(1);
    } while (!words.empty() && shell::literal_value(words[0]).value_or("").starts_with('-'));
  }
  return {};
}

// A name with a slash is not a builtin, whatever the rest expands to.
bool holds_slash(const shell::Word& word) {
  const shell::Pieces pieces = shell::pieces_of(word);
  return !shell::may_split(pieces) && std::ranges::any_of(pieces, [](const shell::Piece& piece) {
    const auto* literal = std::get_if<shell::Literal>(&piece);
    return literal && literal->text.find('/') != std::string::npos;
  });
}

// declare -n: operations on the variable apply to another one.
bool names_another(std::string_view command, std::string_view word) {
  return command != "export" && word.starts_with('-') && word.find('n') != std::string_view::npos;
}

void survey_declaration(Context& context, std::span<const shell::Word> words) {
  context.script.defaults_hold = false;
  context.script.declares = true;
  const std::string command = shell::literal_value(words[0]).value_or("");
  for (const shell::Word& word : words) {
    const auto value = shell::literal_value(word);
    if (value && names_another(command, *value)) context.script.changed_shell = true;
    note_environment(context, value ? std::string_view(*value).substr(0, value->find('=')) : "PATH");
  }
}

// The words of a builtin that sets variables: an unknown name may be any, and mapfile -C runs commands.
void survey_setter(Context& context, std::string_view command, std::span<const shell::Word> words) {
  const bool names_option = command == "printf" || command == "wait";  // printf -v NAME, wait -p NAME
  const bool computes = !names_option && command != "read";
  for (std::size_t at = 1; at < words.size(); ++at) {
    const auto value = shell::literal_value(words[at]);
    const std::string before = at > 1 ? shell::literal_value(words[at - 1]).value_or("") : "";
    const bool is_value = command == "read" && before.size() == 2 && before[0] == '-' &&
                          std::string_view("dinNptu").find(before[1]) != std::string_view::npos;
    const bool follows_option =
        before.size() > 1 && before[0] == '-' && (before.back() == 'v' || before.back() == 'p');
    const bool is_name = names_option ? follows_option : !is_value;
    if (value) {
      note_variable(context, *value);
      if (names_option && value->size() > 2 && (*value)[0] == '-')
        note_variable(context, std::string_view(*value).substr(2));
      if (computes && value->starts_with("-C")) context.script.changed_shell = true;
    } else if (is_name) {
      context.script.changed_shell = true;
    }
  }
}

// Where the command runs: a stage of a pipeline has its own process.
enum class Runner { shell, pipeline };

void survey_simple(Context& context, const shell::SimpleCommand& command, Runner runner) {
  ++context.runs;
  std::vector<shell::Word> written;
  const std::span<const shell::Word> all_words = expanded_words(command.words, written);
  survey_settings(context, command.assignments, all_words);
  if (all_words.empty()) {
    for (const shell::Assignment& each : command.assignments) note_environment(context, each.name);
    return;
  }
  const auto [words, name] = named_words(all_words);
  if (words.empty()) return;
  survey_files(context, words, name ? std::string_view(*name) : "?");
  if (!name) {
    if (holds_slash(words[0])) return;
    // It may turn out to be a command that changes the shell.
    context.script.reads_status = true;
    if (runner == Runner::shell) context.script.changed_shell = true;
    return;
  }
  const Utility* utility = context.find(*name);
  if (reads_last_status(*name, words, utility || context.defines(*name))) context.script.reads_status = true;
  if (rereads_words(*name, words)) context.script.as_written = true;
  switch (utility ? utility->builtin : Builtin::no) {
    case Builtin::no:
    case Builtin::quiet:
    case Builtin::state: return;
    case Builtin::rereads: context.script.changed_shell = true; return;
    case Builtin::declares: return survey_declaration(context, words);
    case Builtin::sets: return survey_setter(context, *name, words);
  }
}

struct Surveyor {
  Context& context;
  Runner runner;

  void operator()(const shell::SimpleCommand& each) { survey_simple(context, each, runner); }
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
    context.runs += kManyRuns;
    survey_list(context, each.condition);
    survey_list(context, each.body);
  }
  void operator()(const shell::Boxed<shell::For>& each) {
    context.runs += kManyRuns;
    note_variable(context, each->name);
    survey_list(context, each->body);
  }
  void operator()(const shell::Boxed<shell::ArithmeticFor>& each) {
    context.runs += kManyRuns;
    survey_list(context, each->body);
  }
  void operator()(const shell::Case& each) {
    for (const shell::CaseItem& item : each.items) survey_list(context, item.body);
  }
  void operator()(const shell::ArithmeticCommand&) {}
  void operator()(const shell::Boxed<shell::Test>&) {}
  void operator()(const shell::FunctionDefinition& each) {
    context.runs += kManyRuns;
    context.functions.push_back(each.name);
    std::visit(*this, each.body->node);
  }
  // Later commands may depend on how far it has got.
  void operator()(const shell::Coprocess&) { context.script.changed_shell = true; }
};

void survey_list(Context& context, const shell::List& list) {
  for (const shell::AndOr& item : list.items) {
    if (item.background) context.script.has_background = true;
    for (const shell::Link& link : item.links) {
      const auto& commands = link.pipeline.commands;
      const Runner runner = commands.size() == 1 ? Runner::shell : Runner::pipeline;
      for (const shell::Command& command : commands) {
        if (shows_errors(command)) context.script.shows_errors = true;
        if (shows_remembered(command)) context.script.shows_remembered = true;
        std::visit(Surveyor{context, runner}, command.node);
      }
    }
  }
}

// Whether commands of a ${ …; } may change the shell that expands it. Parsed again only if the text may hold
// one.
bool substitutes_here(std::string_view script) {
  constexpr std::array<std::string_view, 5> kOpenings = {"${ ", "${|", "${\t", "${\n", "\\\n"};
  const auto is_in = [&](std::string_view opening) { return script.find(opening) != script.npos; };
  return std::ranges::any_of(kOpenings, is_in) && shell::parse(script).substitutes_here;
}

}  // namespace

ScriptFacts facts_of(std::string_view script) {
  ScriptFacts facts;
  facts.lists_processes = lists_processes(script);
  facts.reads_status = reads_status(script);
  facts.changed_shell = may_set_reserved(script);
  facts.as_written = script.find("BASH_XTRACEFD") != script.npos || substitutes_here(script);
  facts.signals_jobs = signals_jobs(script);
  facts.writes_files = may_write_files(script);
  facts.sets_home = names_variable(script, "HOME");
  facts.shows_making = may_show_making(script);
  return facts;
}

void survey(Context& context, const shell::List& list) {
  survey_list(context, list);
  if (context.script.shows_remembered && context.runs > 1) context.script.changed_shell = true;
  if (context.functions.size() <= kMostFunctions) return;
  context.script.changed_shell = true;
  context.arena.note_limit("a script with more than 64 functions is compared by its words");
}

OwnShell::OwnShell(Context& context, const shell::List& list)
    : context_(context), outer_(context.script), functions_(context.functions.size()) {
  survey(context, list);
}

OwnShell::~OwnShell() {
  context_.script = outer_;
  context_.functions.resize(functions_);
}

void note_environment(Context& context, std::string_view name) {
  while (!name.empty() && (name.back() == '=' || name.back() == '+')) name.remove_suffix(1);
  if (is_reserved(name)) context.script.changed_shell = true;
  const bool is_upper = std::ranges::none_of(name, is_lower);
  if (is_upper && !holds(kQuietVariables, name) && !name.starts_with("LC_"))
    context.script.defaults_hold = false;
}

namespace {

// [ $x ] and [ "$x" "$y" ] may turn out to be [ -v a[i++] ], which counts.
bool may_test_a_name(const Term& command) {
  if (!command.is(Label::call) || !command.parts[0]->is_text("test")) return false;
  const auto words = command.parts.subspan(1);
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!is_one_word(*words[at])) return true;
    const bool may_be_option = at + 1 < words.size() && !words[at]->is_text();
    if (may_be_option &&
        (!words[at + 1]->is_text() || words[at + 1]->text.find('[') != std::string_view::npos))
      return true;
  }
  return false;
}

// What changes the shell only by its parts.
constexpr auto kContainers = [] {
  using enum Label;
  return std::to_array(
      {and_then,       action,     all,       and_or,       any,        appended,   binary,
       both,           bracketed,  branch,    case_command, comma,      command,    either,
       element_append, element,    otherwise, emit,         exec,       expression, extended_glob,
       group,          if_command, item,      joined,       list,       many,       non_empty,
       negation,       option,     option_of, patterns,     pipeline,   positional, quoted,
       quoted_script,  script,     special,   split,        tail,       test_of,    timed,
       timed_posix,    translated, always,    unary,        until_loop, while_loop, word,
       words,          or_else,    none});
}();

}  // namespace

bool keeps_state(const Term& command) {
  const auto all_keep = [&] {
    return std::ranges::all_of(command.parts, [](const Term* part) { return keeps_state(*part); });
  };
  switch (command.label) {
    case Label::substitution:
    case Label::subshell: return true;
    case Label::redirect:  // or a descriptor, in a variable
      return !command.parts[0]->text.starts_with('{') && all_keep();
    case Label::call: return !may_test_a_name(command) && all_keep();
    case Label::parameter: return command.parts[0]->is_text() && command.parts[0]->text != "RANDOM";
    default:  // the shell remembers the process of a process substitution ($!), too
      return std::ranges::find(kContainers, command.label) != kContainers.end() && all_keep();
  }
}

namespace {

constexpr std::array<std::string_view, 7> kReserved = {
    "BASHOPTS", "IFS", "PATH", "POSIXLY_CORRECT", "_POSIX2_VERSION", "SHELLOPTS", "BASH_ENV"};

// =, :=, ++, --, += and the other assignment operators, after blanks; not ==.
bool assigns(std::string_view after) {
  after.remove_prefix(std::min(after.find_first_not_of(" \t\n"), after.size()));
  if (after.starts_with("++") || after.starts_with("--")) return true;
  const std::size_t equals = after.find_first_not_of("+-*/%&|^<>:");
  return equals < 4 && after[equals] == '=' && after.substr(equals + 1, 1) != "=";
}

bool counts(std::string_view before) {
  before = before.substr(0, before.find_last_not_of(" \t\n") + 1);
  return before.ends_with("++") || before.ends_with("--");
}

// -v, -a, -vx before a value, quoted or not.
bool is_attached(std::string_view before) {
  while (before.ends_with('\'') || before.ends_with('"')) before.remove_suffix(1);
  const std::size_t letters = before.find_last_not_of("abcdefghijklmnopqrstuvwxyz") + 1;
  return letters > 0 && letters < before.size() && before[letters - 1] == '-';
}

bool is_set(std::string_view before, std::string_view after) {
  const bool is_read = before.ends_with('$') || before.ends_with("${");
  if (assigns(after) && !before.ends_with('^')) return true;
  if (is_read) return false;
  return counts(before) || is_attached(before) || (before.ends_with('{') && after.starts_with('}'));
}

bool may_set(std::string_view script, std::string_view name) {
  for (std::size_t at = script.find(name); at != std::string_view::npos; at = script.find(name, at + 1)) {
    const std::string_view before = script.substr(0, at);
    const std::string_view after = script.substr(at + name.size());
    const bool goes_on = !after.empty() && is_name_char(after[0]);
    const bool may_begin = before.empty() || !is_name_char(before.back()) || is_attached(before);
    if (!goes_on && may_begin && is_set(before, after)) return true;
  }
  return false;
}

}  // namespace

bool is_reserved(std::string_view name) { return std::ranges::find(kReserved, name) != kReserved.end(); }

bool names_standard(std::string_view text) {
  return text.starts_with("POSIXLY_CORRECT") || text.starts_with("_POSIX2_VERSION");
}

bool may_set_reserved(std::string_view script) {
  return script.find("BASH_FUNC_") != std::string_view::npos ||
         std::ranges::any_of(kReserved, [script](std::string_view name) { return may_set(script, name); });
}

bool names_variable(std::string_view script, std::string_view name) {
  for (auto at = script.find(name); at != script.npos; at = script.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (end < script.size() && is_name_char(script[end])) continue;
    if (at > 0 && is_name_char(script[at - 1])) continue;
    const bool is_read =
        at > 0 && (script[at - 1] == '$' || (script[at - 1] == '{' && at > 1 && script[at - 2] == '$'));
    if (!is_read) return true;
  }
  return false;
}

}  // namespace assay::equivalence
