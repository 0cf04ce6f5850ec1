// SPDX-License-Identifier: Apache-2.0
#include "exchange.h"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl/ssl_stream.hpp>
#include <charconv>
#include <cmath>
#include <ctime>
#include <iomanip>
#include <locale>
#include <sstream>
#include <tuple>
#include <utility>

namespace assay::http {
namespace {

namespace ip = boost::asio::ip;

std::string lower(std::string_view text) {
  std::string all(text);
  for (char& each : all)
    if (each >= 'A' && each <= 'Z') each = static_cast<char>(each - 'A' + 'a');
  return all;
}

std::optional<ip::address> address_of(const std::string& host) {
  boost::system::error_code error;
  const auto address = ip::make_address(host, error);
  return error ? std::nullopt : std::optional(address);
}

bool is_of_this_machine(const std::string& host) {
  if (host == "localhost" || host.ends_with(".localhost")) return true;
  const auto address = address_of(host);
  if (!address) return false;
  if (address->is_v6() && address->to_v6().is_v4_mapped())
    return ip::make_address_v4(ip::v4_mapped, address->to_v6()).is_loopback();
  return address->is_loopback() || address->is_unspecified();
}

template <typename Network, typename Address>
bool is_within(const Network& network, const Address& address) {
  const auto hosts = network.canonical();
  return Network(address, hosts.prefix_length()).canonical() == hosts;
}

bool is_in_network(const std::string& written, const ip::address& address) {
  boost::system::error_code error;
  if (address.is_v4()) {
    const auto network = ip::make_network_v4(written, error);
    return !error && is_within(network, address.to_v4());
  }
  const auto network = ip::make_network_v6(written, error);
  return !error && is_within(network, address.to_v6());
}

// "name:port", "[::1]:port", or either without a port, which stays empty then.
std::pair<std::string, std::string> host_and_port(std::string_view text) {
  if (text.starts_with('[')) {
    const auto end = std::min(text.find(']'), text.size());
    const auto rest = text.substr(std::min(end + 1, text.size()));
    return {std::string(text.substr(1, end - 1)), std::string(rest.starts_with(':') ? rest.substr(1) : "")};
  }
  const auto colon = text.find(':');
  if (colon == text.npos || text.find(':', colon + 1) != text.npos) return {std::string(text), ""};
  return {std::string(text.substr(0, colon)), std::string(text.substr(colon + 1))};
}

bool is_exception(std::string_view entry, const std::string& host, const std::string& port) {
  auto [name, only_port] = host_and_port(entry);
  if (!only_port.empty() && only_port != port) return false;
  if (name == "*") return true;
  if (const auto address = address_of(host)) {
    const auto listed = address_of(name);
    return listed ? *listed == *address : is_in_network(name, *address);
  }
  name = lower(name.substr(std::min(name.find_first_not_of("*."), name.size())));
  if (name.ends_with('.')) name.pop_back();
  return !name.empty() && (host == name || host.ends_with("." + name));
}

bool is_excepted(std::string_view list, const std::string& host, const std::string& port) {
  while (!list.empty()) {
    const auto end = std::min(list.find_first_of(", \t"), list.size());
    if (const auto entry = list.substr(0, end); !entry.empty() && is_exception(entry, host, port))
      return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    unsigned byte = 0;
    const char* digits = text.data() + at + 1;
    if (text[at] == '%' && at + 2 < text.size() &&
        std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
      decoded += static_cast<char>(byte);
      at += 2;
    } else {
      decoded += text[at];
    }
  }
  return decoded;
}

std::string basic(const std::string& credentials) {
  std::string text(4 * ((credentials.size() + 2) / 3) + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(credentials.data()),
                                     static_cast<int>(credentials.size()));
  text.resize(static_cast<std::size_t>(length));
  return "Basic " + text;
}

// `name`: of the variable. Messages leave the value out, which may hold a password.
ProxyChoice read_proxy(std::string_view value, const std::string& name) {
  if (const auto scheme = value.find("://"); scheme != value.npos) {
    if (lower(value.substr(0, scheme)) != "http")
      return {.proxy = {}, .fault = name + " names no http:// proxy, the only kind that is supported"};
    value.remove_prefix(scheme + 3);
  }
  auto authority = value.substr(0, value.find_first_of("/?#"));
  Proxy proxy;
  if (const auto at = authority.rfind('@'); at != authority.npos) {
    auto credentials = percent_decoded(authority.substr(0, at));
    if (credentials.find(':') == credentials.npos) credentials += ':';
    proxy.authorization = basic(credentials);
    authority.remove_prefix(at + 1);
  }
  const auto url = parse_url("http://" + std::string(authority));
  if (!url)
    return {.proxy = {}, .fault = name + " is not the URL of a proxy, such as http://proxy.example:3128"};
  proxy.host = url->host;
  proxy.port = url->port;
  proxy.name = "http://" + std::string(authority);
  return {.proxy = std::move(proxy), .fault = {}};
}

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;
using Message = beast::http::response<beast::http::string_body>;

constexpr std::uint32_t kHeaderLimit = 64 * 1024;

// Decimal digits, perhaps with a fraction: no server means an exponent, a sign or infinity.
std::optional<std::chrono::milliseconds> number_of(beast::string_view text, double unit) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (read.ec != std::errc{} || read.ptr != end || !(value >= 0 && value <= 1e9)) return std::nullopt;
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(value * unit)));
}

