// Asks servers by HTTP and HTTPS: one POST of JSON and its answer, with limits, retries and one pace for all
// who ask.
//
// Whoever links this links OpenSSL, so a program that asks no server should not (a process of one case starts
// without it).
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

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

struct Header {
  std::string name;
  std::string value;
};

struct Request {
  std::string url;
  std::vector<Header> headers;  // beside Content-Type, Accept and Host; keys of servers among them
  std::string body;             // JSON
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

// How long to wait before attempt number `attempt` + 1 (they count from 1), empty: asking again would change
// nothing. What a server asks for is kept where it is at most a minute; otherwise half a second, doubled up
// to eight, less up to a quarter by `random`.
std::optional<std::chrono::milliseconds> pause_after(const Reply& reply, int attempt, double random);

// Owns one thread, which asks and calls back. Safe to use from several threads. A 429 or a 503 that says how
// long to wait holds back all requests of the client.
class Client {
 public:
  explicit Client(ClientOptions options = {});
  ~Client();  // cancels what is under way, and calls back for each
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // `done` is called exactly once, in the client's thread, and must not throw or destroy the client.
  void post(Request request, std::stop_token stop, std::function<void(Reply)> done);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::http
