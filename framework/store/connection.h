// An open store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "assay/store.h"
#include "writer.h"

namespace assay {

// A file, whatever it is called.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct Store::Inner {
  explicit Inner(const StoreOptions& options);
  ~Inner();

  std::filesystem::path file;
  StoreOptions::Access access;
  KeptOutputs kept_outputs;
  std::unique_ptr<SQLite::Database> database;
  FileIdentity opened;

  // REQUIRES access for writing; throws Error otherwise.
  SQLite::Database& writable();
  // Throws Error where the file at the path is no longer the one that was opened: what was written is lost
  // with it.
  void expect_in_place() const;
  ResultWriter& writer();

 private:
  std::unique_ptr<ResultWriter> writer_;  // once something is written
};

// Opens the file as it should be, with its schema checked and, for writing, up to date. Throws Error.
std::unique_ptr<SQLite::Database> open_database(const StoreOptions& options);

}  // namespace assay
