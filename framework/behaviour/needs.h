// SPDX-License-Identifier: Apache-2.0
// What a command needs that no world has.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/sandbox.h"
#include "assay/internal/worlds.h"
#include "calls.h"

namespace assay::behaviour {

// By its words: "curl needs a network", "apt needs root's rights", "top does not end by itself". None where
// nothing is known to be lacking.
std::optional<std::string> need_of(const std::vector<Call>& calls);

// What a world asks for that it does not have here ("srv/x belongs to root, …"); empty: it is whole.
std::string lack_of(const sandbox::Sandbox& sandbox, const worlds::NamedWorld& world);
bool has_others_files(const sandbox::World& world);

// By what the shell, or a utility that runs others, said when it ran: the utility that was not found; empty:
// none. The calls: find's complaint of a program that it should run is that of a folder that is not there.
std::string missing_utility(const sandbox::Outcome& outcome, const std::vector<Call>& calls = {});
// Whether it said that it was not allowed to do something, and failed.
bool was_denied(const sandbox::Outcome& outcome);

}  // namespace assay::behaviour
