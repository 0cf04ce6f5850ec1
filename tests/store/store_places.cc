// SPDX-License-Identifier: Apache-2.0
#include "store_places.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <algorithm>

#include "assay/internal/postgres.h"

namespace assay {
namespace {

// A schema name that no other test of this process uses.
std::string new_schema() {
  static int number = 0;
  return "test" + std::to_string(++number);
}

std::string words_of(const postgres::Value& value) {
  switch (value.kind) {
    case postgres::Kind::null: break;
    case postgres::Kind::integer: return std::to_string(value.integer);
    case postgres::Kind::real: return std::to_string(value.real);
    case postgres::Kind::text:
    case postgres::Kind::blob: return std::string(value.bytes);
  }
  return "";
}

std::string rows_of_server(const std::string& url, const std::string& query) {
  postgres::Connection connection(url);
  postgres::Statement statement(connection, query);
  std::string text;
  while (statement.step()) {
    for (int i = 0; i < statement.columns(); ++i) text += (i == 0 ? "" : "|") + words_of(statement.column(i));
    text += "\n";
  }
  return text;
}

}  // namespace

StorePlaces::~StorePlaces() {
  for (const auto& schema : schemas_)
    PostgresServer::of_this_process().run("DROP SCHEMA " + schema.substr(schema.find('=') + 1) + " CASCADE");
}

std::filesystem::path StorePlaces::place(const std::string& name) {
  if (kind_ == StoreKind::file) return folder_ / (name + ".db");
  if (!PostgresServer::absence().empty()) return {};
  auto& server = PostgresServer::of_this_process();
  auto found = std::ranges::find_if(schemas_, [&](const auto& each) { return each.starts_with(name + "="); });
  if (found == schemas_.end()) {
    found = schemas_.insert(schemas_.end(), name + "=" + new_schema());
    server.run("CREATE SCHEMA " + found->substr(name.size() + 1));
  }
  return server.url("postgres", found->substr(name.size() + 1));
}

std::string rows_seen(const std::filesystem::path& store, const std::string& query) {
  if (names_server(store)) return rows_of_server(store.string(), query);
  SQLite::Database database(store.string());
  SQLite::Statement statement(database, query);
  std::string text;
  while (statement.executeStep()) {
    for (int i = 0; i < statement.getColumnCount(); ++i)
      text += (i == 0 ? "" : "|") + statement.getColumn(i).getString();
    text += "\n";
  }
  return text;
}

std::unique_ptr<Database> database_at(const std::filesystem::path& store) {
  if (names_server(store))
    return std::make_unique<Database>(std::make_unique<postgres::Connection>(store.string()));
  return std::make_unique<Database>(
      std::make_unique<SQLite::Database>(store.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE));
}

void change_store(const std::filesystem::path& store, const std::string& statements) {
  if (names_server(store))
    postgres::Connection(store.string()).script(statements);
  else
    SQLite::Database(store.string(), SQLite::OPEN_READWRITE).exec(statements);
}

}  // namespace assay
