#include "connection.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "fault.h"
#include "schema.h"

namespace assay {
namespace {

using Access = StoreOptions::Access;

// A committed result survives the death of every process; that of the machine may take the last ones, but
// never leaves half a row. FULL would wait for the disk at every commit. A commit writes every page that it
// touches, whole: rows are small, and so are pages. With the usual 2 MiB of cache a long transaction writes
// its pages several times.
constexpr const char* kWriting =
    "PRAGMA page_size = 2048; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; "
    "PRAGMA journal_size_limit = 67108864; PRAGMA cache_size = -16384";

std::string uri_of(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    constexpr char kHex[] = "0123456789ABCDEF";
    const auto byte = static_cast<unsigned char>(c);
    if (c == '%' || c == '?' || c == '#')
      ((uri += '%') += kHex[byte >> 4]) += kHex[byte & 15];
    else
      uri += c;
  }
  return uri;
}

std::unique_ptr<SQLite::Database> opened(const std::string& name, int flags, const StoreOptions& options) {
  return std::make_unique<SQLite::Database>(name, flags | SQLite::OPEN_NOMUTEX | SQLite::OPEN_URI,
                                            static_cast<int>(options.patience.count()));
}

// The change to a write-ahead log is refused at once where another process is about the same, whatever the
// database's patience.
void prepare_for_writing(SQLite::Database& database, std::chrono::milliseconds patience) {
  const auto end = std::chrono::steady_clock::now() + patience;
  for (;;) try {
      database.exec(kWriting);
      return;
    } catch (const SQLite::Exception& error) {
      if (error.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() >= end) throw;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
}

std::unique_ptr<SQLite::Database> open_for_writing(const StoreOptions& options) {
  const bool is_new = !std::filesystem::exists(options.file);
  if (is_new && options.file.has_parent_path() && !std::filesystem::is_directory(options.file.parent_path()))
    throw store_error(options.file, "the store's folder does not exist", "make it, or name another file");
  auto database = opened(uri_of(options.file), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, options);
  if (sqlite3_db_readonly(database->getHandle(), "main") == 1)
    throw store_error(options.file, "the store cannot be written: it is read-only",
                      "make the file and its folder writable, or name another store");
  check_schema(*database, options.file, migrations());
  prepare_for_writing(*database, options.patience);
  migrate(*database, options.file, migrations());
  return database;
}

bool has_write_ahead_log(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file.string() + "-wal", error);
  return !error && size > 0;
}

// A store in a folder that nobody may write to cannot have the files beside it that readers of a live store
// share; where nothing is waiting to be taken over from them, it is read as a file that does not change.
std::unique_ptr<SQLite::Database> open_for_reading(const StoreOptions& options) {
  const std::string uri = uri_of(options.file);
  try {
    auto database = opened(uri, SQLite::OPEN_READONLY, options);
    check_schema(*database, options.file, migrations());
    return database;
  } catch (const SQLite::Exception& error) {
    const bool is_unwritable =
        error.getErrorCode() == SQLITE_CANTOPEN || error.getErrorCode() == SQLITE_READONLY;
    if (!is_unwritable || has_write_ahead_log(options.file)) throw;
  }
  auto database = opened(uri + "?immutable=1", SQLite::OPEN_READONLY, options);
  check_schema(*database, options.file, migrations());
  return database;
}

void expect_current(SQLite::Database& database, const std::filesystem::path& file) {
  const int version = schema_state(database).version;
  if (version == static_cast<int>(migrations().size())) return;
  if (version == 0) throw store_error(file, "the store is empty", "run a suite with it first");
  throw store_error(file,
                    "the store has schema " + std::to_string(version) + ", which is older than this assay's",
                    "open it for writing once (assay gc), which brings it up to date");
}

}  // namespace

std::unique_ptr<SQLite::Database> open_database(const StoreOptions& options) {
  return guarded(options.file, [&] {
    switch (options.access) {
      case Access::write:
        return open_for_writing(options);
      case Access::read:
        break;
    }
    if (!std::filesystem::exists(options.file))
      throw store_error(options.file, "the store does not exist",
                        "run a suite first, or name another file (ASSAY_STORE)");
    auto database = open_for_reading(options);
    expect_current(*database, options.file);
    return database;
  });
}

Store::Inner::Inner(const StoreOptions& options)
    : file(options.file), access(options.access), database(open_database(options)) {}

Store::Inner::~Inner() = default;

SQLite::Database& Store::Inner::writable() {
  if (access == Access::read)
    throw store_error(file, "the store was opened for reading only", "open it for writing");
  return *database;
}

ResultWriter& Store::Inner::writer() {
  SQLite::Database& target = writable();
  if (!writer_) writer_ = std::make_unique<ResultWriter>(target, file);
  return *writer_;
}

std::filesystem::path default_store_file() {
  const char* named = std::getenv("ASSAY_STORE");
  return named != nullptr && *named != '\0' ? named : "assay.db";
}

}  // namespace assay
