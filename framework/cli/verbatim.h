// SPDX-License-Identifier: Apache-2.0
// Arguments that reach their options as they were given. CLI11 takes some apart or drops them: "[a,b]"
// becomes two arguments, "[]" none, and "++" ends a subcommand. What follows "--" it hands to the program
// itself once the subcommand has one operand, so that `assay posix a -- b` would lose b.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}  // namespace CLI

namespace assay::cli {

// Makes `command` read arguments that guarded() made. Call after its last option was added.
void read_guarded(CLI::App& command);

// The arguments for App::parse, which takes them last first. Those that CLI11 would not leave alone begin
// with a guard, a character that hides their form and that options of read_guarded() remove. Behind one of
// the `commands`, the first "--" is replaced by a flag that read_guarded() added, and all that follow are
// operands.
std::vector<std::string> guarded(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& commands);

// A message about guarded arguments, as the user gave them.
std::string unguarded(std::string message);

}  // namespace assay::cli
