// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/model_server.h"

#include <cstdlib>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay::http {

bool is_server_address(std::string_view url) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) {
      const auto rest = url.substr(scheme.size());
      const auto host = rest.substr(0, rest.find('/'));
      return !host.empty() && host.find('@') == host.npos && rest.find_first_of("?#") == rest.npos;
    }
  return false;
}

std::string joined(std::string address, std::string_view path) {
  while (address.ends_with('/')) address.pop_back();
  return address += path;
}

std::string key_in(const std::string& variable) {
  const char* value = variable.empty() ? nullptr : std::getenv(variable.c_str());
  return value == nullptr ? std::string() : std::string(trimmed(value));
}

std::string without_key(std::string text, const std::string& key) {
  if (key.empty()) return text;
  for (auto at = text.find(key); at != text.npos; at = text.find(key, at)) text.replace(at, key.size(), "…");
  return text;
}

std::string complaint_in(std::string_view body) try {
  constexpr std::size_t kLongest = 200;
  const auto answer = parse_json(body, "");
  auto text = answer.text_at("/error/message");
  if (text.empty()) text = answer.text_at("/error");
  return one_line(std::string_view(text).substr(0, kLongest));
} catch (const Error&) {
  return {};
}

}  // namespace assay::http
