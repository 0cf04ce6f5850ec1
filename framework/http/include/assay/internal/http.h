// SPDX-License-Identifier: Apache-2.0
// HTTP and HTTPS requests to servers and their replies, as values, and the interface that sends them.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace assay::http {

struct Header {
  std::string name;
  std::string value;
};

struct Request {
  std::string url;
  std::vector<Header> headers;  // in addition to Content-Type, Accept and Host; includes server keys
  std::string body;             // JSON
  std::optional<std::chrono::milliseconds>
      attempt_timeout{};  // instead of the client's; the total limit is kAttemptsWorth times this
};

enum class Ending {
  answered,     // a complete answer, whatever its status
  unreachable,  // no address, no connection, no trusted certificate, or a proxy that refuses
  broken,       // the connection ended during the answer, or the reply was not HTTP
  too_large,
  timed_out,
  cancelled,
};

struct Reply {
  Ending ending = Ending::answered;
  int status = 0;  // 0 if there was no answer; if unreachable, that of a proxy that refused
  std::string body{};
  std::string why{};  // the reason for an ending other than `answered`, in words; never contains the request
  std::optional<std::chrono::milliseconds> retry_after{};  // as requested by the server
  // If answered: the body of a reply with a status of success reports a failure. `status` is the failure's
  // then, if the reply names one.
  bool is_failure = false;
  int attempts = 1;
  std::chrono::nanoseconds latency{0};  // of the last attempt, from its start to the complete answer

  bool is_success() const { return ending == Ending::answered && status / 100 == 2 && !is_failure; }
};

struct ClientOptions {
  std::chrono::milliseconds attempt_timeout = std::chrono::seconds(60);
  std::chrono::milliseconds timeout =
      std::chrono::minutes(3);  // of a request with all its attempts, starting at its turn
  std::size_t body_limit = std::size_t{4} << 20;
  int attempts = 4;
  double requests_per_minute = 0;    // 0: no limit
  std::function<double()> random{};  // from 0 up to 1, for the jitter of pauses; called in the client's
                                     // thread. Empty: a built-in source
};

// A request's total time limit as a multiple of the limit for one attempt; retries include pauses.
inline constexpr int kAttemptsWorth = 3;

// Sends requests. Thread-safe.
class Poster {
 public:
  virtual ~Poster() = default;  // cancels the requests under way; each still calls back

  // `done` is called exactly once, in a thread of the poster, or by post() itself if the poster cannot start.
  // It is called soon after `stop` is requested, and must not throw or destroy the poster.
  virtual void post(Request request, std::stop_token stop, std::function<void(Reply)> done) = 0;
};

}  // namespace assay::http
