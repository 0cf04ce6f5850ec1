// SPDX-License-Identifier: Apache-2.0
#include <openssl/x509.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>
#include <set>
#include <thread>
#include <utility>

#include "assay/internal/http_client.h"
#include "exchange.h"
#include "failure.h"

namespace assay::http {
namespace {

// Excludes bytes that would end a line of the request or that no URL contains.
bool is_visible(char c) { return c > ' ' && c < 0x7f; }

bool is_port(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

// "host", "host:port", "[::1]:port"
bool take_authority(std::string_view text, Url& url) {
  if (text.find('@') != text.npos) return false;
  std::string_view rest;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == text.npos) return false;
    url.host = text.substr(1, end - 1);
    rest = text.substr(end + 1);
  } else {
    const auto end = std::min(text.find(':'), text.size());
    url.host = text.substr(0, end);
    rest = text.substr(end);
  }
  if (url.host.empty()) return false;
  if (rest.empty()) return true;
  url.port = rest.substr(1);
  return rest.front() == ':' && is_port(url.port);
}

using std::chrono::milliseconds;

constexpr milliseconds kFirst{500};
constexpr milliseconds kLongest{8000};
constexpr double kJitter = 0.25;

bool is_worth_another(const Reply& reply) {
  switch (reply.ending) {
    case Ending::unreachable: return reply.status / 100 != 4;  // a proxy that refuses will refuse again
    case Ending::broken:
    case Ending::timed_out: return true;
    case Ending::too_large:
    case Ending::cancelled: return false;
    case Ending::answered: break;
  }
  // An account without credit also answers 429, permanently.
  if (reply.status == 429 && reply.body.find("insufficient_quota") != std::string::npos) return false;
  return reply.status == 408 || reply.status == 409 || reply.status == 429 || reply.status >= 500;
}

namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

std::function<double()> random_source() {
  return [engine = std::mt19937_64(std::random_device{}())]() mutable {
    return std::uniform_real_distribution<>(0, 1)(engine);
  };
}

// The time from one request to the next; zero if there is no limit. A day stands for all longer times: the
// clock cannot count the longest ones.
Clock::duration step_of(double requests_per_minute) {
  constexpr std::chrono::duration<double> kLongest = std::chrono::hours(24);
  if (!(requests_per_minute > 0)) return Clock::duration::zero();
  return std::chrono::duration_cast<Clock::duration>(
      std::min(kLongest, std::chrono::duration<double>(60 / requests_per_minute)));
}

// When the next request may begin; shared by all callers.
class Pace {
 public:
  explicit Pace(double requests_per_minute) : step_(step_of(requests_per_minute)) {}

  Clock::time_point take_turn() {
    const auto turn = std::max(next_, Clock::now());
    next_ = turn + step_;
    return turn;
  }
  void hold_back(Clock::duration pause) { next_ = std::max(next_, Clock::now() + pause); }

 private:
  Clock::duration step_;
  Clock::time_point next_;
};

// A key with a line feed could otherwise smuggle a line into the request.
bool is_sound(const Header& header) {
  const auto ends_line = [](char c) { return c == '\r' || c == '\n' || c == '\0'; };
  return !header.name.empty() && std::ranges::none_of(header.name, ends_line) &&
         std::ranges::none_of(header.value, ends_line);
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_there(const char* file) { return ::access(file, R_OK) == 0; }

}  // namespace

std::optional<Url> parse_url(std::string_view text) {
  if (!std::ranges::all_of(text, is_visible)) return std::nullopt;
  Url url;
  if (text.starts_with("https://")) {
    url = {.scheme = Url::Scheme::https, .host = {}, .port = "443", .target = {}};
    text.remove_prefix(8);
  } else if (text.starts_with("http://")) {
    url.port = "80";
    text.remove_prefix(7);
  } else {
    return std::nullopt;
  }
  const auto end = std::min(text.find_first_of("/?#"), text.size());
  if (!take_authority(text.substr(0, end), url)) return std::nullopt;
  auto target = text.substr(end);
  target = target.substr(0, target.find('#'));
  url.target = target.starts_with('/') ? std::string(target) : "/" + std::string(target);
  return url;
}

std::optional<milliseconds> pause_after(const Reply& reply, int attempt, double random) {
  if (!is_worth_another(reply)) return std::nullopt;
  if (reply.retry_after && reply.retry_after->count() > 0) return *reply.retry_after;
  const int doublings = std::clamp(attempt - 1, 0, 10);
  const auto longest = std::min(kFirst * (1 << doublings), kLongest);
  return milliseconds(std::lround(static_cast<double>(longest.count()) * (1 - kJitter * random)));
}

struct Client::State {
  class Attempts;

  explicit State(ClientOptions given) : options(std::move(given)), pace(options.requests_per_minute) {
    if (!options.random) options.random = random_source();
    thread = std::thread([this] { context.run(); });
  }

  // The system's certificate store, or the file that SSL_CERT_FILE names. Loaded with the first https request
  // because it takes milliseconds.
  asio::ssl::context& trust() {
    if (!tls) {
      tls.emplace(asio::ssl::context::tls_client);
      tls->set_options(asio::ssl::context::no_tlsv1 | asio::ssl::context::no_tlsv1_1);
      trust_system();
      tls->set_verify_mode(asio::ssl::verify_peer);
    }
    return *tls;
  }

  // OpenSSL is linked in and looks where Debian keeps certificates; other systems keep them elsewhere.
  void trust_system() {
    tls->set_default_verify_paths();
    if (!variable("SSL_CERT_FILE").empty() || !variable("SSL_CERT_DIR").empty() ||
        is_there(X509_get_default_cert_dir()) || is_there(X509_get_default_cert_file()))
      return;
    for (const char* bundle : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
                               "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem"})
      if (is_there(bundle)) return tls->load_verify_file(bundle);
  }

