// An open store.
#pragma once

#include <filesystem>
#include <memory>

#include "assay/store.h"
#include "writer.h"

namespace assay {

struct Store::Inner {
  explicit Inner(const StoreOptions& options);
  ~Inner();

  std::filesystem::path file;
  StoreOptions::Access access;
  std::unique_ptr<SQLite::Database> database;

  // REQUIRES access for writing; throws Error otherwise.
  SQLite::Database& writable();
  ResultWriter& writer();

 private:
  std::unique_ptr<ResultWriter> writer_;  // once something is written
};

// Opens the file as it should be, with its schema checked and, for writing, up to date. Throws Error.
std::unique_ptr<SQLite::Database> open_database(const StoreOptions& options);

}  // namespace assay
