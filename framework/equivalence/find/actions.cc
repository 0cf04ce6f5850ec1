// SPDX-License-Identifier: Apache-2.0
// Replaces actions of find by equivalent ones, assuming that their commands succeed.
#include <algorithm>

#include "assay/internal/text.h"
#include "call/call.h"
#include "find/expression.h"

namespace assay::equivalence {
namespace {

bool is_one_path(const Term& word) {
  return word.is(Label::word) && word.parts.size() == 1 && word.parts[0]->kind == Kind::live &&
         word.parts[0]->text == "{}";
}

bool is_command_named(const Term& command, std::string_view name) {
  return !command.parts.empty() && command.parts[0]->is_text() && command.parts[0]->text == name;
}

std::span<const Term* const> arguments_of(const Term& command) { return command.parts.subspan(1); }

bool is_flag(const Term& part) { return part.is(Label::option) && part.parts.size() == 1; }

// Only these options as arguments, and after them the path.
bool has_path_and(const Term& command, std::initializer_list<std::string_view> options) {
  const auto arguments = arguments_of(command);
  if (arguments.empty() || !is_found_path(*arguments.back())) return false;
  return std::ranges::all_of(arguments.first(arguments.size() - 1), [&](const Term* part) {
    return is_flag(*part) && std::ranges::find(options, part->parts[0]->text) != options.end();
  });
}

// Whether the pattern rejects the file's name, whatever its folder is.
bool leaves_out_name(std::string_view pattern, std::string_view path) {
  if (!pattern.starts_with('*') || pattern.find_first_of("?*[\\", 1) != std::string_view::npos) return false;
  return !path.substr(path.rfind('/') + 1).ends_with(pattern.substr(1));
}

class ActionSettler {
 public:
  ActionSettler(Context& context, const Call& find, const Term& whole)
      : context_(context), find_(find), whole_(whole) {}

  const Term* settle(const Term& term) {
    if (term.is(Label::exec)) return settle_exec(term);
    const bool is_logic =
        term.is(Label::all) || term.is(Label::any) || term.is(Label::negation) || term.is(Label::comma);
    if (!is_logic) return &term;
    Terms parts = context_.arena.terms();
    for (const Term* part : term.parts) parts.push_back(settle(*part));
    const bool is_changed = !std::equal(parts.begin(), parts.end(), term.parts.begin());
    return is_changed ? context_.arena.node(term.label, parts, term.span) : &term;
  }

 private:
  const Term* settle_exec(const Term& original) {
    const Term* exec = &original;
    if (exec->parts[0]->text == "-execdir") exec = run_from_start(*exec);
    if (exec->parts[0]->text != "-exec") return exec;
    exec = with_command(*exec, name_target(*exec->parts[1]));
    const Term* print = printing(*exec);
    return print ? print : exec;
  }

  const Term* with_command(const Term& exec, const Term* command) {
    if (command == exec.parts[1]) return &exec;
    return context_.arena.node(Label::exec, {exec.parts[0], command, exec.parts[2]}, exec.span);
  }

  // -execdir is -exec if the effect on a file does not depend on the folder it is named from.
  const Term* run_from_start(const Term& exec) {
    const Term& command = *exec.parts[1];
    const auto arguments = command.is(Label::call) ? arguments_of(command) : std::span<const Term* const>();
    const bool takes_mode = is_command_named(command, "chmod") || is_command_named(command, "chown") ||
                            is_command_named(command, "chgrp");
    if (!context_.allows(rule::exec_folder) || arguments.empty() || !is_found_path(*arguments.back()) ||
        !(takes_mode || is_command_named(command, "rm")))
      return &exec;
    const auto texts = std::ranges::count_if(arguments, [](const Term* each) { return each->is_text(); });
    const bool is_silent = std::ranges::all_of(arguments.first(arguments.size() - 1), [](const Term* each) {
      return each->is_text() || (is_flag(*each) && is_among(each->parts[0]->text, "-f -r -R -h"));
    });
    if (!is_silent || texts != (takes_mode ? 1 : 0)) return &exec;
    context_.note(rule::exec_folder, command);
    return context_.arena.node(
        Label::exec, {context_.arena.live("-exec", exec.parts[0]->span), &command, exec.parts[2]}, exec.span);
  }

  // mv {} d is mv -t d {}.
  const Term* name_target(const Term& command) {
    const bool moves =
        command.is(Label::call) && (is_command_named(command, "mv") || is_command_named(command, "cp"));
    const auto arguments = moves ? arguments_of(command) : std::span<const Term* const>();
    if (arguments.size() < 2 || !context_.allows(rule::target_option)) return &command;
    const Term& target = *arguments.back();
    const Term& source = *arguments[arguments.size() - 2];
    const auto flags = arguments.first(arguments.size() - 2);
    const auto is_kept = [](const Term* each) { return is_flag(*each) && each->parts[0]->text != "-T"; };
    if (!target.is_text() || !is_one_path(source) || !std::ranges::all_of(flags, is_kept)) return &command;
    Call* call = make_call(context_, command.parts[0]->text, command.span);
    if (!call) return &command;
    context_.assume(rule::target_option, target);
    for (const Term* flag : flags) add_option(context_, *call, flag->parts[0]->text);
    add_option(context_, *call, "-t", target.text);
    call->operands.push_back(&source);
    return call_term(context_, *call);
  }

