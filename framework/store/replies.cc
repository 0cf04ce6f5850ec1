#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <iostream>
#include <mutex>
#include <utility>

#include "assay/internal/stored_replies.h"
#include "checksum.h"
#include "connection.h"
#include "fault.h"

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
  std::filesystem::path store;
  std::mutex mutex;
  bool is_given_up = false;
  std::unique_ptr<SQLite::Database> database;

  SQLite::Database& opened() {
    if (!database) database = open_database({.file = store});
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

  // Whatever goes wrong, the server can be asked.
  template <typename Work>
  auto attempt(Work work) -> decltype(work()) {
    const std::lock_guard lock(mutex);
    if (is_given_up) return decltype(work())();
    try {
      return guarded(store, work);
    } catch (const std::exception& error) {
      is_given_up = true;
      std::cerr << error.what() << "\nwhat servers of models say is not kept\n";
      return decltype(work())();
    }
  }
};

StoredReplies::StoredReplies(std::filesystem::path store) : inner_(std::make_unique<Inner>()) {
  inner_->store = std::move(store);
}

StoredReplies::~StoredReplies() = default;

std::optional<std::string> StoredReplies::find(const std::string& key) {
  return inner_->attempt([&] { return inner_->read(key); });
}

void StoredReplies::keep(const std::string& key, const std::string& answer) {
  inner_->attempt([&] { inner_->write(key, answer); });
}

}  // namespace assay
