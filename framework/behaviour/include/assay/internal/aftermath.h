// SPDX-License-Identifier: Apache-2.0
// Checks whether a case's conditions hold after a script has run in the case's world.
//
// Output and files are inspected from outside. A check is a program inside the world: it runs as a separate
// process after all of the script's have ended, in an environment and on a system that the script could not
// change. If the script changed files that such a program depends on, the check is not run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/behaviour.h"

namespace assay::behaviour {

// A condition that does not hold, worded for display: {"file b.txt", "\"x\\n\"", "nothing"}.
struct Unmet {
  std::string clause;
  std::string wanted;
  std::string got;
  bool operator==(const Unmet&) const = default;
};

enum class Holding {
  held,         // every condition, in two runs, and an empty script does not fulfil them
  failed,       // some condition, in two runs
  undecided,    // not decidable: it needs a network or a program that is not here, varies, or an empty script
                // fulfils it too
  unavailable,  // this machine lacks a sandbox, or a program that the check calls
};

struct Aftermath {
  Holding holding = Holding::undecided;
  std::string why;                 // one line for display
  worlds::NamedWorld world;        // the world it ran in
  sandbox::SandboxResult outcome;  // what the script did there
  std::vector<Unmet> unmet;        // if it failed
  // Unavailable, and only because this machine was too busy, or because the sandbox ended.
  bool is_starved = false;
};

// The script is passed to the shell as one word, however many lines it has. Under *fulfils* (see Terms) a
// leading `sudo` is dropped.
Aftermath aftermath(Lab& lab, std::string_view script, const WantedOutcome& wanted, worlds::NamedWorld world,
                    const Terms& terms = {});

// Whether an empty script fulfils the conditions: such an outcome cannot tell a right answer from a wrong
// one.
Aftermath aftermath_of_nothing(Lab& lab, const WantedOutcome& wanted, worlds::NamedWorld world,
                               const Terms& terms = {});

}  // namespace assay::behaviour
