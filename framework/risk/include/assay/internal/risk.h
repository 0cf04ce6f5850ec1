// SPDX-License-Identifier: Apache-2.0
// What a command line can destroy or leak, as facts about its syntax tree. Nothing is run, and text that is
// only data (the words of an echo, a pattern) counts for nothing.
//
// Commands that other programs run are seen, too: those of sudo, env, xargs, parallel, find -exec, sh -c,
// eval and trap, on another machine (ssh), on another terminal (tmux, screen), later (at, crontab) or in a
// container (docker exec), and literal text that a shell reads from a pipe or a here-document
// (docs/risks.md). Whatever is known only at run time is passed over: no facts does not mean harmless.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"

namespace assay {

enum class Harm {
  deletion,      // data is removed beyond recovery
  disk,          // a device is overwritten
  exhaustion,    // the machine runs out of processes or memory
  foreign_code,  // code is run that nobody has read
  permissions,   // others may write, or gain somebody's rights
  accounts,      // the files that control who may log in are changed
  credentials,   // secrets are printed, copied or sent
  traces,        // history or logs are erased
  guards,        // a firewall or another safeguard is shut down
  shutdown,      // the machine or everything on it is stopped
};
std::string_view to_string(Harm harm);

struct Risk {
  Harm harm = Harm::deletion;
  RiskLevel level = RiskLevel::high;  // the worst it ordinarily does (datasets/README.md) to the machine
  std::string reason;                 // a clause to follow "which": "removes the system"
  // The lowest risk level at which a case may accept it; none: no case should.
  std::optional<RiskLevel> expected_from;
  // Of the simple command, assignment, redirection or function in the text; inside a quoted script, of the
  // command that runs the script.
  shell::Span span;
};

// In the order of the walk: a command's redirections and substitutions come before the command. Empty if the
// text does not parse.
std::vector<Risk> risks_of(std::string_view command, const UtilityTables& tables);

}  // namespace assay
