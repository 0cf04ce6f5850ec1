// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <deque>
#include <string>

#include "frames.h"

namespace assay {
extern const std::string_view postgres_program;
}

namespace assay::postgres {
namespace {

// The environment variables that libpq and its libraries read.
bool is_handed_on(std::string_view variable) {
  for (const std::string_view name :
       {"HOME=", "KRB5CCNAME=", "KRB5_CONFIG=", "SSL_CERT_FILE=", "SSL_CERT_DIR="})
    if (variable.starts_with(name)) return true;
  return variable.starts_with("PG");
}

std::string opening(const std::string& url) {
  process::Writer frame;
  std::vector<std::string_view> variables;
  for (char** each = environ; each != nullptr && *each != nullptr; ++each)
    if (is_handed_on(*each)) variables.emplace_back(*each);
  frame.number(variables.size());
  for (const auto variable : variables) frame.text(variable);
  frame.text(url);
  return frame.bytes();
}

}  // namespace

struct Connection::Program {
  process::StreamWorker worker;
  ~Program() {
    if (worker.worker.pid <= 0) return;
    ::shutdown(worker.stream.get(), SHUT_RDWR);
    process::end_worker(worker.worker.pid, worker.worker.line.get());
  }
};

struct Rows {
  std::deque<std::string> frames;
  std::optional<process::Reader> reader;  // of the first frame
  std::uint64_t left = 0;                 // rows in that frame
  bool is_ended = false;
  std::int64_t affected = 0;

  // Moves the reader to the next row; false if there is none in memory.
  bool at_row() {
    while (left == 0) {
      if (reader) {
        frames.pop_front();
        reader.reset();
      }
      if (frames.empty()) return false;
      reader.emplace(frames.front());
      reader->number();  // the kind of answer
      left = reader->count();
    }
    --left;
    return true;
  }
};

Connection::Connection(std::string url) : url_(std::move(url)) {
  if (postgres_program.empty())
    throw Failure("",
                  "this assay was built without PostgreSQL; build it with the library libpq and its headers "
                  "installed (Debian: libpq-dev)",
                  true);
  program_ = std::make_unique<Program>();
  program_->worker = process::start_stream_worker(postgres_program, "assay-postgres");
  if (program_->worker.worker.pid <= 0)
    throw Failure("",
                  std::string("the program that speaks to servers cannot be started: ") +
                      std::strerror(program_->worker.error),
                  true);
  ask(opening(url_), false);
}

Connection::~Connection() = default;

// Returns whether a frame of rows arrived; false at the end of the answer.
bool Connection::read_more(Rows& rows) {
  if (rows.is_ended) return false;
  auto frame = process::read_frame(program_->worker.stream.get());
  if (!frame) {
    rows.is_ended = true;
    throw Failure(
        "",
        "the program that speaks to the server has ended; does this machine have libpq.so.5 (Debian: "
        "libpq5)?",
        true);
  }
  process::Reader reader(*frame);
  const auto answer = static_cast<Answer>(reader.number());
  if (answer == Answer::rows) {
    rows.frames.push_back(*std::move(frame));
    return true;
  }
  rows.is_ended = true;
  const End end = end_of(reader);
  is_in_transaction_ = end.is_in_transaction;
  rows.affected = end.affected;
  if (answer == Answer::failed || reader.failed()) throw Failure(end.state, end.message, end.is_lost);
  return false;
}

std::unique_ptr<Rows> Connection::ask(const std::string& request, bool one_by_one) {
  auto rows = std::make_unique<Rows>();
  // If the program is gone, reading the answer reports it.
  process::write_frame(program_->worker.stream.get(), request);
  while (!one_by_one && read_more(*rows)) continue;
  return rows;
}

void Connection::script(const std::string& sql) {
  process::Writer request;
  request.number(static_cast<std::uint64_t>(Request::script));
  request.text(sql);
  ask(request.bytes(), false);
}

Statement::Statement(Connection& connection, std::string sql, Delivery delivery)
    : connection_(connection), sql_(std::move(sql)), delivery_(delivery) {}

Statement::~Statement() {
  if (number_ == 0) return;
  process::Writer request;
  request.number(static_cast<std::uint64_t>(Request::forget));
  request.number(number_);
  process::write_frame(connection_.program_->worker.stream.get(), request);
}

void Statement::bind(int at, const Value& value) {
  const auto index = static_cast<std::size_t>(at - 1);
  if (parameters_.size() <= index) parameters_.resize(index + 1);
  parameters_[index] = value;
}

// Prepares the statement on its second run; a single run does not need it.
void Statement::run() {
  const bool is_to_be_prepared = ++runs_ == 2;
  if (is_to_be_prepared) number_ = ++connection_.statements_;
  process::Writer request;
  request.number(static_cast<std::uint64_t>(Request::run));
  request.number(number_);
  request.number(delivery_ == Delivery::one_by_one);
  request.text(runs_ <= 2 ? std::string_view(sql_) : std::string_view());
  request.number(parameters_.size());
  for (const Value& each : parameters_) put(request, each);
  try {
    rows_ = connection_.ask(request.bytes(), delivery_ == Delivery::one_by_one);
  } catch (...) {
    if (is_to_be_prepared) number_ = 0, runs_ = 0;
    throw;
  }
}

bool Statement::step() {
  if (!rows_) run();
  while (!rows_->at_row())
    if (!connection_.read_more(*rows_)) return false;
  row_.resize(rows_->reader->count());
  for (Value& each : row_) each = value_of(*rows_->reader);
  if (rows_->reader->failed()) throw Failure("", "the program that speaks to the server made no sense", true);
  return true;
}

void Statement::reset() {
  while (rows_ && delivery_ == Delivery::one_by_one && connection_.read_more(*rows_)) rows_->frames.clear();
  rows_.reset();
}

std::int64_t Statement::affected() const { return rows_ ? rows_->affected : 0; }

}  // namespace assay::postgres
