// SPDX-License-Identifier: Apache-2.0
// How long commands may run, so that a busy machine changes no verdict: what counts is the time that they
// had, not the time that passed while this machine ran others.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "assay/internal/behaviour.h"
#include "assay/internal/sandbox.h"

namespace assay::behaviour {

// On the clock, without what the machine withheld.
std::chrono::nanoseconds own_time(const sandbox::SandboxResult& outcome);

// By the clock in any case: as much more than its own time as a machine may be busy.
std::chrono::milliseconds patience_for(const sandbox::Limits& limits);

// Runs it, once more and alone if its time ran out, and draws on the terms' allowance.
sandbox::SandboxResult run_timed(sandbox::Cell& cell, const sandbox::Command& command, const Terms& terms,
                                 sandbox::Limits limits);
inline sandbox::SandboxResult run_timed(sandbox::Cell& cell, const sandbox::Command& command,
                                        const Terms& terms) {
  return run_timed(cell, command, terms, terms.limits);
}

// What a command may take beside one that took that long: 20 times as much, but not less than the terms'
// limits.
sandbox::Limits limits_beside(const sandbox::SandboxResult& accepted, const Terms& terms);

// Whether no further command may start.
bool is_over(const Terms& terms);

// That this machine had no time for a command that ran out of it.
std::string starved_text(std::string_view who);

}  // namespace assay::behaviour
