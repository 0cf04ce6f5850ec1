// SPDX-License-Identifier: Apache-2.0
// Requests to servers by HTTP and HTTPS, and what becomes of them: values, and who carries them.
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
  std::vector<Header> headers;  // beside Content-Type, Accept and Host; keys of servers among them
  std::string body;             // JSON
  std::optional<std::chrono::milliseconds>
      attempt_timeout{};  // in place of the client's, of all attempts too
};

enum class Ending {
  answered,     // a server answered whole, whatever its status
  unreachable,  // no address, no connection, no certificate that is trusted
  broken,       // the connection ended within the answer, or what came is no HTTP
  too_large,
  timed_out,
  cancelled,
};

struct Reply {
  Ending ending = Ending::answered;
  int status = 0;  // 0 where nobody answered
  std::string body{};
  std::string why{};  // of an ending other than `answered`, in words; never what was sent
  std::optional<std::chrono::milliseconds> retry_after{};  // what the server asked for
  int attempts = 1;
  std::chrono::nanoseconds latency{0};  // of the last attempt, from its beginning to its whole answer

  bool is_success() const { return ending == Ending::answered && status / 100 == 2; }
};

struct ClientOptions {
  std::chrono::milliseconds attempt_timeout = std::chrono::seconds(60);
  std::chrono::milliseconds timeout =
      std::chrono::minutes(3);  // of a request with all its attempts, from when its turn comes
  std::size_t body_limit = std::size_t{4} << 20;
  int attempts = 4;
  double requests_per_minute = 0;    // 0: as many as are asked for
  std::function<double()> random{};  // from 0 up to 1, for how long to wait; called in the client's thread.
                                     // Empty: a source of its own
};

// The whole time that a request is given: for so many times its attempt's, as retries have pauses.
inline constexpr int kAttemptsWorth = 3;

// Carries requests. Safe to use from several threads.
class Poster {
 public:
  virtual ~Poster() = default;  // cancels what is under way, and calls back for each

  // `done` is called exactly once, in a thread of the poster's, and must not throw or destroy it. It is
  // called soon after `stop` is requested.
  virtual void post(Request request, std::stop_token stop, std::function<void(Reply)> done) = 0;
};

}  // namespace assay::http
