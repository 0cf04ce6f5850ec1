// SPDX-License-Identifier: Apache-2.0
// The tables of a store, and how those of older versions become today's.
#pragma once

#include <filesystem>
#include <span>

#include "database.h"

namespace assay {

// Brings a store from one version to the next.
using Migration = const char*;  // SQL

// All of them, in order: the first makes version 1 of an empty file. Those of servers have the same numbers.
std::span<const Migration> migrations(const Database& database);
std::span<const Migration> file_migrations();
std::span<const Migration> server_migrations();

// What a file or a server's database holds.
struct SchemaState {
  int version = 0;          // 0: nothing yet
  bool is_foreign = false;  // tables of something else; on a server, of the names that a store has
};
SchemaState schema_state(Database& database);

// Throws Error for a foreign file and for a newer version than the last of `known`.
void check_schema(Database& database, const std::filesystem::path& file, std::span<const Migration> known);
// The same for an empty store, and for one that is older than today's schema.
void expect_current(Database& database, const std::filesystem::path& file);
// Applies what is missing, in one transaction: several processes may do so at the same time.
void migrate(Database& database, const std::filesystem::path& file, std::span<const Migration> known);

}  // namespace assay
