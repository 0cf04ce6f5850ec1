// SPDX-License-Identifier: Apache-2.0
// The command line as plain data, from which the manual and the completions are generated.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

struct OptionDescription {
  std::vector<std::string> names;  // with their dashes, the long ones last; none: a positional argument
  std::string value;               // the placeholder; empty: a flag. The name of a positional argument
  std::string text;
  std::vector<std::string> choices;  // values to offer, if they are few; one in ':' is continued
  bool listed = false;               // several, separated by commas
  bool takes_run = false;            // the name of a stored run
  bool required = false;
  bool several = false;
};

struct CommandDescription {
  std::string name;
  std::string text;
  std::vector<OptionDescription> options;  // positional arguments first
};

struct ProgramDescription {
  std::string name;
  std::string version;
  std::string text;
  std::string exit_statuses;
  std::vector<OptionDescription> options;
  std::vector<CommandDescription> commands;
};

// A manual page (man(7)).
std::string manual(const ProgramDescription& program);

// Scripts for these shells to source; the one for zsh may also be placed in its fpath.
std::string bash_completion(const ProgramDescription& program);
std::string zsh_completion(const ProgramDescription& program);
std::string fish_completion(const ProgramDescription& program);

}  // namespace assay::cli
