// SPDX-License-Identifier: Apache-2.0
// What a command needs that no world provides.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"
#include "calls.h"

namespace assay::behaviour {

// Judged by the words: "curl needs a network", "apt needs root's rights", "top waits for a person". None if
// nothing is known to be missing.
std::optional<std::string> need_of(const std::vector<Call>& calls);

// What a world asks for but cannot have here ("srv/x is another user's, …"); empty: it is complete.
std::string lack_of(const sandbox::Sandbox& sandbox, const worlds::NamedWorld& world);
// Whether a file of the world belongs to another user or group.
bool has_others_files(const sandbox::World& world);

// The utility that was not found, according to what the shell or a utility that runs others printed; empty:
// none. `calls` matter for find, whose complaint about a missing program looks like that about a missing
// folder.
std::string missing_utility(const sandbox::SandboxResult& outcome, const std::vector<Call>& calls = {});
// Whether it reported being denied something, and failed.
bool was_denied(const sandbox::SandboxResult& outcome);

}  // namespace assay::behaviour
