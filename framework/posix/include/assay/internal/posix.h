// SPDX-License-Identifier: Apache-2.0
// Whether a command line conforms to POSIX.1-2017: its shell grammar, its utilities (including XSI), their
// options, and the small languages that options and operands are written in. Reported as facts about its
// syntax tree.
//
// Nothing is run. Nested commands are examined too: env, xargs, find -exec, sh -c, substitutions, literal
// text that sh reads. Whatever is known only at run time ($x as an option) is passed over. docs/posix.md
// lists what is checked.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell.h"
#include "assay/internal/utilities.h"

namespace assay {

// The kind of construct that departs from the standard.
enum class Departs {
  syntax,   // grammar and expansions of the shell: [[ ]], arrays, <(…), ${x/a/b}
  builtin,  // a builtin, or its arguments: local, echo -e, == in [ ]
  utility,  // a program that is not in POSIX
  option,   // an option or a primary, or its place or spelling
  operand,  // something in a utility's own language: \+ in a pattern, 4M, +%s
};
std::string_view to_string(Departs departs);

struct Departure {
  Departs departs = Departs::syntax;
  std::string what;     // a clause: "[[ … ]] is a bashism"
  std::string instead;  // what to write instead: "[ … ]"; empty if POSIX has no counterpart
  // In the text; inside a quoted script, the span of that script.
  shell::Span span;
};

struct PosixFacts {
  // Set if the text, or a script in it, cannot be parsed: conformance is then unknown.
  std::optional<std::string> not_understood;  // a clause with its place: "1:5: …"
  std::vector<Departure> departures;          // in the order of the text
  bool is_compliant() const { return !not_understood && departures.empty(); }
};

PosixFacts posix_facts(std::string_view command, const UtilityTables& tables);

// "column 5: [[ … ]] is a bashism; write [ … ]", preceded by the line unless it is the first. Columns are
// 1-based, in bytes.
std::string departure_text(const Departure& departure, std::string_view command);

}  // namespace assay
