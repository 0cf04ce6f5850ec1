// SPDX-License-Identifier: Apache-2.0
// What SQLite or a server refused, as an Error that names the store and the way out.
#pragma once

#include <filesystem>
#include <string>

#include "assay/error.h"

namespace assay {

Error store_error(const std::filesystem::path& file, std::string what, std::string next);

// Of a row or its figures that are not what was written.
Error changed_error(const std::filesystem::path& file, const std::string& run_id, const std::string& id,
                    int attempt);

// Rethrows the exception being handled: SQLite's or a server's as an Error, any other as it
// is.
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
