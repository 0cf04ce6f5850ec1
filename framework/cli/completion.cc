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

std::string in_one_line(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
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

std::string quoted_words(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + quoted(Shell::zsh, word);
  return line;
}

// "name:text" for zsh's _describe, where a colon in a name would need a backslash; no name has one.
std::string zsh_option(const OptionDescription& option) {
  std::string words;
  for (const auto& name : option.names) words += " " + quoted(Shell::zsh, name + ":" + option.text);
  return words;
}

std::string fish_runs(const std::string& program) { return "'(_" + program + "_runs)'"; }

std::string fish_values(const std::string& program, const OptionDescription& option) {
  const std::string values = in_one_line(option.choices);
  return quoted(Shell::fish, option.listed ? "(_" + program + "_list " + values + ")" : values);
}

// The names in the form of `complete`, and whether a value follows, of which kind.
std::string fish_option(const std::string& program, const OptionDescription& option) {
  std::string words;
  for (const auto& name : option.names) {
    const bool is_long = name.starts_with("--");
    words += (is_long ? " -l " : " -s ") + name.substr(is_long ? 2 : 1);
  }
  if (!option.value.empty()) words += " -r";
  if (!option.choices.empty()) words += " -f -a " + fish_values(program, option);
  if (option.takes_run) words += " -f -a " + fish_runs(program);
  return words + " -d " + quoted(Shell::fish, option.text);
}

// Calls `use` with each "command option" whose value is of a known kind.
template <typename Use>
void each_value(const ProgramDescription& program, Use use) {
  for (const auto& option : program.options)
    for (const auto& name : option.names)
      if (!option.choices.empty()) use(" " + name, option);
  for (const auto& command : program.commands)
    for (const auto& option : command.options)
      for (const auto& name : option.names)
        if (!option.choices.empty() || option.takes_run) use(command.name + " " + name, option);
}

// The "command option"s whose value may be anything, as patterns of a shell's `case`. After them no argument
// of the command is offered.
std::string other_values(const ProgramDescription& program) {
  std::string patterns;
  for (const auto& command : program.commands)
    for (const auto& option : command.options)
      for (const auto& name : option.names)
        if (!option.value.empty() && option.choices.empty() && !option.takes_run)
          patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.name, name);
  return patterns;
}

// What the arguments of a command may be.
struct Arguments {
  std::string choices;
  bool takes_run = false;
};

// Calls `use` with each command that has arguments of a known kind.
template <typename Use>
void each_argument(const ProgramDescription& program, Use use) {
  for (const auto& command : program.commands) {
    Arguments known;
    for (const auto& option : command.options) {
      if (!option.names.empty()) continue;
      if (!option.choices.empty()) known.choices = in_one_line(option.choices);
      known.takes_run |= option.takes_run;
    }
    if (known.takes_run || !known.choices.empty()) use(command.name, known);
  }
}

}  // namespace

