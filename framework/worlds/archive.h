// SPDX-License-Identifier: Apache-2.0
// Archives in memory, without compression.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::worlds {

using Members =
    std::vector<std::pair<std::string, std::string>>;  // names and contents, names shorter than 100 bytes

// The content of a file of that name, according to its extension: an archive of the members, or the first one
// compressed; empty for other extensions and without members.
std::string archive_named(std::string_view name, const Members& members);

}  // namespace assay::worlds
