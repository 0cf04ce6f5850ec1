// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>
#include <vector>

#include "assay/internal/text.h"
#include "fault.h"
#include "server.h"

namespace assay {
namespace {

constexpr char kEscape = '\x1A';

// The position of a password in a URL: its first character and the one after its last.
struct Span {
  std::size_t begin = 0, end = 0;
};

// The one between the user and the host: up to the last '@' in front of the path, whatever else it contains.
std::optional<Span> users_password(std::string_view url, std::size_t begin) {
  const std::string_view authority = url.substr(0, url.find('/', begin));
  const auto colon = authority.find(':', begin), at = authority.rfind('@');
  if (colon == url.npos || at == url.npos || at < colon) return std::nullopt;
  return Span{colon + 1, at};
}

bool is_secret(std::string_view parameter) {
  const std::string name = percent_decoded(parameter);
  return name == "password" || name == "sslpassword";
}

// In the order of their first characters; they may overlap.
std::vector<Span> passwords_in(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == url.npos) return {};
  const std::size_t begin = scheme + 3;
  std::vector<Span> found;
  for (auto at = url.find_first_of("?&", begin); at != url.npos; at = url.find_first_of("?&", at + 1)) {
    const auto equals = url.find('=', at);
    if (equals != url.npos && is_secret(url.substr(at + 1, equals - at - 1)))
      found.push_back({equals + 1, std::min(url.find('&', equals), url.size())});
  }
  if (const auto users = users_password(url, begin)) found.push_back(*users);
  std::ranges::sort(found, {}, &Span::begin);
  return found;
}

}  // namespace

bool names_server(const std::filesystem::path& store) {
  const std::string_view name = store.native(), scheme = name.substr(0, name.find("://"));
  return scheme.size() < name.size() && !scheme.empty() &&
         std::ranges::all_of(scheme, [](unsigned char each) {
           return std::isalnum(each) != 0 || each == '+' || each == '-' || each == '.';
         });
}

void expect_postgres(const std::string& url) {
  if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return;
  throw store_error(shown_url(url), "assay has no store of this kind",
                    "name a file, or the database of a PostgreSQL server: postgresql://HOST/DATABASE");
}

std::string shown_url(const std::string& url) {
  std::string shown;
  std::size_t rest = 0;
  for (const Span& each : passwords_in(url)) {
    if (each.begin >= rest) shown += url.substr(rest, each.begin - rest) + "***";
    rest = std::max(rest, each.end);
  }
  return shown + url.substr(rest);
}

void expect_no_password(const std::string& url) {
  if (passwords_in(url).empty()) return;
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
  return kEscape + to_hex(text);
}

std::optional<std::string> unescaped_text(std::string_view text) {
  return text.starts_with(kEscape) ? from_hex(text.substr(1)) : std::nullopt;
}

}  // namespace assay
