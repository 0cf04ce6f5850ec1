// SPDX-License-Identifier: Apache-2.0
#include "connection.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "assay/internal/text.h"
#include "schema.h"
#include "server.h"

namespace assay {
namespace {

using Access = StoreOptions::Access;

// A committed result survives the death of any process. A crash of the machine may lose the last commits but
// never leaves half a row; FULL would wait for the disk at every commit. A commit writes every page it
// touches in full: rows are small, and so are pages. With the default 2 MiB of cache a long transaction would
// write its pages several times.
constexpr const char* kWriting =
    "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
    "PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 8192; PRAGMA cache_size = -16384";

std::string uri_of(const std::filesystem::path& file) {
  return "file:" + percent_encoded(std::filesystem::absolute(file).string(),
                                   [](char c) { return c != '%' && c != '?' && c != '#'; });
}

std::unique_ptr<Database> open_by_name(const std::string& name, int flags, const StoreOptions& options) {
  return std::make_unique<Database>(std::make_unique<SQLite::Database>(
      name, flags | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI, static_cast<int>(options.patience.count())));
}

// Switching to a write-ahead log fails at once while another process is doing the same, regardless of the
// database's busy timeout.
void prepare_for_writing(Database& database, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) try {
      database.exec(kWriting);
      return;
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() >= end) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

enum class Presence { missing, there };

// Opening a FIFO would block until another process opens the other end.
Presence expect_plain_file(const std::filesystem::path& file) {
  struct stat known;
  if (::stat(file.c_str(), &known) != 0) {
    if (errno == ENOENT) return Presence::missing;
    throw store_error(file, std::string("the store cannot be opened: ") + std::strerror(errno),
                      "check the path, or name another file");
  }
  if (S_ISREG(known.st_mode)) return Presence::there;
  throw store_error(file,
                    std::string("the store cannot be opened: it is ") +
                        (S_ISDIR(known.st_mode) ? "a folder" : "no plain file"),
                    "name the file of a store");
}

FileIdentity identity_of(const std::filesystem::path& file) {
  struct stat known;
  if (::stat(file.c_str(), &known) != 0) return {};
  return {known.st_dev, known.st_ino};
}

std::unique_ptr<Database> open_for_writing(const StoreOptions& options) {
  std::error_code unknown;
  if (expect_plain_file(options.file) == Presence::missing && options.file.has_parent_path() &&
      !std::filesystem::is_directory(options.file.parent_path(), unknown))
    throw store_error(options.file, "the store's folder does not exist", "make it, or name another file");
  auto database = open_by_name(uri_of(options.file), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, options);
  if (sqlite3_db_readonly(database->file()->getHandle(), "main") == 1)
    throw store_error(options.file, "the store cannot be written: it is read-only",
                      "make the file and its folder writable, or name another store");
  check_schema(*database, options.file, migrations(*database));
  prepare_for_writing(*database, options.patience);
  migrate(*database, options.file, migrations(*database));
  return database;
}

bool has_write_ahead_log(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

// In a folder without write permission SQLite cannot create the index of the write-ahead log that readers of
// a live store share. The store is then opened as one that nobody writes: as immutable or, if results are
// pending in its log, without locks and with the index in memory. Closing it must not write either.
std::unique_ptr<Database> open_unshared(const StoreOptions& options) {
  const char* how = has_write_ahead_log(options.file) ? "?vfs=unix-none" : "?immutable=1";
  auto database = open_by_name(uri_of(options.file) + how, SQLite::OPEN_READONLY, options);
  sqlite3_db_config(database->file()->getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  database->exec("PRAGMA locking_mode = EXCLUSIVE");
  return database;
}

std::unique_ptr<Database> open_for_reading(const StoreOptions& options) {
  try {
    auto database = open_by_name(uri_of(options.file), SQLite::OPEN_READONLY, options);
    check_schema(*database, options.file, migrations(*database));
    return database;
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_CANTOPEN && error.getErrorCode() != SQLITE_READONLY) throw;
  }
  auto database = open_unshared(options);
  check_schema(*database, options.file, migrations(*database));
  return database;
}

}  // namespace

std::unique_ptr<Database> open_database(const StoreOptions& options) {
  if (names_server(options.file)) return open_server(options);
  return guarded(options.file, [&] {
    switch (options.access) {
      case Access::write: return open_for_writing(options);
      case Access::read: break;
    }
    if (expect_plain_file(options.file) == Presence::missing)
      throw store_error(options.file, "the store does not exist", "run a suite first, or name another file");
    auto database = open_for_reading(options);
    expect_current(*database, options.file);
    return database;
  });
}

std::unique_ptr<Database> open_plain_file(const StoreOptions& options) {
  if (options.access == Access::write) {
    auto database = open_by_name(uri_of(options.file), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, options);
    prepare_for_writing(*database, options.patience);
    return database;
  }
  try {
    auto database = open_by_name(uri_of(options.file), SQLite::OPEN_READONLY, options);
    database->exec("SELECT count(*) FROM sqlite_schema");
    return database;
  } catch (const SQLite::Exception& error) {
    if (error.getErrorCode() != SQLITE_CANTOPEN && error.getErrorCode() != SQLITE_READONLY) throw;
  }
  return open_unshared(options);
}

Store::Inner::Inner(const StoreOptions& options)
    : file(names_server(options.file) ? shown_url(options.file.string()) : options.file.string()),
      access(options.access),
      kept_outputs(options.kept_outputs),
      database(open_database(options)),
      opened(database->file() != nullptr ? identity_of(file) : FileIdentity()) {}

Store::Inner::~Inner() = default;

Database& Store::Inner::writable() {
  if (access == Access::read)
    throw store_error(file, "the store was opened for reading only", "open it for writing");
  return *database;
}

void Store::Inner::expect_in_place() const {
  if (database->server() != nullptr || identity_of(file) == opened) return;
  throw store_error(file, "the store was removed or replaced while it was written: its contents are lost",
                    "keep the tool and other programs away from the store, then run again");
}

ResultWriter& Store::Inner::writer() {
  Database& target = writable();
  if (!writer_) writer_ = std::make_unique<ResultWriter>(target, file, kept_outputs);
  return *writer_;
}

std::filesystem::path default_store_file() {
  const char* named = std::getenv("ASSAY_STORE");
  return named != nullptr && *named != '\0' ? named : "assay.db";
}

}  // namespace assay
