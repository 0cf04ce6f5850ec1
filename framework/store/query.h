// SPDX-License-Identifier: Apache-2.0
// One prepared statement of either kind of database, for the paths that run a million times: SQLite's is
// called directly.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "database.h"

struct sqlite3_stmt;

namespace assay {

// Of very many rows: on a server they come over a connection of their own, one by one.
enum class Length { any, very_long };

class Query {
 public:
  // Parameters are ? or ?1, not both in one statement.
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

  // Whether there is a (further) row. Throws SQLite::Exception or postgres::Failure.
  bool step();
  // Runs a statement without rows, and makes it ready for the next time. Returns how many rows it inserted,
  // updated or deleted.
  std::int64_t run();
  // The same for one that inserts a row into eval_rows and ends with row_id_returned(): its number.
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
  // Binds the value of a column of another query as it is.
  Query& copy(int at, const Query& from, int column);

 private:
  struct Served;
  void check(int code) const;
  Database* database_;
  sqlite3_stmt* statement_ = nullptr;  // of a file
  std::unique_ptr<Served> served_;     // of a server
};

// The end of a statement that inserts a row into eval_rows.
const char* row_id_returned(const Database& database);

}  // namespace assay
