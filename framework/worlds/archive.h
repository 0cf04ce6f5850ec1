// SPDX-License-Identifier: Apache-2.0
// Archives in memory, without compression.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::worlds {

struct Member {
  std::string name;  // shorter than 100 bytes
  std::string content;
  bool is_new = false;  // newer than every file of a world
};
using Members = std::vector<Member>;

// The content of a file of that name, according to its extension: an archive of the members, or the first one
// compressed; empty for other extensions and without members.
std::string archive_named(std::string_view name, const Members& members);

}  // namespace assay::worlds
