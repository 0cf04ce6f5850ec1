// SPDX-License-Identifier: Apache-2.0
// Does what a case says must hold, hold after a script ran in its world?
//
// What the script printed and left is looked at from outside. A check is a program of the world: it runs as a
// process of its own when all of the script's have ended, with an environment and system that the script
// could not change; where the script changed what such a program stands on, it is not run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/behaviour.h"
#include "assay/outcome.h"

namespace assay::behaviour {

// What does not hold, in words for people: {"file b.txt", "\"x\\n\"", "nothing"}.
struct Unmet {
  std::string clause;
  std::string wanted;
  std::string got;
  bool operator==(const Unmet&) const = default;
};
// "file b.txt: nothing instead of \"x\\n\""
std::string unmet_text(const Unmet& unmet);

enum class Holding {
  held,         // all of it, twice, and not where nothing is done
  failed,       // something of it, twice
  undecided,    // nobody can tell: it needs a network, varies, an empty script fulfils it too
  unavailable,  // this machine lacks a sandbox, a utility
};

struct Aftermath {
  Holding holding = Holding::undecided;
  std::string why;           // one line for a person
  worlds::NamedWorld world;  // in which it ran
  sandbox::Outcome outcome;  // what the script did there
  std::vector<Unmet> unmet;  // where it failed
};

// The script is handed to the shell as one word, however many lines it has. Terms: under *fulfils* a `sudo`
// in front is left out.
Aftermath aftermath(Lab& lab, std::string_view script, const WantedOutcome& wanted, worlds::NamedWorld world,
                    const Terms& terms = {});

// Whether an empty script fulfils it: such an outcome tells nobody apart.
Aftermath aftermath_of_nothing(Lab& lab, const WantedOutcome& wanted, worlds::NamedWorld world,
                               const Terms& terms = {});

}  // namespace assay::behaviour
