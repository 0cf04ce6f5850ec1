// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string_view>

#include "command_tree.h"

namespace assay::cli {
namespace {

std::string names_of(const std::vector<OptionDescription>& options) {
  std::string names;
  for (const auto& option : options)
    for (const auto& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string joined_commands(const ProgramDescription& program, char between) {
  std::string names;
  for (const auto& command : program.commands) {
    if (!names.empty()) names += between;
    names += command.name;
  }
  return names;
}

// A word quoted for zsh or fish: in single quotes, fish takes a backslash before ' and \ only, and zsh none.
enum class Shell { zsh, fish };
std::string quoted(Shell shell, std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'')
      word += shell == Shell::zsh ? "'\\''" : "\\'";
    else if (c == '\\' && shell == Shell::fish)
      word += "\\\\";
    else
      word += c;
  }
  return word + "'";
}

// "name:text" for zsh's _describe, where a colon in a name would need a backslash; no name has one.
std::string zsh_option(const OptionDescription& option) {
  std::string words;
  for (const auto& name : option.names) words += " " + quoted(Shell::zsh, name + ":" + option.text);
  return words;
}

// The names in the form of `complete`, and whether a value follows.
std::string fish_option(const OptionDescription& option) {
  std::string words;
  for (const auto& name : option.names) {
    const bool is_long = name.starts_with("--");
    words += (is_long ? " -l " : " -s ") + name.substr(is_long ? 2 : 1);
  }
  return words + (option.value.empty() ? "" : " -r") + " -d " + quoted(Shell::fish, option.text);
}

}  // namespace

std::string bash_completion(const ProgramDescription& program) {
  std::string cases =
      fmt::format("    '') words='{} {}' ;;\n", joined_commands(program, ' '), names_of(program.options));
  for (const auto& command : program.commands)
    cases += fmt::format("    {}) words='{}' ;;\n", command.name, names_of(command.options));
  return fmt::format(R"(# Completion of {0} for bash: commands and options; files for everything else.
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} command= word words
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case $word in
    {1}) command=$word; break ;;
    esac
  done
  case $command in
{2}  esac
  COMPREPLY=()
  if [[ $current == -* || -z $command ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}}
complete -o default -F _{0} {0}
)",
                     program.name, joined_commands(program, '|'), cases);
}

std::string zsh_completion(const ProgramDescription& program) {
  std::string first;
  for (const auto& command : program.commands)
    first += " " + quoted(Shell::zsh, command.name + ":" + command.text);
  for (const auto& option : program.options) first += zsh_option(option);
  std::string cases = fmt::format("  '') found=({}) ;;\n", first);
  for (const auto& command : program.commands) {
    std::string options;
    for (const auto& option : command.options) options += zsh_option(option);
    cases += fmt::format("  {}) found=({}) ;;\n", command.name, options);
  }
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh: commands and options; files for everything else.
_{0}() {{
  local command= word
  local -a found
  for word in "${{(@)words[2,CURRENT-1]}}"; do
    case $word in
    {1}) command=$word; break ;;
    esac
  done
  case $command in
{2}  esac
  if [[ -z $command || $PREFIX == -* ]]; then
    _describe -o {0} found
  else
    _files
  fi
}}
if [[ $funcstack[1] == _{0} ]]; then _{0} "$@"; else compdef _{0} {0}; fi
)",
                     program.name, joined_commands(program, '|'), cases);
}

std::string fish_completion(const ProgramDescription& program) {
  std::string lines = fmt::format(
      "# Completion of {} for fish: commands and options; files for everything else.\n", program.name);
  const auto add = [&](std::string_view when, const std::string& what) {
    lines += fmt::format("complete -c {} -n '{}'{}\n", program.name, when, what);
  };
  for (const auto& command : program.commands)
    add("__fish_use_subcommand", " -f -a " + command.name + " -d " + quoted(Shell::fish, command.text));
  for (const auto& option : program.options) add("__fish_use_subcommand", fish_option(option));
  for (const auto& command : program.commands)
    for (const auto& option : command.options)
      if (!option.names.empty()) add("__fish_seen_subcommand_from " + command.name, fish_option(option));
  return lines;
}

}  // namespace assay::cli
