// SPDX-License-Identifier: Apache-2.0
#include "database.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <sstream>

#include "assay/internal/postgres.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

// Assay's advisory lock number, distinct from those of other programs on the server: "assy".
constexpr const char* kLockSchema = "SELECT pg_advisory_xact_lock(1634955129)";

const char* lock_of(Transaction::Of what) {
  switch (what) {
    case Transaction::Of::runs: return "LOCK TABLE eval_runs IN SHARE ROW EXCLUSIVE MODE";
    case Transaction::Of::outputs: return "LOCK TABLE eval_runs, blobs IN SHARE ROW EXCLUSIVE MODE";
    case Transaction::Of::schema: return kLockSchema;
    case Transaction::Of::results: break;
  }
  return "";
}

// Refused by a quota or a file size limit: SQLITE_FULL covers only a full disk.
bool is_refused_write(int extended_code) {
  return extended_code == SQLITE_IOERR_WRITE || extended_code == SQLITE_IOERR_TRUNCATE ||
         extended_code == SQLITE_IOERR_FSYNC || extended_code == SQLITE_IOERR_SHMSIZE;
}

Error described_fault(const std::filesystem::path& file, const SQLite::Exception& error) {
  const std::string said = error.what();
  switch (error.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_error(file, "another process is using the store, and did not release it in time",
                         "wait until it has ended, or give this run a separate store and merge the two");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return store_error(file, "the store cannot be written: " + said,
                         "make the file and its folder writable, or name another store");
    case SQLITE_CANTOPEN:
      return store_error(
          file, "the store cannot be opened: " + said,
          "check that its folder exists, and that it and the files beside it (-wal, -shm) may be "
          "read, and written if it is to be written");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return store_error(file, "the store is damaged: " + said,
                         "move it away; the runs' folders can be merged into a new one");
    case SQLITE_FULL:
      return store_error(file, "the disk is full; finished results are safe", "make room and resume the run");
    case SQLITE_IOERR:
      if (is_refused_write(error.getExtendedErrorCode()))
        return store_error(file, "the store cannot be written: " + said + "; finished results are safe",
                           "make room (disk, quota, ulimit -f) and resume the run");
      return store_error(file, "the store cannot be read or written: " + said, "check the disk");
    default: return store_error(file, "the store failed: " + said, "");
  }
}

// libpq breaks its messages into lines, and begins those with a tab that belong to the line before.
std::string on_one_line(const std::string& message) {
  std::istringstream lines(message);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const auto words = trimmed(line);
    if (words.empty()) continue;
    const bool goes_on = line.starts_with('\t'), is_sentence = words.front() >= 'A' && words.front() <= 'Z';
    if (!text.empty()) text += !goes_on ? "; " : is_sentence ? ". " : " ";
    text += words;
  }
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// Classified by SQLSTATE.
Error described_fault(const std::filesystem::path& url, const postgres::Failure& failure) {
  const std::string said = on_one_line(failure.what());
  const std::string& state = failure.state();
  if (failure.is_lost() && state.empty())
    return store_error(
        url, "the store's server cannot be reached: " + said,
        "check that it runs and that the URL is right; a password belongs into ~/.pgpass or PGPASSWORD");
  if (failure.is_lost() || state.starts_with("57P") || state.starts_with("08"))
    return store_error(
        url, "the connection to the store's server was lost: " + said + "; finished results are safe",
        "start the server and resume the run");
  if (state == "25006")
    return store_error(url, "the store cannot be written: " + said, "name another role or store");
  if (state == "42501")
    return store_error(url, "the role lacks a right: " + said,
                       "grant it the rights that a store needs (docs/store-schema.md), or name another role "
                       "(PGUSER, or postgresql://ROLE@…)");
  if (state == "3F000")
    return store_error(url, "the store's schema does not exist, or the role may not use it: " + said,
                       "make it (CREATE SCHEMA), grant the role USAGE on it, or name another one: "
                       "?options=-csearch_path%3DNAME");
  if (state == "42P01")
    return store_error(
        url, "the store lacks a table: " + said,
        "restore its schema from a backup, or name another one (?options=-csearch_path%3DNAME) "
        "or another database");
  if (state == "55P03" || state == "40P01")
    return store_error(url, "another process is using the store, and did not release it in time",
                       "wait until it has ended, or give this run a separate store and merge the two");
  if (state.starts_with("53"))
    return store_error(url, "the store's server has no room: " + said + "; finished results are safe",
                       "make room (disk, connections) and resume the run");
  return store_error(url, "the store's server refused: " + said + " (" + state + ")", "");
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

Error store_error(const std::filesystem::path& file, std::string what, std::string next) {
  return Error({file.string(), 0}, std::move(what), std::move(next));
}

Error changed_error(const std::filesystem::path& file, const std::string& run_id, const std::string& id,
                    int attempt) {
  return store_error(file,
                     "case " + id + ", attempt " + std::to_string(attempt) + " of run " + run_id +
                         " was changed after it was written: its checksum does not match",
                     "take the store from a backup, or delete the run and run the suite again");
}

void rethrow_as_error(const std::filesystem::path& file) {
  try {
    throw;
  } catch (const SQLite::Exception& error) {
    throw described_fault(file, error);
  } catch (const postgres::Failure& failure) {
    throw described_fault(file, failure);
  }
}

}  // namespace assay
