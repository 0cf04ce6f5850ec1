// SPDX-License-Identifier: Apache-2.0
// The simple commands that a command line is made of.
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
  // Behind the name; empty where a word is not known before it runs.
  std::vector<std::string> arguments;
  std::size_t begin = 0;                     // of the name in the text
  std::vector<std::size_t> argument_begins;  // likewise
  bool is_inner = false;     // in a substitution, a loop, a function: not of the outermost list
  std::size_t pipeline = 0;  // counted from the first: calls of one pipeline share a number
  bool has_glob = false;     // in its arguments
};

// Wrapped commands (`sudo ls`, `xargs rm`, `find -exec`) are in their wrapper's arguments. Empty where the
// text does not parse.
std::vector<Call> calls_of(std::string_view command);

// Whether it starts jobs in the background and waits for none: when they have ended is chance. False where
// the text does not parse.
bool leaves_jobs(std::string_view command);

// What `wrapper` runs, as far as its words say it: "rm" of `xargs -0 rm -f`; empty where it is no wrapper.
std::vector<std::string> wrapped_names(const Call& wrapper);

inline bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}
inline bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return is_one_of(name, std::span(names.begin(), names.size()));
}

}  // namespace assay::behaviour
