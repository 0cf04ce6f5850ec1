// SPDX-License-Identifier: Apache-2.0
// The simple commands in a command line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::behaviour {

struct Call {
  std::string name;  // without its folder
  // After the name; empty if a word is not known before it runs.
  std::vector<std::string> arguments;
  std::size_t begin = 0;                     // of the name in the text
  std::vector<std::size_t> argument_begins;  // of each argument in the text
  bool is_inner = false;     // in a substitution, loop, group or function: not in the outermost list
  std::size_t pipeline = 0;  // numbered from the first; calls of one pipeline share a number
  bool has_glob = false;     // in its arguments
};

// Wrapped commands (`sudo ls`, `xargs rm`, `find -exec`) stay among their wrapper's arguments. Empty if the
// text does not parse.
std::vector<Call> calls_of(std::string_view command);

// Whether it starts background jobs and waits for none, so that when they end is a matter of chance. False if
// the text does not parse.
bool leaves_jobs(std::string_view command);

// The commands that `wrapper` runs, and those that these run, as far as its words show: "rm -f" of `xargs -0
// rm -f`. They have no places.
std::vector<Call> wrapped_calls(const Call& wrapper);
std::vector<std::string> wrapped_names(const Call& wrapper);

inline bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}
inline bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return is_one_of(name, std::span(names.begin(), names.size()));
}

}  // namespace assay::behaviour
