// SPDX-License-Identifier: Apache-2.0
// Stores into one, row by row: where one of them is on a server, SQLite cannot attach it.
#pragma once

#include "connection.h"

namespace assay {

// A store that is taken over, or that takes one.
struct MergedStore {
  Database& database;
  const std::filesystem::path& name;
};

// As Store::merge(), in one transaction. Throws Error, SQLite::Exception or postgres::Failure; then nothing
// is taken.
MergeCounts merge_rows(const MergedStore& into, const MergedStore& from);

// Of a result that both have and that differs.
[[noreturn]] void throw_contradiction(const std::filesystem::path& into, const std::filesystem::path& from,
                                      const std::string& run_id, const std::string& id, int attempt);

}  // namespace assay
