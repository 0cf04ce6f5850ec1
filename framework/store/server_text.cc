// SPDX-License-Identifier: Apache-2.0
#include <cctype>

#include "assay/internal/text.h"
#include "fault.h"
#include "server.h"

namespace assay {
namespace {

constexpr char kEscape = '\x1A';
constexpr std::string_view kHexDigits = "0123456789abcdef";

// The position of a password in a URL: its first character and the one after its last.
struct Span {
  std::size_t begin = 0, end = 0;
};

std::optional<Span> password_in(std::string_view url) {
  const auto authority = url.find("://");
  if (authority == url.npos) return std::nullopt;
  const auto begin = authority + 3;
  const auto end = std::min(url.find_first_of("/?#", begin), url.size());
  const auto at = url.substr(0, end).rfind('@');
  if (at != url.npos && at >= begin) {
    const auto colon = url.substr(0, at).find(':', begin);
    if (colon != url.npos) return Span{colon + 1, at};
  }
  for (const std::string_view name : {"?password=", "&password=", "?sslpassword=", "&sslpassword="})
    if (const auto found = url.find(name); found != url.npos)
      return Span{found + name.size(), std::min(url.find('&', found + 1), url.size())};
  return std::nullopt;
}

}  // namespace

bool names_server(const std::filesystem::path& store) {
  const std::string& name = store.native();
  return name.starts_with("postgresql://") || name.starts_with("postgres://");
}

std::string shown_url(const std::string& url) {
  std::string shown = url;
  if (const auto found = password_in(shown)) shown.replace(found->begin, found->end - found->begin, "***");
  return shown;
}

void expect_no_password(const std::string& url) {
  if (!password_in(url)) return;
  throw store_error(shown_url(url),
                    "the URL has a password: command lines are seen by everybody on the machine",
                    "put it into ~/.pgpass or PGPASSWORD, and leave it out of the URL");
}

std::string server_sql(std::string_view sql) {
  std::string out;
  int next = 1;
  bool is_quoted = false;
  for (std::size_t i = 0; i < sql.size(); ++i) {
    is_quoted ^= sql[i] == '\'';
    if (sql[i] != '?' || is_quoted) {
      out += sql[i];
      continue;
    }
    out += '$';
    const bool is_numbered = i + 1 < sql.size() && std::isdigit(static_cast<unsigned char>(sql[i + 1])) != 0;
    if (!is_numbered) out += std::to_string(next++);
  }
  return out;
}

std::optional<std::string> escaped_text(std::string_view text) {
  const bool may_stay = !text.starts_with(kEscape) && text.find('\0') == text.npos && is_utf8(text);
  if (may_stay) return std::nullopt;
  std::string out(1, kEscape);
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    (out += kHexDigits[byte >> 4]) += kHexDigits[byte & 15];
  }
  return out;
}

std::optional<std::string> unescaped_text(std::string_view text) {
  if (!text.starts_with(kEscape)) return std::nullopt;
  std::string out;
  for (std::size_t i = 1; i + 1 < text.size(); i += 2)
    out += static_cast<char>(kHexDigits.find(text[i]) * 16 + kHexDigits.find(text[i + 1]));
  return out;
}

}  // namespace assay
