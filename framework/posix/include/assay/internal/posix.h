// SPDX-License-Identifier: Apache-2.0
// Whether a command line is POSIX.1-2017's: its shell grammar, its utilities (XSI's too), their options and
// what options and operands say in a utility's own language, as facts about its syntax tree.
//
// Nothing is run. Commands inside of others are looked at: env, xargs, find -exec, sh -c, substitutions. What
// is known only when the command runs ($x as an option) is passed over. docs/posix.md says what is looked at.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell.h"
#include "assay/internal/utilities.h"

namespace assay {

// What departs from the standard.
enum class Departs {
  syntax,   // grammar and expansions of the shell: [[ ]], arrays, <(…), ${x/a/b}
  builtin,  // a command of the shell's own, or what it is given: local, echo -e, == in [ ]
  utility,  // a program that POSIX does not have
  option,   // an option or a primary, or its place or spelling
  operand,  // what is said in a utility's own language: \+ in a pattern, 4M, +%s
};
std::string_view to_string(Departs departs);

struct Departure {
  Departs departs = Departs::syntax;
  std::string what;     // a clause: "[[ … ]] is a bashism"
  std::string instead;  // what to write instead: "[ … ]"; empty where POSIX has nothing for it
  // In the text; for what stands inside a quoted script, that of the script.
  shell::Span span;
};

struct PosixFacts {
  // The text, or a script in it, is not understood: then it is not known whether it is compliant.
  std::optional<std::string> not_understood;  // a clause with its place: "1:5: …"
  std::vector<Departure> departures;          // in the order of the text
  bool is_compliant() const { return !not_understood && departures.empty(); }
};

PosixFacts posix_facts(std::string_view command, const UtilityTables& tables);

// "column 5: [[ … ]] is a bashism; write [ … ]", with the line where it is not the first. Columns are
// 1-based, in bytes.
std::string described(const Departure& departure, std::string_view command);

}  // namespace assay
