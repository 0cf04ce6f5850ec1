// SPDX-License-Identifier: Apache-2.0
// Merges stores row by row, for when one of them is on a server: SQLite cannot attach it.
#pragma once

#include "connection.h"

namespace assay {

// The source or the target of a merge.
struct MergedStore {
  Database& database;
  const std::filesystem::path& name;
};

// Like Store::merge(), in one transaction. Throws Error, SQLite::Exception or postgres::Failure; nothing is
// taken then.
MergeCounts merge_rows(const MergedStore& into, const MergedStore& from);

// For a result that differs between the two stores.
[[noreturn]] void throw_contradiction(const std::filesystem::path& into, const std::filesystem::path& from,
                                      const std::string& run_id, const std::string& id, int attempt);

}  // namespace assay
