#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <utility>

#include "assay/internal/stored_replies.h"
#include "checksum.h"
#include "connection.h"
#include "optional_store.h"

namespace assay {
namespace {

std::int64_t checksum_of(const std::string& key, const std::string& answer) {
  Checksum checksum;
  checksum.add(std::string_view(key));
  checksum.add(std::string_view(answer));
  return checksum.value();
}

}  // namespace

struct StoredReplies::Inner {
  explicit Inner(std::filesystem::path file)
      : store(std::move(file), "what servers of models say is not kept") {}

  OptionalStore store;
  std::unique_ptr<SQLite::Database> database;

  SQLite::Database& opened() {
    if (!database) database = open_database({.file = store.file()});
    return *database;
  }

  std::optional<std::string> read(const std::string& key) {
    SQLite::Statement select(opened(), "SELECT answer, checksum FROM judge_answers WHERE key = ?");
    select.bind(1, key);
    if (!select.executeStep()) return std::nullopt;
    auto answer = select.getColumn(0).getString();
    const bool is_whole = select.getColumn(1).getInt64() == checksum_of(key, answer);
    return is_whole ? std::optional(std::move(answer)) : std::nullopt;
  }

  void write(const std::string& key, const std::string& answer) {
    SQLite::Statement insert(opened(),
                             "INSERT OR REPLACE INTO judge_answers(key, answer, checksum) VALUES(?, ?, ?)");
    insert.bind(1, key);
    insert.bind(2, answer);
    insert.bind(3, checksum_of(key, answer));
    insert.exec();
  }
};

StoredReplies::StoredReplies(std::filesystem::path store)
    : inner_(std::make_unique<Inner>(std::move(store))) {}

StoredReplies::~StoredReplies() = default;

std::optional<std::string> StoredReplies::find(const std::string& key) {
  return inner_->store.attempt([&] { return inner_->read(key); });
}

void StoredReplies::keep(const std::string& key, const std::string& answer) {
  inner_->store.attempt([&] { inner_->write(key, answer); });
}

}  // namespace assay
