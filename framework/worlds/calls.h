// SPDX-License-Identifier: Apache-2.0
// The calls of utilities anywhere in a command, and what the shell itself reads, writes and names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay::worlds {

// A word, as far as it is known before anything runs.
struct Text {
  std::string text;  // variables that the command does not set have their variable_value()
  bool is_glob = false;
  bool is_known = true;
};

// The value of a variable in an ordinary world if the command does not set it: different for every variable.
std::string variable_value(std::string_view name);

struct Call {
  const Utility* utility = nullptr;  // null if unknown
  std::string name;
  std::vector<Text> arguments;
};

struct Calls {
  std::vector<Call> calls;
  std::vector<Text> read;             // redirected to standard input
  std::vector<Text> written;          // redirected from an output
  std::vector<Text> listed;           // words of `for`
  std::vector<std::string> patterns;  // globs that texts are matched against: case, [[ ]], ${x%…}
  // Taken from the environment, without those that decide how programs start (PATH, LD_…, BASH_ENV): worlds
  // leave these as they are.
  std::vector<std::string> variables;
  std::vector<std::string> assigned;  // variables that the command sets
  bool reads_lines = false;           // as the words or lines of a loop: read, mapfile
};

// Empty if the command cannot be parsed.
Calls calls_in(std::string_view command);

}  // namespace assay::worlds
