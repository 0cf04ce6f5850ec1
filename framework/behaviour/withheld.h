// SPDX-License-Identifier: Apache-2.0
// What a sandbox withholds from every command: root's rights, other users, large files, devices and parts of
// the system. If it stopped both commands, they did nothing that could be compared, however alike they
// failed.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

// The line in which the command, or a part of it, reports being stopped that way: "chown: changing ownership
// of 'a': Invalid argument"; empty: it reports nothing of the kind. Restrictions of the world itself (a file
// without read permission) do not count.
std::string withheld(const sandbox::SandboxResult& outcome);

// The same command with its error messages left readable instead of sent to /dev/null or into its output. Use
// it only to learn what the command complains of: it prints something else. Returns the same text if it hides
// none.
std::string with_visible_errors(std::string_view command);

}  // namespace assay::behaviour
