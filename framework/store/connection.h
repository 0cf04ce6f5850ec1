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

// A file, whatever it is called.
struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  bool operator==(const FileIdentity&) const = default;
};

struct Store::Inner {
  explicit Inner(const StoreOptions& options);
  ~Inner();

  std::filesystem::path file;  // or the URL, as it may be shown
  StoreOptions::Access access;
  KeptOutputs kept_outputs;
  std::unique_ptr<Database> database;
  FileIdentity opened;  // of a file

  // REQUIRES access for writing; throws Error otherwise.
  Database& writable();
  // Throws Error where the file at the path is no longer the one that was opened: what was written is lost
  // with it.
  void expect_in_place() const;
  ResultWriter& writer();

 private:
  std::unique_ptr<ResultWriter> writer_;  // once something is written
};

// Opens the file, or the server's database, as it should be, with its schema checked and, for writing, up to
// date. Throws Error.
std::unique_ptr<Database> open_database(const StoreOptions& options);

}  // namespace assay
