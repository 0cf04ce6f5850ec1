// SPDX-License-Identifier: Apache-2.0
#include "cache.h"

#include <cstdlib>

#include "assay/error.h"
#include "assay/internal/behaviour.h"
#include "assay/internal/json.h"

namespace assay::behaviour {

namespace fs = std::filesystem;

fs::path cache_folder() {
  const auto folder = [](const char* variable) {
    const char* value = std::getenv(variable);
    return value && *value == '/' ? fs::path(value) : fs::path();
  };
  fs::path place = folder("XDG_CACHE_HOME");
  if (place.empty() && !(place = folder("HOME")).empty()) place /= ".cache";
  return place.empty() ? place : place / "assay";
}

fs::path place_in_cache(std::string_view kind, const std::string& digest) {
  const fs::path folder = cache_folder();
  return folder.empty() ? folder : folder / kind / (digest + ".json");
}

void keep(const fs::path& file, const std::string& text) try {
  std::error_code failed;
  fs::create_directories(file.parent_path(), failed);
  if (!failed) write_own_file(file, text);
} catch (const Error&) {
}

}  // namespace assay::behaviour