std::string bash_completion(const ProgramDescription& program) {
  std::string cases =
      fmt::format("    '') words='{} {}' ;;\n", joined_commands(program, ' '), names_of(program.options));
  for (const auto& command : program.commands)
    cases += fmt::format("    {}) words='{}' ;;\n", command.name, names_of(command.options));
  std::string values;
  each_value(program, [&](const std::string& place, const OptionDescription& option) {
    const std::string found =
        option.takes_run ? "$(_" + program.name + "_runs)" : "'" + in_one_line(option.choices) + "'";
    values += fmt::format("    '{}') values={}{} ;;\n", place, found, option.listed ? " listed=1" : "");
  });
  std::string arguments;
  each_argument(program, [&](const std::string& command, const Arguments& known) {
    const std::string runs = known.takes_run ? "$(_" + program.name + "_runs)" : "";
    arguments += fmt::format("    {}) words=\"{} {}\" ;;\n", command, known.choices, runs);
  });
  return fmt::format(
      R"sh(# Completion of {0} for bash: commands, options, their values, and runs; files for everything else.
_{0}_runs() {{ "${{COMP_WORDS[0]/#\~\//$HOME/}}" runs --names "${{store[@]}}" 2>/dev/null; }}
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command= words= values= listed= before= i
  local -a store=()
  if [[ $current == '=' ]]; then current=; fi  # bash splits --name=value into three words
  if [[ $previous == '=' ]]; then previous=${{COMP_WORDS[COMP_CWORD-2]}}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${{COMP_WORDS[i]}} in
    --store) [[ ${{COMP_WORDS[i+1]}} != '=' ]] || ((++i)); store=(--store "${{COMP_WORDS[i+1]}}") ;;
    {1}) command=${{command:-${{COMP_WORDS[i]}}}} ;;
    esac
  done
  COMPREPLY=()
  case "$command $previous" in
{3}    {5}) return ;;
  esac
  case $command in
{2}  esac
  if [[ -n $values ]]; then
    [[ -z $listed ]] || before=${{current%"${{current##*,}}"}}
    COMPREPLY=($(compgen -P "$before" -W "$values" -- "${{current#"$before"}}"))
    [[ ${{COMPREPLY[*]}} != *: ]] || compopt -o nospace 2>/dev/null
  else
    if [[ $current != -* && -n $command ]]; then
      case $command in
{4}      *) words= ;;
      esac
    fi
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}}
complete -o default -F _{0} {0}
)sh",
      program.name, joined_commands(program, '|'), cases, values, arguments, other_values(program));
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
  const std::string runs = "${(f)\"$(_" + program.name + "_runs)\"}";
  std::string values;
  each_value(program, [&](const std::string& place, const OptionDescription& option) {
    values += fmt::format("  '{}') values=({}){} ;;\n", place,
                          option.takes_run ? runs : quoted_words(option.choices),
                          option.listed ? "; compset -P '*,'" : "");
  });
  std::string arguments;
  each_argument(program, [&](const std::string& command, const Arguments& known) {
    arguments +=
        fmt::format("    {}) found=({} {}) ;;\n", command, known.choices, known.takes_run ? runs : "");
  });
  return fmt::format(R"sh(#compdef {0}
# Completion of {0} for zsh: commands, options, their values, and runs; files for everything else.
_{0}_runs() {{ "${{words[1]/#\~\//$HOME/}}" runs --names $store 2>/dev/null }}
_{0}() {{
  local command= i
  local -a found values store
  for ((i = 2; i < CURRENT; ++i)); do
    case $words[i] in
    --store) store=(--store "$words[i+1]") ;;
    --store=*) store=("$words[i]") ;;
    {1}) command=${{command:-$words[i]}} ;;
    esac
  done
  case "$command $words[CURRENT-1]" in
{3}  {5}) _files; return ;;
  esac
  case $command in
{2}  esac
  if (( $#values )); then
    compadd -a values
  elif [[ -z $command || $PREFIX == -* ]]; then
    _describe -o {0} found
  else
    found=()
    case $command in
{4}    esac
    (( $#found )) && compadd -a found
    _files
  fi
}}
if [[ $funcstack[1] == _{0} ]]; then _{0} "$@"; else compdef _{0} {0}; fi
)sh",
                     program.name, joined_commands(program, '|'), cases, values, arguments,
                     other_values(program));
}

std::string fish_completion(const ProgramDescription& program) {
  std::string lines = fmt::format(
      R"sh(# Completion of {0} for fish: commands, options, their values, and runs; files for everything else.
function _{0}_runs
  set -l words (commandline -opc)
  set -l program (string replace -r '^~/' $HOME/ -- $words[1])
  set -l store (string match -r -- '^--store=.+' $words)
  if set -l at (contains -i -- --store $words)
    set store --store $words[(math $at + 1)]
  end
  $program runs --names $store 2>/dev/null
end
function _{0}_list
  set -l before (string replace -r '[^,]*$' '' -- (commandline -ct))
  for word in $argv
    echo "$before$word"
  end
end
)sh",
      program.name);
  const auto add = [&](std::string_view when, const std::string& what) {
    lines += fmt::format("complete -c {} -n '{}'{}\n", program.name, when, what);
  };
  for (const auto& command : program.commands)
    add("__fish_use_subcommand", " -f -a " + command.name + " -d " + quoted(Shell::fish, command.text));
  for (const auto& option : program.options) add("__fish_use_subcommand", fish_option(program.name, option));
  for (const auto& command : program.commands)
    for (const auto& option : command.options)
      if (!option.names.empty())
        add("__fish_seen_subcommand_from " + command.name, fish_option(program.name, option));
  each_argument(program, [&](const std::string& command, const Arguments& known) {
    const std::string when = "__fish_seen_subcommand_from " + command;
    if (!known.choices.empty()) add(when, " -a " + quoted(Shell::fish, known.choices));
    if (known.takes_run) add(when, " -a " + fish_runs(program.name));
  });
  return lines;
}

}  // namespace assay::cli
