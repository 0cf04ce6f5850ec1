// SPDX-License-Identifier: Apache-2.0
// What a store is kept in: an SQLite file, or the database of a PostgreSQL server. Statements are written
// once, in what both understand; query.h runs them.
#pragma once

#include <memory>
#include <string>

namespace SQLite {
class Database;
}

namespace assay {

namespace postgres {
class Connection;
}

// Belongs to one thread at a time.
class Database {
 public:
  explicit Database(std::unique_ptr<SQLite::Database> file);
  explicit Database(std::unique_ptr<postgres::Connection> server);
  ~Database();
  Database(const Database&) = delete;

  // Just one of them is there.
  SQLite::Database* file() const { return file_.get(); }
  postgres::Connection* server() const { return server_.get(); }

  // Statements without parameters and rows.
  void exec(const std::string& sql);
  bool is_in_transaction() const;

 private:
  std::unique_ptr<SQLite::Database> file_;
  std::unique_ptr<postgres::Connection> server_;
};

// Rolled back unless it is committed.
class Transaction {
 public:
  // What nobody else may do at the same time; everybody may read.
  enum class Of {
    runs,     // runs are added, changed and removed
    outputs,  // outputs that nothing refers to are removed; SQLite has one writer in any case
    schema,   // tables are made
    results,  // results are added, which on a server many may do at once
  };
  Transaction(Database& database, Of what);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
};

}  // namespace assay
