// SPDX-License-Identifier: Apache-2.0
// Whether two commands do different things in a world, by output, exit status and effects alone.
#pragma once

#include <sstream>
#include <string>

#include "assay/internal/sandbox.h"

namespace assay::worlds {

enum class Times { shown, hidden };

inline std::string seen_of(const sandbox::SandboxResult& outcome, Times times) {
  std::ostringstream text;
  text << static_cast<int>(outcome.end) << ' ' << outcome.exit_code << ' ' << outcome.signal << '\n'
       << outcome.out;
  for (const sandbox::Effect& effect : outcome.effects) {
    const sandbox::Node& node = effect.after;
    text << '\n'
         << static_cast<int>(effect.change) << effect.path << ' ' << static_cast<int>(node.type) << ' '
         << node.mode << ' ' << node.links << ' ' << node.digest << ' ' << node.target;
    if (times == Times::shown) text << ' ' << node.modified;
  }
  return text.str();
}

enum class Told { apart, alike, undecided };

// Runs the first command twice, because what varies by itself tells nothing.
inline Told told_apart(sandbox::Cell& cell, const std::string& first, const std::string& second) {
  const auto run = [&](const std::string& command) {
    return cell.run(sandbox::shell_command(command), {.timeout = std::chrono::milliseconds(1500)});
  };
  const sandbox::SandboxResult one = run(first), again = run(first), other = run(second);
  for (const Times times : {Times::shown, Times::hidden}) {
    if (seen_of(one, times) != seen_of(again, times)) continue;
    const bool is_whole = one.end == sandbox::End::exited && other.end != sandbox::End::timed_out &&
                          !one.effects_cut && !other.effects_cut;
    if (!is_whole) return Told::undecided;
    return seen_of(one, times) == seen_of(other, times) ? Told::alike : Told::apart;
  }
  return Told::undecided;
}

}  // namespace assay::worlds