std::optional<std::chrono::milliseconds> until_date(beast::string_view text) {
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  std::tm parts{};
  if (!(stream >> std::get_time(&parts, "%a, %d %b %Y %H:%M:%S GMT"))) return std::nullopt;
  const auto when = std::chrono::system_clock::from_time_t(timegm(&parts));
  return std::chrono::ceil<std::chrono::milliseconds>(when - std::chrono::system_clock::now());
}

std::optional<std::chrono::milliseconds> retry_after(const Message& message) {
  if (const auto exact = number_of(message["retry-after-ms"], 1)) return exact;
  const auto text = message[beast::http::field::retry_after];
  if (const auto seconds = number_of(text, 1000)) return seconds;
  return until_date(text);
}

std::string bracketed(const std::string& host) {
  return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

// "host", or "host:port" if the port is not the scheme's.
std::string authority_of(const Url& url) {
  const bool is_usual = url.port == (url.scheme == Url::Scheme::https ? "443" : "80");
  return bracketed(url.host) + (is_usual ? "" : ":" + url.port);
}

template <class Message>
void introduce_to(const Proxy& proxy, Message& message) {
  if (!proxy.authorization.empty()) message.set(beast::http::field::proxy_authorization, proxy.authorization);
}

// A proxy is asked for a whole URL by http. By https it passes bytes on, and sees nothing of the message.
beast::http::request<beast::http::string_body> made_message(const Url& url, const Request& request,
                                                            const std::optional<Proxy>& proxy) {
  const bool is_forwarded = proxy && url.scheme == Url::Scheme::http;
  beast::http::request<beast::http::string_body> message(
      beast::http::verb::post, (is_forwarded ? "http://" + authority_of(url) : "") + url.target, 11);
  message.set(beast::http::field::host, authority_of(url));
  if (is_forwarded) introduce_to(*proxy, message);
  message.set(beast::http::field::content_type, "application/json");
  message.set(beast::http::field::accept, "application/json");
  message.set(beast::http::field::user_agent, "assay");
  message.set(beast::http::field::connection, "close");
  for (const auto& header : request.headers) message.set(header.name, header.value);
  message.body() = request.body;
  message.prepare_payload();
  return message;
}

template <class Stream>
class Connection final : public Exchange, public std::enable_shared_from_this<Connection<Stream>> {
 public:
  template <class... Tls>
  Connection(asio::io_context& context, const Url& url, const std::optional<Proxy>& proxy,
             const Request& request, ExchangeLimits limits, std::function<void(Reply)> done, Tls&... tls)
      : url_(url),
        proxy_(proxy),
        message_(made_message(url, request, proxy)),
        resolver_(context),
        timer_(context),
        stream_(context, tls...),
        limits_(limits),
        done_(std::move(done)) {
    parser_.body_limit(limits.body);
    parser_.header_limit(kHeaderLimit);
  }

  void start() {
    timer_.expires_after(limits_.timeout);
    timer_.async_wait([self = this->shared_from_this()](error_code error) {
      if (!error) self->end({.ending = Ending::timed_out, .why = "no answer within the time limit"});
    });
    try {
      look_up();
    } catch (const boost::system::system_error& error) {  // Asio does it in a thread of its own
      end({.ending = Ending::unreachable, .why = "cannot look the host up: " + error.code().message()});
    }
  }

  void cancel() override { end({.ending = Ending::cancelled, .why = "cancelled"}); }

 private:
  static constexpr bool kIsPlain = std::is_same_v<Stream, beast::tcp_stream>;

  void look_up() {
    const auto& [host, port] = proxy_ ? std::tie(proxy_->host, proxy_->port) : std::tie(url_.host, url_.port);
    resolver_.async_resolve(host, port, [self = this->shared_from_this()](error_code error, auto found) {
      const auto& proxy = self->proxy_;
      if (self->is_over(proxy ? "cannot find the proxy " + proxy->name : "cannot find the host",
                        Ending::unreachable, error))
        return;
      beast::get_lowest_layer(self->stream_).async_connect(found, [self](error_code failed, const auto&) {
        if (!self->is_over(
                self->proxy_ ? "cannot connect to the proxy " + self->proxy_->name : "cannot connect",
                Ending::unreachable, failed))
          self->be_connected();
      });
    });
  }

  void be_connected() {
    if constexpr (kIsPlain) {
      write();
    } else {
      proxy_ ? open_tunnel() : secure();
    }
  }

  void open_tunnel() {
    const auto target = bracketed(url_.host) + ":" + url_.port;
    tunnel_.emplace(beast::http::verb::connect, target, 11);
    tunnel_->set(beast::http::field::host, target);
    tunnel_->set(beast::http::field::user_agent, "assay");
    introduce_to(*proxy_, *tunnel_);
    tunnel_reply_.header_limit(kHeaderLimit);
    tunnel_reply_.skip(true);  // after a success the server's bytes follow; a refusal's page is not read
    auto& wire = beast::get_lowest_layer(stream_);
    beast::http::async_write(wire, *tunnel_, [self = this->shared_from_this()](error_code, std::size_t) {
      if (!self->done_) return;
      beast::http::async_read_header(beast::get_lowest_layer(self->stream_), self->buffer_,
                                     self->tunnel_reply_,
                                     [self](error_code error, std::size_t) { self->take_tunnel(error); });
    });
  }

  void take_tunnel(error_code error) {
    if (is_over("no HTTP from the proxy " + proxy_->name, Ending::unreachable, error)) return;
    const auto& reply = tunnel_reply_.get();
    if (reply.result_int() / 100 != 2)
      return end_refused(reply.result_int(), "CONNECT " + std::string(tunnel_->target()));
    buffer_.clear();  // TLS begins with the client
    secure();
  }

  void end_refused(unsigned status, const std::string& what) {
    end({.ending = Ending::unreachable,
         .status = static_cast<int>(status),
         .why = "the proxy " + proxy_->name + " refuses " + what + " with status " + std::to_string(status) +
                (status != 407                   ? ""
                 : proxy_->authorization.empty() ? ": it asks for a user and a password"
                                                 : ": it does not accept the user and the password")});
  }

  void secure() {
    if constexpr (!kIsPlain) {
      error_code ignored;
      asio::ip::make_address(url_.host, ignored);
      if (ignored && SSL_set_tlsext_host_name(stream_.native_handle(), url_.host.c_str()) != 1)
        return end({.ending = Ending::unreachable, .why = "no name of a host: " + url_.host});
      stream_.set_verify_callback(asio::ssl::host_name_verification(url_.host));
      stream_.async_handshake(asio::ssl::stream_base::client,
                              [self = this->shared_from_this()](error_code error) {
                                if (!self->is_over("no TLS with the host", Ending::unreachable, error))
                                  self->write();
                              });
    }
  }

  void write() {
    beast::http::async_write(stream_, message_, [self = this->shared_from_this()](error_code, std::size_t) {
      // A server may answer and close before reading everything, so its answer says more than an error here.
      if (self->done_) self->read();
    });
  }

  void read() {
    beast::http::async_read_header(stream_, buffer_, parser_,
                                   [self = this->shared_from_this()](error_code error, std::size_t) {
                                     if (self->is_unread(error)) return;
                                     // Beast 1.74 accepts a body whose declared length exceeds the limit.
                                     const auto length = self->parser_.content_length();
                                     if (length && *length > self->limits_.body) return self->end_too_large();
                                     self->read_body();
                                   });
  }

  void read_body() {
    beast::http::async_read(stream_, buffer_, parser_,
                            [self = this->shared_from_this()](error_code error, std::size_t) {
                              if (self->is_unread(error)) return;
                              auto& message = self->parser_.get();
                              if (self->proxy_ && message.result_int() == 407)
                                return self->end_refused(407, "to ask " + self->url_.host);
                              if (message.body().size() > self->limits_.body) return self->end_too_large();
                              self->end({.ending = Ending::answered,
                                         .status = static_cast<int>(message.result_int()),
                                         .body = std::move(message.body()),
                                         .retry_after = retry_after(message)});
                            });
  }

  void end_too_large() { end({.ending = Ending::too_large, .why = "the answer is larger than the limit"}); }

  bool is_unread(error_code error) {
    if (error == beast::http::error::body_limit || error == beast::http::error::header_limit) end_too_large();
    return is_over("the answer broke off, or is not HTTP", Ending::broken, error);
  }

  bool is_over(const std::string& what, Ending ending, error_code error) {
    if (done_ && error) end({.ending = ending, .why = what + ": " + error.message()});
    return !done_;
  }

  // Closing the sockets ends all pending operations, and the last of them releases the connection.
  void end(Reply reply) {
    if (!done_) return;
    timer_.cancel();
    resolver_.cancel();
    beast::get_lowest_layer(stream_).close();
    std::exchange(done_, nullptr)(std::move(reply));
  }

  Url url_;
  std::optional<Proxy> proxy_;
  std::optional<beast::http::request<beast::http::empty_body>> tunnel_;  // for https through a proxy
  beast::http::response_parser<beast::http::empty_body> tunnel_reply_;
  beast::http::request<beast::http::string_body> message_;
  beast::http::response_parser<beast::http::string_body> parser_;
  beast::flat_buffer buffer_;
  asio::ip::tcp::resolver resolver_;
  asio::steady_timer timer_;
  Stream stream_;
  ExchangeLimits limits_;
  std::function<void(Reply)> done_;
};

}  // namespace

