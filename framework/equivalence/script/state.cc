// SPDX-License-Identifier: Apache-2.0
#include "script/state.h"

#include <algorithm>
#include <array>
#include <span>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "script/expanded_words.h"
#include "script/file_making.h"
#include "script/output_files.h"
#include "script/process_list.h"
#include "script/reserved_names.h"
#include "script/self_reference.h"
#include "script/telling_commands.h"
#include "script/unseen_errors.h"
#include "size_limits.h"

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
    context.changed_shell = true;
}

// Records that a shell variable gets an unknown value.
void note_variable(Context& context, std::string_view name) {
  const bool is_locale = name.starts_with("LANG") || name.starts_with("LC_");
  if (is_locale || is_reserved(name)) context.changed_shell = true;
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
  context.defaults_hold = false;
  context.declares = true;
  const std::string command = shell::literal_value(words[0]).value_or("");
  for (const shell::Word& word : words) {
    const auto value = shell::literal_value(word);
    if (value && names_another(command, *value)) context.changed_shell = true;
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
      if (computes && value->starts_with("-C")) context.changed_shell = true;
    } else if (is_name) {
      context.changed_shell = true;
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
    context.reads_status = true;
    if (runner == Runner::shell) context.changed_shell = true;
    return;
  }
  const Utility* utility = context.find(*name);
  if (reads_last_status(*name, words, utility || context.defines(*name))) context.reads_status = true;
  if (rereads_words(*name, words)) context.as_written = true;
  switch (utility ? utility->builtin : Builtin::no) {
    case Builtin::no:
    case Builtin::quiet:
    case Builtin::state:
      return;
    case Builtin::rereads:
      context.changed_shell = true;
      return;
    case Builtin::declares:
      return survey_declaration(context, words);
    case Builtin::sets:
      return survey_setter(context, *name, words);
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
  void operator()(const shell::Coprocess&) { context.changed_shell = true; }
};

void survey_list(Context& context, const shell::List& list) {
  for (const shell::AndOr& item : list.items) {
    if (item.background) context.has_background = true;
    for (const shell::Link& link : item.links) {
      const auto& commands = link.pipeline.commands;
      const Runner runner = commands.size() == 1 ? Runner::shell : Runner::pipeline;
      for (const shell::Command& command : commands) {
        if (shows_errors(command)) context.shows_errors = true;
        if (shows_remembered(command)) context.shows_remembered = true;
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
  if (context.shows_remembered && context.runs > 1) context.changed_shell = true;
  if (context.functions.size() <= kMostFunctions) return;
  context.changed_shell = true;
  context.arena.note_limit("a script with more than 64 functions is compared by its words");
}

OwnShell::OwnShell(Context& context, const shell::List& list)
    : context_(context), outer_(context), functions_(context.functions.size()) {
  survey(context, list);
}

OwnShell::~OwnShell() {
  static_cast<ScriptFacts&>(context_) = outer_;
  context_.functions.resize(functions_);
}

void note_environment(Context& context, std::string_view name) {
  while (!name.empty() && (name.back() == '=' || name.back() == '+')) name.remove_suffix(1);
  if (is_reserved(name)) context.changed_shell = true;
  const bool is_upper = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  if (is_upper && !holds(kQuietVariables, name) && !name.starts_with("LC_")) context.defaults_hold = false;
}

}  // namespace assay::equivalence
