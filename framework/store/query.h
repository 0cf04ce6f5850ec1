// SPDX-License-Identifier: Apache-2.0
// A prepared statement for either database, for paths that run a million times: SQLite's is called directly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database.h"

struct sqlite3_stmt;

namespace assay {

// very_long: on a server the rows are streamed over a separate connection, one by one.
enum class Length { any, very_long };

class Query {
 public:
  // Parameters are ? or ?1, not mixed in one statement.
  explicit Query(Database& database, const std::string& sql, Length length = Length::any);
  ~Query();
  Query(Query&& other) noexcept;
  Query& operator=(Query&&) = delete;

  // Parameters are numbered from 1. Texts and blobs are not copied: they must live until the next reset.
  Query& text(int at, std::string_view value);
  Query& blob(int at, std::string_view bytes);
  Query& integer(int at, std::int64_t value);
  Query& real(int at, double value);
  Query& null(int at);
  Query& integer(int at, const std::optional<int>& value) { return value ? integer(at, *value) : null(at); }
  Query& flag(int at, const std::optional<bool>& value) {
    return value ? integer(at, *value ? 1 : 0) : null(at);
  }
  Query& real(int at, const std::optional<double>& value) { return value ? real(at, *value) : null(at); }

  // Steps to the next row; false if there is none. Throws SQLite::Exception or postgres::Failure.
  bool step();
  // Runs a statement that returns no rows and resets it. Returns how many rows it inserted, updated or
  // deleted.
  std::int64_t run();
  // Like run(), for a statement that inserts a row into eval_rows and ends with row_id_returned(); returns
  // the row's number.
  std::int64_t run_for_row_id();
  void reset();

  // Columns are numbered from 0. Views live until the next step or reset.
  bool is_null(int at) const;
  std::string_view text(int at) const;
  std::string_view blob(int at) const;
  std::int64_t integer(int at) const;
  double real(int at) const;
  std::optional<int> optional_integer(int at) const;
  std::optional<bool> optional_flag(int at) const;
  std::optional<double> optional_real(int at) const;
  // Binds a column of another query's current row unchanged.
  Query& copy(int at, const Query& from, int column);

 private:
  struct Served;
  void check(int code) const;
  Database* database_;
  sqlite3_stmt* statement_ = nullptr;  // for a file
  std::unique_ptr<Served> served_;     // for a server
};

// The end of a statement that inserts a row into eval_rows.
const char* row_id_returned(const Database& database);

}  // namespace assay
