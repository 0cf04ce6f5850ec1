// SPDX-License-Identifier: Apache-2.0
// What there is on the command line, as plain data: the manual and the completion are made of it.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

struct OptionDescription {
  std::vector<std::string> names;  // with their dashes, the long ones last; none: a positional argument
  std::string value;  // what stands for the value; empty: a flag. Of a positional argument its name
  std::string text;
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

// Scripts for these shells to source; that of zsh may lie in its fpath too.
std::string bash_completion(const ProgramDescription& program);
std::string zsh_completion(const ProgramDescription& program);
std::string fish_completion(const ProgramDescription& program);

}  // namespace assay::cli
