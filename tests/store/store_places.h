// SPDX-License-Identifier: Apache-2.0
// Where a test's stores are: files in a folder, or schemas of a server's database. They are removed when the
// test ends.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "database.h"
#include "postgres_server.h"
#include "sample.h"

namespace assay {

enum class StoreKind { file, server };
inline constexpr std::array kStoreKinds = {StoreKind::file, StoreKind::server};
inline std::string name_of(StoreKind kind) { return kind == StoreKind::file ? "SQLite" : "PostgreSQL"; }

#define SKIP_WITHOUT_SERVER(kind)                                        \
  if ((kind) == StoreKind::server && !PostgresServer::absence().empty()) \
  GTEST_SKIP() << PostgresServer::absence()

class StorePlaces {
 public:
  explicit StorePlaces(StoreKind kind) : kind_(kind) {}
  ~StorePlaces();
  // Equal names give the same place.
  std::filesystem::path place(const std::string& name);
  const TemporaryFolder& folder() const { return folder_; }

 private:
  StoreKind kind_;
  TemporaryFolder folder_;
  std::vector<std::string> schemas_;
};

// One line per row, columns separated by "|".
std::string rows_seen(const std::filesystem::path& store, const std::string& query);
// Opens it as it is, with whatever tables it has or lacks.
std::unique_ptr<Database> database_at(const std::filesystem::path& store);
void change_store(const std::filesystem::path& store, const std::string& statements);

}  // namespace assay