ProxyChoice proxy_for(const Url& url, const std::function<std::string(const char*)>& variable) {
  auto host = lower(url.host);
  if (host.ends_with('.')) host.pop_back();
  if (is_of_this_machine(host)) return {};
  for (const char* name : {"no_proxy", "NO_PROXY"})
    if (is_excepted(variable(name), host, url.port)) return {};
  const auto take = [&](const char* name) -> std::optional<ProxyChoice> {
    const auto value = variable(name);
    return value.empty() ? std::nullopt : std::optional(read_proxy(value, name));
  };
  if (url.scheme == Url::Scheme::http) return take("http_proxy").value_or(ProxyChoice{});
  if (auto choice = take("https_proxy")) return *std::move(choice);
  return take("HTTPS_PROXY").value_or(ProxyChoice{});
}

std::shared_ptr<Exchange> start_exchange(asio::io_context& context, asio::ssl::context* tls, const Url& url,
                                         const std::optional<Proxy>& proxy, const Request& request,
                                         ExchangeLimits limits, std::function<void(Reply)> done) {
  if (url.scheme == Url::Scheme::http) {
    auto plain = std::make_shared<Connection<beast::tcp_stream>>(context, url, proxy, request, limits,
                                                                 std::move(done));
    plain->start();
    return plain;
  }
  using Secure = beast::ssl_stream<beast::tcp_stream>;
  auto secure =
      std::make_shared<Connection<Secure>>(context, url, proxy, request, limits, std::move(done), *tls);
  secure->start();
  return secure;
}

}  // namespace assay::http
