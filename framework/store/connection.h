// SPDX-License-Identifier: Apache-2.0
// An open store.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "assay/store.h"
#include "database.h"
#include "writer.h"

namespace assay {

// The identity of a file, independent of its name.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct Store::Inner {
  explicit Inner(const StoreOptions& options);
  ~Inner();

  std::filesystem::path file;  // for a server, the URL without its password
  StoreOptions::Access access;
  KeptOutputs kept_outputs;
  std::unique_ptr<Database> database;
  FileIdentity opened;  // only for a file

  // REQUIRES access for writing; throws Error otherwise.
  Database& writable();
  // Throws Error if the path no longer refers to the file that was opened: what was written is lost with that
  // file.
  void expect_in_place() const;
  ResultWriter& writer();

 private:
  std::unique_ptr<ResultWriter> writer_;  // created at the first write
};

// Opens the file, or the server's database, with its schema checked and, for writing, migrated. Throws Error.
std::unique_ptr<Database> open_database(const StoreOptions& options);

// A file that is no store, whatever is in it; for writing, it is made if it is missing. Throws
// SQLite::Exception.
std::unique_ptr<Database> open_plain_file(const StoreOptions& options);

}  // namespace assay
