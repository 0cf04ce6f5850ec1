// SPDX-License-Identifier: Apache-2.0
// What a sandbox keeps from every command: root's rights, other users, large files, utilities. Two commands
// that were both stopped by it did nothing that could be compared, however alike they failed.
#pragma once

#include <string>
#include <string_view>

#include "assay/internal/sandbox.h"

namespace assay::behaviour {

// The line in which the command, or a part of it, says that it was stopped so: "chown: changing ownership of
// 'a': Invalid argument"; empty: it says nothing of the kind. What the world itself forbids (a file without
// the bit for reading) is no such thing.
std::string withheld(const sandbox::Outcome& outcome);

// The same command with its complaints where they can be read, not in /dev/null or in its output. Only to be
// asked what it complains of: it prints something else. The same text where it hides none.
std::string outspoken(std::string_view command);

}  // namespace assay::behaviour
