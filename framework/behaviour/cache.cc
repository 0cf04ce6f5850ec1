// SPDX-License-Identifier: Apache-2.0
#include "cache.h"

#include "assay/error.h"
#include "assay/internal/file.h"

namespace assay::behaviour {

namespace fs = std::filesystem;

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
