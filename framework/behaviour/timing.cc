// SPDX-License-Identifier: Apache-2.0
#include "timing.h"

#include <algorithm>

namespace assay::behaviour {

using sandbox::SandboxResult;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;

nanoseconds own_time(const SandboxResult& outcome) {
  return std::max(nanoseconds(0), outcome.latency - outcome.withheld);
}

milliseconds patience_for(const sandbox::Limits& limits) {
  constexpr int kTimes = 12;
  return std::max(limits.patience, kTimes * limits.timeout);
}

namespace {

// Whether this machine gives so little of a processor that a command may starve. An answer can hide what its
// processes use, and so look as if it was kept from working; a loop of the shell hides nothing.
bool is_busy(sandbox::Cell& cell) {
  constexpr int kLeastShare = 6;  // a command that starves had less than half of that
  sandbox::Limits limits{.anew = true};
  limits.patience = std::chrono::seconds(30);
  const SandboxResult spun =
      cell.run(sandbox::shell_command("for ((i = 0; i < 200000; ++i)); do :; done"), limits);
  return spun.end != sandbox::End::exited || spun.processor * kLeastShare < spun.latency;
}

}  // namespace

SandboxResult run_timed(sandbox::Cell& cell, const sandbox::Command& command, const Terms& terms,
                        sandbox::Limits limits) {
  limits.patience = patience_for(limits);
  const auto run = [&] {
    SandboxResult outcome = cell.run(command, limits);
    if (terms.allowance) terms.allowance->draw(own_time(outcome));
    return outcome;
  };
  SandboxResult outcome = run();
  if (outcome.end != sandbox::End::timed_out || limits.alone || terms.stop.stop_requested()) return outcome;
  limits.alone = true;
  outcome = run();
  if (outcome.is_starved && outcome.end == sandbox::End::timed_out) outcome.is_starved = is_busy(cell);
  return outcome;
}

sandbox::Limits limits_beside(const SandboxResult& accepted, const Terms& terms) {
  const auto at_least = [](milliseconds least, nanoseconds time) {
    constexpr int kTimes = 20;
    return std::max(least, std::chrono::ceil<milliseconds>(kTimes * time));
  };
  sandbox::Limits limits = terms.limits;
  limits.timeout = at_least(limits.timeout, own_time(accepted));
  limits.processor = at_least(limits.processor, accepted.processor);
  return limits;
}

bool is_over(const Terms& terms) {
  return terms.stop.stop_requested() || std::chrono::steady_clock::now() >= terms.until ||
         (terms.allowance && terms.allowance->is_used_up());
}

std::string starved_text(std::string_view who) {
  return "this machine was too busy to run the " + std::string(who) + " command";
}

}  // namespace assay::behaviour
