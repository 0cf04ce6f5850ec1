// SPDX-License-Identifier: Apache-2.0
#include "server.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "assay/internal/postgres.h"
#include "assay/internal/text.h"
#include "query.h"
#include "schema.h"

namespace assay {
namespace {

std::string answer_to(Database& database, const char* sql) {
  Query query(database, sql);
  return query.step() ? std::string(query.text(0)) : "";
}

void expect_utf8(Database& database, const std::filesystem::path& url) {
  const std::string encoding = answer_to(database, "SELECT current_setting('server_encoding')");
  if (encoding == "UTF8") return;
  throw store_error(url, "the database keeps texts as " + encoding + ", which cannot hold every result",
                    "make one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0");
}

// Checked before the tool is asked anything: a refusal of the first result would come too late.
void expect_may_write(Database& database, const std::filesystem::path& url) {
  Query query(
      database,
      "SELECT coalesce(string_agg(name, ', '), ''), current_user::text FROM "
      "unnest(ARRAY['eval_runs', 'eval_figures', 'eval_rows', 'blobs', 'work', 'work_duplicates']) AS name "
      "WHERE to_regclass(name) IS NOT NULL AND NOT "
      "(has_table_privilege(name, 'INSERT') AND has_table_privilege(name, 'UPDATE') AND "
      "has_table_privilege(name, 'DELETE') AND has_table_privilege(name, 'SELECT'))");
  if (!query.step() || query.text(0).empty()) return;
  throw store_error(
      url,
      fmt::format("the store cannot be written: role {} may not insert, update, delete and select in {}",
                  query.text(1), query.text(0)),
      "grant it that, or name another role (PGUSER, or postgresql://ROLE@…)");
}

// Somebody set this for the role, the database or this connection, and meant it.
void expect_transactions_that_write(Database& database, const std::filesystem::path& url) {
  Query query(database, "SELECT current_setting('default_transaction_read_only')");
  if (!query.step() || query.text(0) != "on") return;
  throw store_error(url, "the store cannot be written: default_transaction_read_only is on",
                    "name another role (PGUSER, or postgresql://ROLE@…), or turn that off");
}

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

std::unique_ptr<Database> open_server(const StoreOptions& options) {
  const std::string& url = options.file.native();
  expect_postgres(url);
  expect_no_password(url);
  return guarded(options.file, [&] {
    auto database = std::make_unique<Database>(std::make_unique<postgres::Connection>(url));
    const bool is_written = options.access == StoreOptions::Access::write;
    database->exec(fmt::format("SET lock_timeout = {}", options.patience.count()));
    if (is_written)
      expect_transactions_that_write(*database, options.file);
    else
      database->exec("SET default_transaction_read_only = on");
    expect_utf8(*database, options.file);
    check_schema(*database, options.file, migrations(*database));
    if (!is_written) {
      expect_current(*database, options.file);
      return database;
    }
    migrate(*database, options.file, migrations(*database));
    expect_may_write(*database, options.file);
    return database;
  });
}

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