  // The action that prints the same as the command; null if there is none.
  const Term* printing(const Term& exec) {
    const Term& command = *exec.parts[1];
    if (exec.parts[2]->text == "+" || !context_.allows(rule::exec_print) || count_actions(whole_) != 1)
      return nullptr;
    const Term* action = nullptr;
    if (writes_path(command)) {
      action = context_.arena.node(Label::action, {context_.arena.live("-print", exec.span)});
    } else if (command.is(Label::call) && has_path_and(command, {}) && shows_parts_of_paths() &&
               (is_command_named(command, "basename") || is_command_named(command, "dirname"))) {
      const std::string_view format = is_command_named(command, "basename") ? "%f\\n" : "%h\\n";
      action = context_.arena.node(
          Label::action, {context_.arena.live("-printf", exec.span), context_.arena.text(format, exec.span)});
    }
    if (action) context_.note(rule::exec_print, command);
    return action;
  }

  bool writes_path(const Term& command) const {
    if (command.is(Label::plain)) {
      const auto words = command.parts;
      if (is_command_named(command, "echo")) return words.size() == 2 && is_one_path(*words[1]);
      return is_command_named(command, "printf") && words.size() == 3 && words[1]->is_text() &&
             words[1]->text == "%s\\n" && is_one_path(*words[2]);
    }
    if (!command.is(Label::call) || !is_command_named(command, "ls") || !has_path_and(command, {"-d", "-1"}))
      return false;
    const auto lists_itself = [](const Term* part) {
      return part->is(Label::option) && part->parts[0]->text == "-d";
    };
    return std::ranges::any_of(command.parts, lists_itself) || finds_files_alone();
  }

  // The conditions of every call of the only action.
  std::span<const Term* const> conditions() const {
    if (!whole_.is(Label::all)) return {};
    const auto acts = [](const Term* each) { return count_actions(*each) > 0; };
    const auto action = std::ranges::find_if(whole_.parts, acts);
    return whole_.parts.first(static_cast<std::size_t>(action - whole_.parts.begin()));
  }

  bool finds_files_alone() const {
    return std::ranges::any_of(conditions(), [](const Term* each) {
      return each->is(Label::test_of) && each->parts[0]->text == "-type" && each->parts[1]->is_text() &&
             each->parts[1]->text == "f";
    });
  }

  bool leaves_out(std::string_view path) const {
    return std::ranges::any_of(conditions(), [path](const Term* each) {
      return each->is(Label::test_of) && each->parts[0]->text == "-name" && each->parts[1]->is_text() &&
             leaves_out_name(each->parts[1]->text, path);
    });
  }

  // If a path begins with its only slash, %h is empty; if it ends in one, %f keeps it.
  bool shows_parts_of_paths() const {
    return std::ranges::all_of(find_.operands, [this](const Term* each) {
      if (!each->is_text() || each->text.empty() || each->text.ends_with('/') ||
          each->text.find("//") != std::string_view::npos)
        return false;
      return each->text.rfind('/') != 0 || leaves_out(each->text);
    });
  }

  Context& context_;
  const Call& find_;
  const Term& whole_;
};

}  // namespace

const Term* settle_find_actions(Context& context, const Call& find, const Term& expression) {
  const Term* settled = &expression;
  if (context.aim.rung >= Rung::rewrite)
    settled = ActionSettler(context, find, expression).settle(expression);
  // If links are followed, removing a file changes what links to it are.
  return find.has("-L") || find.has("-H") ? settled : settle_last_action(context, settled);
}

constexpr Rule rule::exec_print = {
    .id = "exec-print",
    .rung = Rung::rewrite,
    .meaning = "a command that prints the path, its last name or its folder equals `-printf`",
    .same = {"find . -name x -exec dirname {} \\;", "find . -name x -printf '%h\\n'"},
    .apart = {"find . -exec ls {} \\;", "find ."},
    .assumption = "each call of the command succeeds"};

constexpr Rule rule::exec_folder = {
    .id = "exec-folder",
    .rung = Rung::rewrite,
    .meaning = "`-execdir` equals `-exec` for commands whose effect does not depend on how a file is named",
    .same = {"find . -name x -execdir chmod 600 {} \\;", "find . -name x -exec chmod 600 {} \\;"},
    .apart = {"find . -name x -execdir mv {} y \\;", "find . -name x -exec mv {} y \\;"},
    .assumption = "PATH names no relative folders, and the paths are not too long"};

constexpr Rule rule::target_option = {
    .id = "target-option",
    .rung = Rung::rewrite,
    .meaning = "the target folder of mv and cp after find may be named by `-t`",
    .same = {"find . -name x -exec mv {} d \\;", "find . -name x -exec mv -t d {} \\;"},
    .apart = {"mv x d", "mv -t d x"},
    .assumption = "the target is a folder",
    .sentence = "{} is a folder"};

}  // namespace assay::equivalence
