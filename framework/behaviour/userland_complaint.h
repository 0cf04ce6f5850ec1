// SPDX-License-Identifier: Apache-2.0
// What the programs of a userland do not understand: an option, a function or a pattern that others have.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/behaviour.h"
#include "assay/internal/sandbox.h"

namespace assay::behaviour {

struct Complaint {
  std::string program;  // that complains, by the name it was called by: "awk"; empty: none does
  std::string lacks;    // "gensub", "option -P", "{n}"; empty: the line says it
  std::string line;     // as it was printed; empty: it takes what it does not know for something else
  explicit operator bool() const { return !program.empty(); }
};

// The first line in which a program, or the shell, refuses what it was asked because it does not know it: an
// unknown option, a function that is not defined, an error of syntax or in a regular expression. Whatever
// depends on files (one that is missing, one that cannot be read, one whose name looks like an option that
// the script has not) is no such complaint.
Complaint complaint_in(std::string_view err, std::string_view script);

// The first awk of a command that has an interval in a pattern, and reads it as text without a word, as old
// mawks do: found out by running that awk in the cell.
Complaint unread_interval(sandbox::Cell& cell, std::string_view script, const Terms& terms);

// The same of a command that ran in that cell. One that hides its messages, and neither printed nor changed
// anything, is run once more without hiding them.
Complaint complaint_of(sandbox::Cell& cell, std::string_view script, const sandbox::SandboxResult& outcome,
                       const Terms& terms);

// "mawk 1.3.4 has no gensub", "mawk 1.3.4 does not know {n}", "grep (busybox 1.35.0) has no option -P",
// "jq 1.6: error: …". Asks the program for its version, in a world with the same userland.
std::string text_of(const Complaint& complaint, sandbox::Sandbox& sandbox, const sandbox::World& world);

}  // namespace assay::behaviour
