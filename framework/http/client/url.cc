// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "assay/internal/http_client.h"

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

}  // namespace assay::http
