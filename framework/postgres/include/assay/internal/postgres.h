// SPDX-License-Identifier: Apache-2.0
// A connection to a PostgreSQL server, by libpq.
//
// libpq brings OpenSSL, Kerberos and LDAP, which no process of a case may have to load and which a static
// program cannot: so it is in a program of its own (program/), compiled into the room and started with the
// first connection. It ends with the connection. What libpq reads of the environment (PGPASSWORD,
// PGPASSFILE, …) is handed to it; nothing is in its arguments.
//
// A connection belongs to one thread at a time, with its statements, which it outlives.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace assay::postgres {

// What the server or libpq refused, in their words.
class Failure : public std::runtime_error {
 public:
  Failure(std::string state, const std::string& message, bool is_lost)
      : std::runtime_error(message), state_(std::move(state)), is_lost_(is_lost) {}
  const std::string& state() const { return state_; }  // SQLSTATE; empty: it never reached the server
  bool is_lost() const { return is_lost_; }            // the connection is of no more use

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
  std::string_view bytes;  // of a text or a blob
};

struct Rows;

class Connection {
 public:
  // `url`: whatever libpq takes for one. Throws Failure.
  explicit Connection(std::string url);
  ~Connection();
  Connection(const Connection&) = delete;

  const std::string& url() const { return url_; }
  // Statements without parameters, one after the other. Throws Failure.
  void script(const std::string& sql);
  // Whether a transaction is open, be it one that failed.
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

// How rows come: at once into memory, or as they are read; nothing else may be asked of the connection then
// until the last one was read or the statement is gone.
enum class Delivery { whole, one_by_one };

class Statement {
 public:
  // Parameters are $1, $2, …; their types are the server's choice.
  Statement(Connection& connection, std::string sql, Delivery delivery = Delivery::whole);
  ~Statement();
  Statement(const Statement&) = delete;

  // From 1. Texts and blobs are not copied: they must live until the statement ran.
  void bind(int at, const Value& value);
  // Whether there is a (further) row. Throws Failure.
  bool step();
  void reset();
  // Of the last row; its bytes live until the next step or reset.
  const Value& column(int at) const { return row_.at(static_cast<std::size_t>(at)); }
  int columns() const { return static_cast<int>(row_.size()); }
  // Rows that were inserted, updated or deleted, or that there were.
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
