// SPDX-License-Identifier: Apache-2.0
// The userland of worlds: which programs stand behind the names that commands call, and their versions. Found
// out inside the sandbox, where worlds are, so it says what commands meet and not what this machine has
// elsewhere.
//
// All functions are re-entrant; they block while the programs run.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

// By name, "awk": "mawk 1.3.4 20200120", "coreutils": "GNU 9.1". The names are awk, sh, bash, coreutils,
// findutils, grep, sed, tar, jq and procps, without those that are not there. Empty if nothing can be run.
using Userland = std::map<std::string, std::string>;
Userland userland_of(sandbox::Sandbox& sandbox, const sandbox::World& world = {});

// A program with its version, for messages about it: "mawk 1.3.4" of awk, "grep 3.8", "busybox 1.35.0 (ls)";
// the name alone if it does not say its version.
std::string program_text(sandbox::Sandbox& sandbox, const sandbox::World& world, const std::string& name);

// Whether a command calls the program of that name, by itself or by one that runs others (xargs, find).
bool runs_program(std::string_view command, std::string_view program);

}  // namespace assay::behaviour
