// SPDX-License-Identifier: Apache-2.0
// The database of a store: an SQLite file or a PostgreSQL database, and its failures as errors. Each
// statement is written once, in SQL that both understand; query.h runs them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "assay/error.h"

namespace SQLite {
class Database;
}

namespace assay {

namespace postgres {
class Connection;
}

// Used by one thread at a time.
class Database {
 public:
  explicit Database(std::unique_ptr<SQLite::Database> file);
  explicit Database(std::unique_ptr<postgres::Connection> server);
  ~Database();
  Database(const Database&) = delete;

  // Exactly one of them is non-null.
  SQLite::Database* file() const { return file_.get(); }
  postgres::Connection* server() const { return server_.get(); }

  // Runs statements without parameters or rows.
  void exec(const std::string& sql);
  bool is_in_transaction() const;

 private:
  std::unique_ptr<SQLite::Database> file_;
  std::unique_ptr<postgres::Connection> server_;
};

// Rolled back unless committed.
class Transaction {
 public:
  // Names what no one else may do at the same time; reading is always possible.
  enum class Of {
    runs,     // runs are added, changed or removed
    outputs,  // unreferenced outputs are removed; SQLite has a single writer in any case
    schema,   // tables are created
    results,  // results are added; on a server, by many writers at once
  };
  Transaction(Database& database, Of what);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
};

// A failure of SQLite or a server as an Error that names the store and the way out.
Error store_error(const std::filesystem::path& file, std::string what, std::string next);

// For a row or figures that differ from what was written.
Error changed_error(const std::filesystem::path& file, const std::string& run_id, const std::string& id,
                    int attempt);

// Rethrows the exception being handled: one from SQLite or a server as an Error, any other unchanged.
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
