// One prepared statement, for the paths that run a million times: what SQLiteCpp's Statement does, without a
// shared pointer a column.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3_stmt;

namespace SQLite {
class Database;
}

namespace assay {

class Query {
 public:
  Query(SQLite::Database& database, const std::string& sql);
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

  // Whether there is a (further) row. Throws SQLite::Exception.
  bool step();
  // Runs a statement without rows, and makes it ready for the next time.
  void run();
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

 private:
  void check(int code) const;
  SQLite::Database* database_;
  sqlite3_stmt* statement_ = nullptr;
};

}  // namespace assay
