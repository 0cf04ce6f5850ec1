// SPDX-License-Identifier: Apache-2.0
// What was found out once, in files of the user's cache folder (XDG_CACHE_HOME, else ~/.cache).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace assay::behaviour {

// The file assay/<kind>/<digest>.json there; empty if the user has no such folder.
std::filesystem::path place_in_cache(std::string_view kind, const std::string& digest);

// If the cache cannot be written, nothing is kept.
void keep(const std::filesystem::path& file, const std::string& text);

}  // namespace assay::behaviour
