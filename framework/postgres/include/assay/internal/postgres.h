// SPDX-License-Identifier: Apache-2.0
// A connection to a PostgreSQL server, by libpq.
//
// libpq brings OpenSSL, Kerberos and LDAP, which case processes should not load and static programs cannot.
// It therefore runs in a separate program (program/), embedded in the library and started with each
// connection; the program ends with the connection. It receives the environment variables that libpq reads
// (PGPASSWORD, PGPASSFILE, …) through its stream; its arguments contain nothing.
//
// A connection and its statements are used by one thread at a time; the connection must outlive its
// statements.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::postgres {

// A refusal by the server or libpq, in their words.
class Failure : public std::runtime_error {
 public:
  Failure(std::string state, const std::string& message, bool is_lost)
      : std::runtime_error(message), state_(std::move(state)), is_lost_(is_lost) {}
  const std::string& state() const { return state_; }  // SQLSTATE; empty: the server was never reached
  bool is_lost() const { return is_lost_; }            // the connection is unusable

 private:
  std::string state_;
  bool is_lost_;
};

enum class Kind : std::uint64_t { null, integer, real, text, blob };

// A parameter, or a column of a row. Booleans are integers, 0 and 1.
struct Value {
  Kind kind = Kind::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string_view bytes;  // for a text or a blob
};

struct Rows;

class Connection {
 public:
  // `url`: any connection string that libpq accepts. Throws Failure.
  explicit Connection(std::string url);
  ~Connection();
  Connection(const Connection&) = delete;

  const std::string& url() const { return url_; }
  // Runs statements without parameters, one after the other. Throws Failure.
  void script(const std::string& sql);
  // Whether a transaction is open, including a failed one.
  bool is_in_transaction() const { return is_in_transaction_; }

 private:
  friend class Statement;
  struct Program;
  std::unique_ptr<Rows> ask(const std::string& request, bool one_by_one);
  bool read_more(Rows& rows);

  std::string url_;
  std::unique_ptr<Program> program_;
  bool is_in_transaction_ = false;
  std::uint64_t statements_ = 0;
};

// How rows are delivered: all into memory at once, or one by one as they are read. In the latter case the
// connection is busy until the last row has been read or the statement is reset or destroyed.
enum class Delivery { whole, one_by_one };

class Statement {
 public:
  // Parameters are $1, $2, …; the server chooses their types.
  Statement(Connection& connection, std::string sql, Delivery delivery = Delivery::whole);
  ~Statement();
  Statement(const Statement&) = delete;

  // Counted from 1. Texts and blobs are not copied: they must live until the statement has run.
  void bind(int at, const Value& value);
  // Steps to the next row; false if there is none. Throws Failure.
  bool step();
  void reset();
  // A column of the current row; its bytes are valid until the next step or reset.
  const Value& column(int at) const { return row_.at(static_cast<std::size_t>(at)); }
  int columns() const { return static_cast<int>(row_.size()); }
  // The number of rows inserted, updated, deleted or returned.
  std::int64_t affected() const;

 private:
  void run();

  Connection& connection_;
  std::string sql_;
  Delivery delivery_;
  std::vector<Value> parameters_;
  std::vector<Value> row_;
  std::unique_ptr<Rows> rows_;
  std::uint64_t number_ = 0;  // 0: not prepared
  std::int64_t runs_ = 0;
};

}  // namespace assay::postgres
