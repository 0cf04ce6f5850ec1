// SPDX-License-Identifier: Apache-2.0
// The calls of utilities that stand anywhere in a command, and what the shell itself reads, writes and names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay::worlds {

// A word as far as it is known before anything runs.
struct Text {
  std::string text;  // variables of nobody's have their variable_value()
  bool is_glob = false;
  bool is_known = true;
};

// What a variable has in an ordinary world where the command does not set it: no two have the same.
std::string variable_value(std::string_view name);

struct Call {
  const Utility* utility = nullptr;  // null: not known
  std::string name;
  std::vector<Text> arguments;
};

struct Calls {
  std::vector<Call> calls;
  std::vector<Text> read;              // redirected to standard input
  std::vector<Text> written;           // redirected from an output
  std::vector<Text> listed;            // words of `for`
  std::vector<std::string> patterns;   // globs that texts are held against: case, [[ ]], ${x%…}
  std::vector<std::string> variables;  // that it takes from its environment
  std::vector<std::string> assigned;   // variables that it sets
  bool reads_lines = false;            // as the words or lines of a loop: read, mapfile
};

// Nothing where it cannot be parsed.
Calls calls_in(std::string_view command);

}  // namespace assay::worlds
