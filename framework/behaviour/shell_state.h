// SPDX-License-Identifier: Apache-2.0
// What commands leave in the shell that runs them: variables, options, traps, functions, the folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/behaviour.h"

namespace assay::behaviour {

// Whether one of them reads the last argument of the command before; none if not.
std::optional<std::string> blind_to_last_argument(std::string_view accepted, std::string_view generated);

// The two commands, each followed by lines that print what the shell has then, if one of them may change it;
// for a WatchedCell. None: neither changes the shell, or it may have ended by then.
struct Followed {
  std::string accepted;
  std::string generated;
};
std::optional<Followed> saying_what_the_shell_has(std::string_view accepted, std::string_view generated);

// Runs commands within their time (timing.h). Of those that are followed by such lines, the output ends with
// "the shell then has: declare -- x=\"1\"" and "the shell then lacks: …" for what they have changed, and with
// nothing else of these lines.
class WatchedCell {
 public:
  WatchedCell(sandbox::Cell cell, const Terms& terms) : cell_(std::move(cell)), terms_(terms) {}

  sandbox::SandboxResult run(const sandbox::Command& command, const sandbox::Limits& limits);
  sandbox::SandboxResult run(const sandbox::Command& command) { return run(command, terms_.limits); }
  sandbox::Cell& cell() { return cell_; }

 private:
  sandbox::Cell cell_;
  const Terms& terms_;
  std::string idle_;  // what such lines print after no command; empty: not asked yet
};

}  // namespace assay::behaviour
