// SPDX-License-Identifier: Apache-2.0
#include <openssl/evp.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/network_v4.hpp>
#include <boost/asio/ip/network_v6.hpp>
#include <charconv>

#include "assay/internal/http_proxy.h"

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

}  // namespace assay::http
