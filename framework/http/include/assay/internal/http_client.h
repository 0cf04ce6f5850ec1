// SPDX-License-Identifier: Apache-2.0
// Asks servers by HTTP and HTTPS: one POST of JSON and its answer, with limits, retries and one rate limit
// for all callers.
//
// Linking this links OpenSSL. Within assay, only the program that a Courier starts (courier.h) does so.
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
  std::string target;  // path and query; "/" if the URL has no path

  bool operator==(const Url&) const = default;
};

// Empty if the text is not an http or https URL with a host, or contains a user name or a password: those
// would be written wherever the URL is.
std::optional<Url> parse_url(std::string_view text);

// How long to wait before attempt number `attempt` + 1 (attempts count from 1); empty if retrying is
// pointless. It is the server's Retry-After, however long, or half a second, doubled up to eight, minus up to
// a quarter by `random`.
std::optional<std::chrono::milliseconds> pause_after(const Reply& reply, int attempt, double random);

// Owns one thread, which sends requests and calls back. A 429, or a 503 with a Retry-After, delays all
// requests of the client. Where a pause does not fit into the request's time limit, it ends at once and
// delays nothing.
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

struct Proxy {
  std::string host;  // without the brackets of an IPv6 address
  std::string port;
  std::string authorization;  // the value of Proxy-Authorization; empty: none
  std::string name;           // for messages: "http://proxy.example:3128", without user and password

  bool operator==(const Proxy&) const = default;
};

struct ProxyChoice {
  std::optional<Proxy> proxy;  // none: the server is asked directly
  std::string fault;           // why the proxy that is named cannot be used; otherwise empty
};

// `variable` returns the value of an environment variable, empty if it is not set: https_proxy or
// HTTPS_PROXY, http_proxy (in lower case only, because servers pass a header of a request to their programs
// as HTTP_PROXY), no_proxy or NO_PROXY. A host of this machine never has a proxy, nor has one that no_proxy
// lists: names with all below them, addresses, networks (10.0.0.0/8), each with or without a port, or * for
// all.
ProxyChoice proxy_for(const Url& url, const std::function<std::string(const char*)>& variable);

}  // namespace assay::http
