// SPDX-License-Identifier: Apache-2.0
#include "query.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

#include <cmath>
#include <deque>
#include <utility>

#include "assay/internal/postgres.h"
#include "server.h"

namespace assay {

struct Query::Served {
  Served(postgres::Connection& connection, const std::string& sql) : statement(connection, server_sql(sql)) {}
  // Over a separate connection.
  explicit Served(const std::string& url, const std::string& sql)
      : own(std::make_unique<postgres::Connection>(url)),
        statement(*own, server_sql(sql), postgres::Delivery::one_by_one) {}

  std::unique_ptr<postgres::Connection> own;
  postgres::Statement statement;
  std::deque<std::string> escaped;            // escaped parameter texts, until the next reset
  mutable std::deque<std::string> unescaped;  // unescaped column texts, until the next step

  bool step() {
    unescaped.clear();
    return statement.step();
  }
  void reset() {
    statement.reset();
    escaped.clear();
    unescaped.clear();
  }
  void bind_text(int at, std::string_view text) {
    if (auto other = escaped_text(text)) text = escaped.emplace_back(*std::move(other));
    statement.bind(at, {.kind = postgres::Kind::text, .bytes = text});
  }
  std::string_view text(int at) const {
    const postgres::Value& value = statement.column(at);
    if (auto other = unescaped_text(value.bytes)) return unescaped.emplace_back(*std::move(other));
    return value.bytes;
  }
};

Query::Query(Database& database, const std::string& sql, Length length) : database_(&database) {
  if (postgres::Connection* server = database.server()) {
    served_ = length == Length::very_long ? std::make_unique<Served>(server->url(), sql)
                                          : std::make_unique<Served>(*server, sql);
    return;
  }
  check(sqlite3_prepare_v3(database.file()->getHandle(), sql.c_str(), static_cast<int>(sql.size()) + 1,
                           SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

Query::~Query() { sqlite3_finalize(statement_); }

Query::Query(Query&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      served_(std::move(other.served_)) {}

void Query::check(int code) const {
  if (code != SQLITE_OK) throw SQLite::Exception(database_->file()->getHandle(), code);
}

Query& Query::text(int at, std::string_view value) {
  if (served_) return served_->bind_text(at, value), *this;
  // A null pointer would bind NULL.
  check(sqlite3_bind_text64(statement_, at, value.data() == nullptr ? "" : value.data(), value.size(),
                            SQLITE_STATIC, SQLITE_UTF8));
  return *this;
}

Query& Query::blob(int at, std::string_view bytes) {
  if (served_) return served_->statement.bind(at, {.kind = postgres::Kind::blob, .bytes = bytes}), *this;
  check(sqlite3_bind_blob64(statement_, at, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                            SQLITE_STATIC));
  return *this;
}

Query& Query::integer(int at, std::int64_t value) {
  if (served_)
    return served_->statement.bind(at, {.kind = postgres::Kind::integer, .integer = value, .bytes = {}}),
           *this;
  check(sqlite3_bind_int64(statement_, at, value));
  return *this;
}

Query& Query::real(int at, double value) {
  if (served_) {
    if (std::isnan(value)) return null(at);  // as in SQLite
    return served_->statement.bind(at, {.kind = postgres::Kind::real, .real = value, .bytes = {}}), *this;
  }
  check(sqlite3_bind_double(statement_, at, value));
  return *this;
}

Query& Query::null(int at) {
  if (served_) return served_->statement.bind(at, {}), *this;
  check(sqlite3_bind_null(statement_, at));
  return *this;
}

bool Query::step() {
  if (served_) return served_->step();
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  const SQLite::Exception error(database_->file()->getHandle(), code);
  sqlite3_reset(statement_);
  throw error;
}

std::int64_t Query::run() {
  step();
  const std::int64_t changes =
      served_ ? served_->statement.affected() : sqlite3_changes64(database_->file()->getHandle());
  reset();
  return changes;
}

const char* row_id_returned(const Database& database) {
  return database.server() != nullptr ? " RETURNING row_id" : "";
}

std::int64_t Query::run_for_row_id() {
  step();
  const std::int64_t id = served_ ? integer(0) : sqlite3_last_insert_rowid(database_->file()->getHandle());
  reset();
  return id;
}

void Query::reset() {
  if (served_) return served_->reset();
  sqlite3_reset(statement_);
}

bool Query::is_null(int at) const {
  if (served_) return served_->statement.column(at).kind == postgres::Kind::null;
  return sqlite3_column_type(statement_, at) == SQLITE_NULL;
}

// Fetches the value once: each access by column number costs as much again. A connection is used by one
// thread at a time, so no other thread converts the value meanwhile.
std::string_view Query::text(int at) const {
  if (served_) return served_->text(at);
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  const int length = sqlite3_value_bytes(value);
  if (length == 0) return {};
  return {reinterpret_cast<const char*>(sqlite3_value_text(value)), static_cast<std::size_t>(length)};
}

std::string_view Query::blob(int at) const {
  if (served_) return served_->statement.column(at).bytes;
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, at));
  return {bytes == nullptr ? "" : bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, at))};
}

std::int64_t Query::integer(int at) const {
  return served_ ? served_->statement.column(at).integer : sqlite3_column_int64(statement_, at);
}
double Query::real(int at) const {
  return served_ ? served_->statement.column(at).real : sqlite3_column_double(statement_, at);
}

std::optional<int> Query::optional_integer(int at) const {
  if (served_) return is_null(at) ? std::nullopt : std::optional(static_cast<int>(integer(at)));
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  if (sqlite3_value_type(value) == SQLITE_NULL) return std::nullopt;
  return sqlite3_value_int(value);
}

std::optional<bool> Query::optional_flag(int at) const {
  return is_null(at) ? std::nullopt : std::optional(integer(at) != 0);
}

std::optional<double> Query::optional_real(int at) const {
  if (served_) return is_null(at) ? std::nullopt : std::optional(real(at));
  sqlite3_value* value = sqlite3_column_value(statement_, at);
  if (sqlite3_value_type(value) == SQLITE_NULL) return std::nullopt;
  return sqlite3_value_double(value);
}

namespace {

postgres::Kind sqlite_kind(int sqlite_type) {
  switch (sqlite_type) {
    case SQLITE_INTEGER: return postgres::Kind::integer;
    case SQLITE_FLOAT: return postgres::Kind::real;
    case SQLITE_TEXT: return postgres::Kind::text;
    case SQLITE_BLOB: return postgres::Kind::blob;
    default: return postgres::Kind::null;
  }
}

}  // namespace

Query& Query::copy(int at, const Query& from, int column) {
  switch (from.served_ ? from.served_->statement.column(column).kind
                       : sqlite_kind(sqlite3_column_type(from.statement_, column))) {
    case postgres::Kind::null: return null(at);
    case postgres::Kind::integer: return integer(at, from.integer(column));
    case postgres::Kind::real: return real(at, from.real(column));
    case postgres::Kind::text: return text(at, from.text(column));
    case postgres::Kind::blob: return blob(at, from.blob(column));
  }
  return *this;
}

}  // namespace assay
