// SPDX-License-Identifier: Apache-2.0
// The program of a Connection: it passes requests from the stream to libpq, and ends with the stream.
#include <libpq-fe.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "assay/internal/worker_descriptors.h"
#include "frames.h"

namespace assay::postgres {
namespace {

constexpr int kStream = process::kFirstShared;

// From pg_type; they never change.
enum Type : Oid { kBool = 16, kBytea = 17, kInt8 = 20, kInt2 = 21, kInt4 = 23, kFloat8 = 701 };

struct Freed {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, Freed>;

std::int64_t big_endian(const char* bytes, int length) {
  std::int64_t value = (bytes[0] & 0x80) != 0 ? -1 : 0;
  for (int i = 0; i < length; ++i)
    value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) << 8) |
            static_cast<unsigned char>(bytes[i]);
  return value;
}

Value column_of(const PGresult* result, int row, int column) {
  if (PQgetisnull(result, row, column) != 0) return {};
  const char* bytes = PQgetvalue(result, row, column);
  const int length = PQgetlength(result, row, column);
  const std::string_view all(bytes, static_cast<std::size_t>(length));
  switch (PQftype(result, column)) {
    case kBool:
    case kInt2:
    case kInt4:
    case kInt8: return {.kind = Kind::integer, .integer = big_endian(bytes, length), .bytes = {}};
    case kFloat8:
      return {.kind = Kind::real, .real = std::bit_cast<double>(big_endian(bytes, length)), .bytes = {}};
    case kBytea: return {.kind = Kind::blob, .bytes = all};
    default: return {.kind = Kind::text, .bytes = all};
  }
}

// Parameters for libpq: numbers are sent as text, which the server converts to the type it expects.
class Parameters {
 public:
  explicit Parameters(process::Reader& from) : texts_(from.count()) {
    for (std::string& text : texts_) add(value_of(from), text);
  }
  int count() const { return static_cast<int>(values_.size()); }
  const char* const* values() const { return values_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  void add(const Value& value, std::string& text) {
    char digits[32];
    const auto put_number = [&](auto number) {
      text.assign(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
      add(text.c_str(), 0, 0);
    };
    switch (value.kind) {
      case Kind::null: return add(nullptr, 0, 0);
      case Kind::integer: return put_number(value.integer);
      case Kind::real: return put_number(value.real);
      case Kind::text:
      case Kind::blob: return add(value.bytes.data(), static_cast<int>(value.bytes.size()), 1);
    }
  }
  void add(const char* value, int length, int format) {
    values_.push_back(value);
    lengths_.push_back(length);
    formats_.push_back(format);
  }

  std::vector<std::string> texts_;
  std::vector<const char*> values_;
  std::vector<int> lengths_, formats_;
};

// If the reader is gone, exits; the server notices the closed connection.
void send(std::string_view frame) {
  if (!process::write_frame(kStream, frame)) ::_exit(0);
}

class PgWorker {
 public:
  explicit PgWorker(const std::string& url) {
    // Keywords after dbname override the URL, those before it are defaults. The keepalives detect a server
    // that has gone silently.
    const char* names[] = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                           "keepalives_count", "tcp_user_timeout", "fallback_application_name",
                           "dbname",           "client_encoding",  nullptr};
    const char* values[] = {"20", "20", "5", "4", "40000", "assay", url.c_str(), "UTF8", nullptr};
    connection_ = PQconnectdbParams(names, values, 1);
    PQsetNoticeProcessor(
        connection_, [](void*, const char*) {}, nullptr);
    if (PQstatus(connection_) == CONNECTION_OK)
      write_end(Answer::done, {});
    else
      write_end(Answer::failed, {.message = message(PQerrorMessage(connection_)), .is_lost = true});
  }
  ~PgWorker() { PQfinish(connection_); }

  void take(process::Reader request) {
    switch (static_cast<Request>(request.number())) {
      case Request::script: return script(std::string(request.text()));
      case Request::run: return run(request);
      case Request::forget:
        PQclear(PQexec(connection_, ("DEALLOCATE " + name_of(request.number())).c_str()));
        return;
    }
  }

 private:
  static std::string name_of(std::uint64_t number) { return "s" + std::to_string(number); }

  static std::string message(const char* said) {
    std::string text = said;
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
  }

  static bool is_fine(const PGresult* result) {
    const auto status = PQresultStatus(result);
    return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK || status == PGRES_EMPTY_QUERY;
  }

  void write_end(Answer answer, End end) {
    const auto state = PQtransactionStatus(connection_);
    end.is_in_transaction = state == PQTRANS_INTRANS || state == PQTRANS_INERROR;
    send(end_frame(answer, end).bytes());
  }

  void refuse(const PGresult* result) {
    const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    const char* primary = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    const bool is_lost =
        state == nullptr || PQstatus(connection_) != CONNECTION_OK;  // from libpq, not from the server
    write_end(Answer::failed, {.state = state == nullptr ? "08006" : state,
                               .message = message(primary == nullptr ? PQerrorMessage(connection_) : primary),
                               .is_lost = is_lost});
  }

  void run(process::Reader& request) {
    const auto number = request.number();
    const bool one_by_one = request.number() != 0;
    const std::string sql(request.text());
    const Parameters parameters(request);
    const std::string name = name_of(number);
    if (number != 0 && !sql.empty()) {
      const Result prepared(PQprepare(connection_, name.c_str(), sql.c_str(), 0, nullptr));
      if (!is_fine(prepared.get())) return refuse(prepared.get());
    }
    const bool is_sent =
        number == 0
            ? PQsendQueryParams(connection_, sql.c_str(), parameters.count(), nullptr, parameters.values(),
                                parameters.lengths(), parameters.formats(), 1) == 1
            : PQsendQueryPrepared(connection_, name.c_str(), parameters.count(), parameters.values(),
                                  parameters.lengths(), parameters.formats(), 1) == 1;
    if (!is_sent) return refuse(nullptr);
    if (one_by_one) PQsetSingleRowMode(connection_);
    Result last;
    while (Result next{PQgetResult(connection_)}) {
      last = std::move(next);
      if (PQresultStatus(last.get()) == PGRES_SINGLE_TUPLE) add_rows(last.get());
    }
    answer(std::move(last));
  }

  void script(const std::string& sql) {
    const Result last(PQexec(connection_, sql.c_str()));
    if (!is_fine(last.get())) return refuse(last.get());
    write_end(Answer::done, {});
  }

  void answer(const Result& result) {
    if (!is_fine(result.get())) {
      rows_ = {};
      count_ = 0;
      return refuse(result.get());
    }
    add_rows(result.get());
    send_rows();
    write_end(Answer::done, {.affected = std::strtoll(PQcmdTuples(result.get()), nullptr, 10)});
  }

  void add_rows(const PGresult* result) {
    const int columns = PQnfields(result);
    for (int row = 0; row < PQntuples(result); ++row) {
      rows_.number(static_cast<std::uint64_t>(columns));
      for (int column = 0; column < columns; ++column) put(rows_, column_of(result, row, column));
      ++count_;
      if (rows_.bytes().size() >= kFrameOfRows) send_rows();
    }
  }

  void send_rows() {
    if (count_ == 0) return;
    process::Writer frame;
    frame.number(static_cast<std::uint64_t>(Answer::rows));
    frame.number(count_);
    send(frame.bytes() + rows_.bytes());
    rows_ = {};
    count_ = 0;
  }

  PGconn* connection_ = nullptr;
  process::Writer rows_;
  std::uint64_t count_ = 0;
};

void serve() {
  const auto first = process::read_frame(kStream);
  if (!first) return;
  process::Reader opening(*first);
  for (auto left = opening.count(); left > 0; --left) {
    const std::string variable(opening.text());
    const auto equals = variable.find('=');
    if (equals != variable.npos)
      ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  PgWorker worker{std::string(opening.text())};
  while (const auto frame = process::read_frame(kStream)) worker.take(process::Reader(*frame));
}

}  // namespace
}  // namespace assay::postgres

int main() {
  ::close(assay::process::kImageDescriptor);
  assay::postgres::serve();
}
