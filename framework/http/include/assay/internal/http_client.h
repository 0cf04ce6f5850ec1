// SPDX-License-Identifier: Apache-2.0
// Asks servers by HTTP and HTTPS: one POST of JSON and its answer, with limits, retries and one pace for all
// who ask.
//
// Whoever links this links OpenSSL: of assay, the program that a Courier starts (courier.h).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "assay/internal/http.h"

namespace assay::http {

struct Url {
  enum class Scheme { http, https };
  Scheme scheme = Scheme::http;
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string target;  // path and query; "/" where the URL names none

  bool operator==(const Url&) const = default;
};

// Empty for what is no http or https URL of a host, and for one with a user's name or a password in it: those
// would be written wherever the URL is.
std::optional<Url> parse_url(std::string_view text);

// How long to wait before attempt number `attempt` + 1 (they count from 1), empty: asking again would change
// nothing. What a server asks for is kept where it is at most a minute; otherwise half a second, doubled up
// to eight, less up to a quarter by `random`.
std::optional<std::chrono::milliseconds> pause_after(const Reply& reply, int attempt, double random);

// Owns one thread, which asks and calls back. A 429 or a 503 that says how long to wait holds back all
// requests of the client.
class Client : public Poster {
 public:
  explicit Client(ClientOptions options = {});
  ~Client() override;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  void post(Request request, std::stop_token stop, std::function<void(Reply)> done) override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
