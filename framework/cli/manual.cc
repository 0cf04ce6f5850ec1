// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command_tree.h"

namespace assay::cli {
namespace {

// Escapes text so that nothing in it starts a troff escape or request, and dashes can be copied.
std::string roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool line_begins = out.empty() || out.back() == '\n';
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '~')
      out += "\\(ti";
    else if (c == '\'')
      out += "\\(aq";
    else
      out += c;
  }
  return out;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

std::string head_of(const OptionDescription& option) {
  std::string names;
  for (const auto& name : option.names) names += (names.empty() ? "" : ", ") + bold(name);
  if (!option.value.empty()) names += (names.empty() ? "" : " ") + italic(option.value);
  return names;
}

std::string options_section(const std::vector<OptionDescription>& options) {
  std::string text;
  for (const auto& option : options)
    text += fmt::format(".TP\n{}\n{}.\n", head_of(option), roff(option.text));
  return text;
}

// The command, its positional arguments and its required options.
std::string synopsis(const ProgramDescription& program, const CommandDescription& command) {
  std::string line = bold(program.name + " " + command.name);
  for (const auto& option : command.options) {
    if (!option.names.empty() && !option.required) continue;
    const auto shown = (option.names.empty() ? "" : bold(option.names.back()) + " ") + italic(option.value) +
                       (option.several ? " ..." : "");
    line += option.required ? " " + shown : " [" + shown + "]";
  }
  return line + " [" + italic("option") + " ...]";
}

}  // namespace

std::string manual(const ProgramDescription& program) {
  std::string text =
      fmt::format(".TH ASSAY 1 \"\" \"{} {}\" \"User Commands\"\n", program.name, program.version);
  text += fmt::format(".SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", program.name, roff(program.text));
  for (const auto& command : program.commands) text += synopsis(program, command) + "\n.br\n";
  text += ".SH OPTIONS\n" + options_section(program.options) + ".SH COMMANDS\n";
  for (const auto& command : program.commands)
    text += fmt::format(".SS {}\n{}.\n{}", synopsis(program, command), roff(command.text),
                        options_section(command.options));
  text += fmt::format(".SH EXIT STATUS\n{}\n", roff(program.exit_statuses));
  text +=
      ".SH ENVIRONMENT\n.TP\n.B ASSAY_STORE\nThe store of runs if no option names one.\n"
      ".TP\n.B NO_COLOR\nIf set, output is not coloured.\n";
  return text;
}

}  // namespace assay::cli
