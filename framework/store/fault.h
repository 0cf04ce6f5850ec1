// SPDX-License-Identifier: Apache-2.0
// A failure of SQLite or a server as an Error that names the store and the way out.
#pragma once

#include <filesystem>
#include <string>

#include "assay/error.h"

namespace assay {

Error store_error(const std::filesystem::path& file, std::string what, std::string next);

// For a row or figures that differ from what was written.
Error changed_error(const std::filesystem::path& file, const std::string& run_id, const std::string& id,
                    int attempt);

// Rethrows the exception being handled: one from SQLite or a server as an Error, any other unchanged.
[[noreturn]] void rethrow_as_error(const std::filesystem::path& file);

template <typename Work>
auto guarded(const std::filesystem::path& file, Work work) {
  try {
    return work();
  } catch (...) {
    rethrow_as_error(file);
  }
}

}  // namespace assay
