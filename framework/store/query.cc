#include "query.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <utility>

namespace assay {

Query::Query(SQLite::Database& database, const std::string& sql) : database_(&database) {
  check(sqlite3_prepare_v3(database.getHandle(), sql.c_str(), static_cast<int>(sql.size()) + 1,
                           SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

Query::~Query() { sqlite3_finalize(statement_); }

Query::Query(Query&& other) noexcept
    : database_(other.database_), statement_(std::exchange(other.statement_, nullptr)) {}

void Query::check(int code) const {
  if (code != SQLITE_OK) throw SQLite::Exception(database_->getHandle(), code);
}

Query& Query::text(int at, std::string_view value) {
  // A null pointer would bind NULL.
  check(sqlite3_bind_text64(statement_, at, value.data() == nullptr ? "" : value.data(), value.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Query& Query::blob(int at, std::string_view bytes) {
  check(sqlite3_bind_blob64(statement_, at, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
  return *this;
}

Query& Query::integer(int at, std::int64_t value) {
  check(sqlite3_bind_int64(statement_, at, value));
  return *this;
}

Query& Query::real(int at, double value) {
  check(sqlite3_bind_double(statement_, at, value));
  return *this;
}

Query& Query::null(int at) {
  check(sqlite3_bind_null(statement_, at));
  return *this;
}

bool Query::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const SQLite::Exception error(database_->getHandle(), code);
  sqlite3_reset(statement_);
  throw error;
}

void Query::run() {
  step();
  reset();
}

void Query::reset() { sqlite3_reset(statement_); }

bool Query::is_null(int at) const { return sqlite3_column_type(statement_, at) == SQLITE_NULL; }

// The value itself: each look at a column by its number costs as much again. A connection belongs to one
// thread at a time, so nobody converts the value meanwhile.
std::string_view Query::text(int at) const {
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  const int length = sqlite3_value_bytes(value);
  if (length == 0) return {};
  return {reinterpret_cast<const char*>(sqlite3_value_text(value)), static_cast<std::size_t>(length)};
}

std::string_view Query::blob(int at) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  return {bytes == nullptr ? "" : bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, at))};
}

std::int64_t Query::integer(int at) const { return sqlite3_column_int64(statement_, at); }
double Query::real(int at) const { return sqlite3_column_double(statement_, at); }

std::optional<int> Query::optional_integer(int at) const {
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  if (sqlite3_value_type(value) == SQLITE_NULL) return std::nullopt;
  return sqlite3_value_int(value);
}

std::optional<bool> Query::optional_flag(int at) const {
  return is_null(at) ? std::nullopt : std::optional(integer(at) != 0);
}

std::optional<double> Query::optional_real(int at) const {
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  if (sqlite3_value_type(value) == SQLITE_NULL) return std::nullopt;
  return sqlite3_value_double(value);
}

}  // namespace assay
