// SPDX-License-Identifier: Apache-2.0
// What a command may do beyond any world.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::behaviour {

// What only the generated command may reach and no world has: commands not known before they run, processes
// and names of the machine, its programs and devices. Such an action fails in every world, and the command
// may hide that. None if nothing is known.
std::optional<std::string> reach_beyond(std::string_view accepted, std::string_view generated);

// How one script would leave the calling shell in a different state than the other, in ways that nobody looks
// at: what it reads in or puts in its place, and, unless they `are_seen`, options, exported variables and
// traps. None if neither changes it, or both do so in the same words.
std::optional<std::string> leaves_another_shell(std::string_view accepted, std::string_view generated,
                                                bool are_seen);

}  // namespace assay::behaviour
