// SPDX-License-Identifier: Apache-2.0
// The protocol between a Connection and its program, in frames (worker.h). The first frame to the
// program holds environment variables and the URL. Each request is answered by frames of rows, if any, and a
// last frame that says how it ended; a request to forget a statement is not answered.
#pragma once

#include <bit>
#include <optional>

#include "assay/internal/postgres.h"
#include "assay/internal/worker.h"

namespace assay::postgres {

enum class Request : std::uint64_t { script, run, forget };
enum class Answer : std::uint64_t { rows, done, failed };

// The amount of row data gathered before it is sent.
inline constexpr std::size_t kFrameOfRows = std::size_t{1} << 18;

inline void put(process::Writer& to, const Value& value) {
  to.number(static_cast<std::uint64_t>(value.kind));
  switch (value.kind) {
    case Kind::null: return;
    case Kind::integer: return to.number(static_cast<std::uint64_t>(value.integer));
    case Kind::real: return to.number(std::bit_cast<std::uint64_t>(value.real));
    case Kind::text:
    case Kind::blob: return to.text(value.bytes);
  }
}

// Its bytes refer to those of the reader.
inline Value value_of(process::Reader& from) {
  Value value{.kind = static_cast<Kind>(from.number())};
  switch (value.kind) {
    case Kind::null: break;
    case Kind::integer: value.integer = static_cast<std::int64_t>(from.number()); break;
    case Kind::real: value.real = std::bit_cast<double>(from.number()); break;
    case Kind::text:
    case Kind::blob: value.bytes = from.text(); break;
  }
  return value;
}

// The outcome of a request.
struct End {
  bool is_in_transaction = false;
  std::int64_t affected = 0;
  std::string state, message;  // for a failure
  bool is_lost = false;
};

inline process::Writer end_frame(Answer answer, const End& end) {
  process::Writer frame;
  frame.number(static_cast<std::uint64_t>(answer));
  frame.number(end.is_in_transaction);
  frame.number(static_cast<std::uint64_t>(end.affected));
  frame.text(end.state);
  frame.text(end.message);
  frame.number(end.is_lost);
  return frame;
}

inline End end_of(process::Reader& from) {
  End end{.is_in_transaction = from.number() != 0, .affected = static_cast<std::int64_t>(from.number())};
  end.state = from.text();
  end.message = from.text();
  end.is_lost = from.number() != 0;
  return end;
}

}  // namespace assay::postgres
