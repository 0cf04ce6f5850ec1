// SPDX-License-Identifier: Apache-2.0
// What a command may do outside of any world.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::behaviour {

// What the generated command alone may reach and no world has: commands that are not known before they run,
// processes and names of the machine, its programs and devices. There it fails in every world, which it can
// keep to itself. None where nothing is known of.
std::optional<std::string> reach_beyond(std::string_view accepted, std::string_view generated);

// How one of two scripts leaves another shell behind than the other one: options, variables that are handed
// on, functions that are called by name, what is trapped. None where neither changes it, or both do in the
// same words.
std::optional<std::string> leaves_another_shell(std::string_view accepted, std::string_view generated);

}  // namespace assay::behaviour
