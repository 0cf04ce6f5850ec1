// SPDX-License-Identifier: Apache-2.0
// Archives in memory, without compression.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::worlds {

using Members =
    std::vector<std::pair<std::string, std::string>>;  // names and contents, names below 100 bytes

std::string tar_of(const Members& members);   // ustar
std::string zip_of(const Members& members);   // stored
std::string gzip_of(std::string_view bytes);  // stored blocks

// What a file of that name holds, by its ending: an archive of the members, the first of them compressed;
// none is empty.
std::string archive_named(std::string_view name, const Members& members);

}  // namespace assay::worlds
