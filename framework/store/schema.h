// SPDX-License-Identifier: Apache-2.0
// The tables of a store, and their migrations from older versions.
#pragma once

#include <filesystem>
#include <span>

#include "database.h"

namespace assay {

// Takes a store from one version to the next.
using Migration = const char*;  // SQL

// All migrations, in order; the first creates version 1 in an empty file. Those for servers have the same
// numbers.
std::span<const Migration> migrations(const Database& database);
std::span<const Migration> file_migrations();
std::span<const Migration> server_migrations();

// The schema found in a file or a server's database.
struct SchemaState {
  int version = 0;          // 0: empty
  bool is_foreign = false;  // tables of another program; on a server, only those with a store's table names
};
SchemaState schema_state(Database& database);

// Throws Error for a foreign file, and for a version newer than the last of `known`.
void check_schema(Database& database, const std::filesystem::path& file, std::span<const Migration> known);
// Throws Error for an empty store, and for a schema older than the current one.
void expect_current(Database& database, const std::filesystem::path& file);
// Applies the missing migrations in one transaction; several processes may do so at the same time.
void migrate(Database& database, const std::filesystem::path& file, std::span<const Migration> known);

}  // namespace assay
