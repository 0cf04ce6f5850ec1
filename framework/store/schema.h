// The tables of a store, and how those of older versions become today's.
#pragma once

#include <filesystem>
#include <span>

namespace SQLite {
class Database;
}

namespace assay {

// Brings a store from one version to the next.
using Migration = const char*;  // SQL

// All of them, in order: the first makes version 1 of an empty file.
std::span<const Migration> migrations();

// What a file holds.
struct SchemaState {
  int version = 0;          // 0: nothing yet
  bool is_foreign = false;  // tables of something else
};
SchemaState schema_state(SQLite::Database& database);

// Throws Error for a foreign file and for a newer version than the last of `known`.
void check_schema(SQLite::Database& database, const std::filesystem::path& file,
                  std::span<const Migration> known);
// Applies what is missing, in one transaction: several processes may do so at the same time.
void migrate(SQLite::Database& database, const std::filesystem::path& file, std::span<const Migration> known);

}  // namespace assay
