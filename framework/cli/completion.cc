#include <fmt/format.h>

#include "command_tree.h"

namespace assay::cli {
namespace {

std::string names_of(const std::vector<OptionDescription>& options) {
  std::string names;
  for (const auto& option : options)
    for (const auto& name : option.names) names += (names.empty() ? "" : " ") + name;
  return names;
}

std::string command_names(const ProgramDescription& program, char between) {
  std::string names;
  for (const auto& command : program.commands) {
    if (!names.empty()) names += between;
    names += command.name;
  }
  return names;
}

}  // namespace

std::string bash_completion(const ProgramDescription& program) {
  std::string cases =
      fmt::format("    '') words='{} {}' ;;\n", command_names(program, ' '), names_of(program.options));
  for (const auto& command : program.commands)
    cases += fmt::format("    {}) words='{}' ;;\n", command.name, names_of(command.options));
  return fmt::format(R"(# Completion of {0} for bash: commands and options; files where neither is meant.
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
                     program.name, command_names(program, '|'), cases);
}

}  // namespace assay::cli