  ClientOptions options;
  Pace pace;
  asio::io_context context{1};
  asio::executor_work_guard<asio::io_context::executor_type> work = asio::make_work_guard(context);
  std::optional<asio::ssl::context> tls;
  std::set<std::shared_ptr<Attempts>> under_way;  // used in the client's thread only, as is everything above
  bool is_ending = false;
  std::thread thread;
};

// One request with its attempts. Lives until it has called back.
class Client::State::Attempts : public std::enable_shared_from_this<Attempts> {
 public:
  Attempts(State& state, Request request, std::stop_token stop, std::function<void(Reply)> done)
      : state_(state),
        request_(std::move(request)),
        stop_(std::move(stop)),
        done_(std::move(done)),
        timer_(state.context) {}

  void start() {
    state_.under_way.insert(shared_from_this());
    const auto url = parse_url(request_.url);
    if (!url || !std::ranges::all_of(request_.headers, is_sound))
      return finish({.ending = Ending::unreachable,
                     .why = url ? "a header holds a line feed" : "no http or https URL"});
    url_ = *url;
    auto choice = proxy_for(url_, variable);
    if (!choice.fault.empty()) return finish({.ending = Ending::unreachable, .why = std::move(choice.fault)});
    proxy_ = std::move(choice.proxy);
    if (state_.is_ending || stop_.stop_requested()) return cancel();
    // A stop may be requested from any thread, also while this one is running.
    on_stop_.emplace(stop_, [&context = state_.context, weak = weak_from_this()] {
      asio::post(context, [weak] {
        if (const auto self = weak.lock()) self->cancel();
      });
    });
    wait(state_.pace.take_turn());
  }

  void cancel() { finish({.ending = Ending::cancelled, .why = "cancelled"}); }

 private:
  void wait(Clock::time_point until) {
    timer_.expires_at(until);
    timer_.async_wait([self = shared_from_this()](boost::system::error_code error) {
      if (!error && self->done_) self->attempt();
    });
  }

  void attempt() {
    if (count_++ == 0) deadline_ = Clock::now() + whole_timeout();
    begun_ = Clock::now();
    asio::ssl::context* tls = nullptr;
    try {
      if (url_.scheme == Url::Scheme::https) tls = &state_.trust();
    } catch (const boost::system::system_error& error) {
      return finish({.ending = Ending::unreachable,
                     .why = std::string("cannot read the trusted certificates: ") + error.what()});
    }
    const Clock::duration left = deadline_ - Clock::now();
    exchange_ = start_exchange(
        state_.context, tls, url_, proxy_, request_,
        {.timeout = std::min<Clock::duration>(left, attempt_timeout()), .body = state_.options.body_limit},
        [self = shared_from_this()](Reply reply) { self->take(std::move(reply)); });
  }

  std::chrono::milliseconds attempt_timeout() const {
    return request_.attempt_timeout.value_or(state_.options.attempt_timeout);
  }
  std::chrono::milliseconds whole_timeout() const {
    return request_.attempt_timeout ? kAttemptsWorth * *request_.attempt_timeout : state_.options.timeout;
  }

  void take(Reply reply) {
    exchange_.reset();
    if (!done_) return;
    reply.attempts = count_;
    latency_ = Clock::now() - begun_;
    note_failure(reply);
    const auto pause = pause_after(reply, count_, state_.options.random());
    const bool is_overloaded = reply.status == 429 || (reply.status == 503 && reply.retry_after);
    const bool fits = pause && Clock::now() + *pause < deadline_;
    if (fits && is_overloaded) state_.pace.hold_back(*pause);
    if (!fits || count_ >= state_.options.attempts) return finish(std::move(reply));
    const auto again = Clock::now() + *pause;
    wait(std::max(again, state_.pace.take_turn()));
  }

  // A failure that came as a success is treated as what it is.
  static void note_failure(Reply& reply) {
    if (!reply.is_success()) return;
    const auto failure = stated_failure(reply.body);
    if (!failure) return;
    reply.is_failure = true;
    if (failure->status != 0) reply.status = failure->status;
  }

  void finish(Reply reply) {
    if (!done_) return;
    const auto self = shared_from_this();
    reply.attempts = std::max(count_, 1);
    reply.latency = latency_;
    const auto done = std::exchange(done_, nullptr);
    timer_.cancel();
    if (exchange_) exchange_->cancel();
    exchange_.reset();
    on_stop_.reset();
    state_.under_way.erase(self);
    done(std::move(reply));
  }

  State& state_;
  Request request_;
  std::stop_token stop_;
  std::function<void(Reply)> done_;
  asio::steady_timer timer_;
  Url url_;
  std::optional<Proxy> proxy_;
  int count_ = 0;
  Clock::time_point deadline_;
  Clock::time_point begun_;
  std::chrono::nanoseconds latency_{0};  // of the last finished attempt
  std::shared_ptr<Exchange> exchange_;
  std::optional<std::stop_callback<std::function<void()>>> on_stop_;
};

Client::Client(ClientOptions options) : state_(std::make_unique<State>(std::move(options))) {}

Client::~Client() {
  asio::post(state_->context, [state = state_.get()] {
    state->is_ending = true;
    while (!state->under_way.empty()) (*state->under_way.begin())->cancel();
    state->work.reset();
  });
  state_->thread.join();
}

void Client::post(Request request, std::stop_token stop, std::function<void(Reply)> done) {
  auto attempts =
      std::make_shared<State::Attempts>(*state_, std::move(request), std::move(stop), std::move(done));
  asio::post(state_->context, [attempts = std::move(attempts)] { attempts->start(); });
}

}  // namespace assay::http
