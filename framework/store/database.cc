// SPDX-License-Identifier: Apache-2.0
#include "database.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include "assay/internal/postgres.h"

namespace assay {
namespace {

// Assay's advisory lock number, distinct from those of other programs on the server: "assy".
constexpr const char* kLockSchema = "SELECT pg_advisory_xact_lock(1634955129)";

const char* lock_of(Transaction::Of what) {
  switch (what) {
    case Transaction::Of::runs:
      return "LOCK TABLE eval_runs IN SHARE ROW EXCLUSIVE MODE";
    case Transaction::Of::outputs:
      return "LOCK TABLE eval_runs, blobs IN SHARE ROW EXCLUSIVE MODE";
    case Transaction::Of::schema:
      return kLockSchema;
    case Transaction::Of::results:
      break;
  }
  return "";
}

}  // namespace

Database::Database(std::unique_ptr<SQLite::Database> file) : file_(std::move(file)) {}
Database::Database(std::unique_ptr<postgres::Connection> server) : server_(std::move(server)) {}
Database::~Database() = default;

void Database::exec(const std::string& sql) {
  if (file_)
    file_->exec(sql);
  else
    server_->script(sql);
}

bool Database::is_in_transaction() const {
  return file_ ? sqlite3_get_autocommit(file_->getHandle()) == 0 : server_->is_in_transaction();
}

Transaction::Transaction(Database& database, Of what) : database_(database) {
  if (database.file() != nullptr) {
    database.exec("BEGIN IMMEDIATE");
    return;
  }
  database.exec("BEGIN");
  try {
    database.exec(lock_of(what));
  } catch (...) {
    if (database.is_in_transaction()) database.exec("ROLLBACK");
    throw;
  }
}

// There is no transaction left if SQLite rolled back by itself (disk full) or the server is gone.
Transaction::~Transaction() {
  try {
    if (database_.is_in_transaction()) database_.exec("ROLLBACK");
  } catch (const std::exception&) {
    return;  // whoever ended the transaction reports the error
  }
}

void Transaction::commit() { database_.exec("COMMIT"); }

}  // namespace assay
