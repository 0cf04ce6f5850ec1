// SPDX-License-Identifier: Apache-2.0
// The protocol between a courier and its program, in frames (worker.h). The first frame to the program
// has variables of the environment and the options; requests and cancellations follow, and each request gets
// one reply.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string>

#include "assay/internal/http.h"
#include "assay/internal/worker.h"

namespace assay::http {

// The first frame begins with their values.
inline constexpr const char* kPassedVariables[] = {
    "SSL_CERT_FILE", "SSL_CERT_DIR", "https_proxy", "HTTPS_PROXY", "http_proxy", "no_proxy", "NO_PROXY"};

enum class FrameKind : std::uint64_t { request, cancellation };

inline void put(process::Writer& to, std::chrono::milliseconds time) {
  to.number(static_cast<std::uint64_t>(time.count()));
}
inline std::chrono::milliseconds time_of(process::Reader& from) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(from.number()));
}

inline void put(process::Writer& to, const std::optional<std::chrono::milliseconds>& time) {
  to.number(time.has_value());
  put(to, time.value_or(std::chrono::milliseconds(0)));
}
inline std::optional<std::chrono::milliseconds> time_if_any(process::Reader& from) {
  const bool is_there = from.number() != 0;
  const auto time = time_of(from);
  return is_there ? std::optional(time) : std::nullopt;
}

inline void put(process::Writer& to, const ClientOptions& options) {
  put(to, options.attempt_timeout);
  put(to, options.timeout);
  to.number(options.body_limit);
  to.number(static_cast<std::uint64_t>(options.attempts));
  to.number(std::bit_cast<std::uint64_t>(options.requests_per_minute));
}
inline ClientOptions options_of(process::Reader& from) {
  ClientOptions options;
  options.attempt_timeout = time_of(from);
  options.timeout = time_of(from);
  options.body_limit = from.number();
  options.attempts = static_cast<int>(from.number());
  options.requests_per_minute = std::bit_cast<double>(from.number());
  return options;
}

inline void put(process::Writer& to, const Request& request) {
  to.text(request.url);
  to.number(request.headers.size());
  for (const auto& header : request.headers) {
    to.text(header.name);
    to.text(header.value);
  }
  to.text(request.body);
  put(to, request.attempt_timeout);
}
inline Request request_of(process::Reader& from) {
  Request request{.url = std::string(from.text()), .headers = {}, .body = {}};
  for (auto left = from.count(); left > 0; --left) {
    const std::string name(from.text());
    request.headers.push_back({name, std::string(from.text())});
  }
  request.body = from.text();
  request.attempt_timeout = time_if_any(from);
  return request;
}

inline void put(process::Writer& to, const Reply& reply) {
  to.number(static_cast<std::uint64_t>(reply.ending));
  to.number(static_cast<std::uint64_t>(reply.status));
  to.text(reply.body);
  to.text(reply.why);
  put(to, reply.retry_after);
  to.number(reply.is_failure);
  to.number(static_cast<std::uint64_t>(reply.attempts));
  to.number(static_cast<std::uint64_t>(reply.latency.count()));
}
inline Reply reply_of(process::Reader& from) {
  Reply reply{.ending = static_cast<Ending>(from.number()), .status = static_cast<int>(from.number())};
  reply.body = from.text();
  reply.why = from.text();
  reply.retry_after = time_if_any(from);
  reply.is_failure = from.number() != 0;
  reply.attempts = static_cast<int>(from.number());
  reply.latency = std::chrono::nanoseconds(static_cast<std::int64_t>(from.number()));
  if (from.failed()) return {.ending = Ending::broken, .why = "the program that asks servers made no sense"};
  return reply;
}

}  // namespace assay::http
