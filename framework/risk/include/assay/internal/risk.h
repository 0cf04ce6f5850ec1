// SPDX-License-Identifier: Apache-2.0
// What a command line can destroy or leak, as facts about its syntax tree: nothing is run, and text that is
// only data (an echo's words, a pattern) counts for nothing.
//
// Wrappers are looked through: sudo, env, xargs, find -exec, sh -c, and literal text that is piped into a
// shell. What is known only when the command runs is passed over: no facts does not mean harmless.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/shell_word_tree.h"
#include "assay/internal/utilities.h"

namespace assay {

enum class Harm {
  deletion,      // what is removed cannot be had back
  disk,          // a device is written over
  exhaustion,    // the machine runs out of processes
  foreign_code,  // what nobody has read is run
  permissions,   // others may write, or become somebody else
  accounts,      // the files that say who may enter are changed
  credentials,   // secrets are printed, copied or sent
  traces,        // history or logs are lost
  guards,        // a firewall or another guard is shut down
  shutdown,      // the machine or everything on it is stopped
};
std::string_view to_string(Harm harm);

struct Risk {
  Harm harm = Harm::deletion;
  RiskLevel level = RiskLevel::high;  // what the command does at its ordinary worst (datasets/README.md)
  std::string reason;                 // a clause behind "which": "removes the system"
  // The least risk level of a case that may accept it; none: no case should.
  std::optional<RiskLevel> expected_from;
  // Of the simple command, redirection or function in the text; for what stands inside a quoted
  // script, that of the command which runs the script.
  shell::Span span;
};

// In the order of the text. Empty for text that does not parse.
std::vector<Risk> risks_of(std::string_view command, const UtilityTables& tables);

}  // namespace assay
