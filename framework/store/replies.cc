// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "assay/internal/stored_replies.h"
#include "checksum.h"
#include "connection.h"
#include "optional_store.h"
#include "query.h"

namespace assay {
namespace {

std::int64_t reply_checksum(const std::string& key, const std::string& answer) {
  Checksum checksum;
  checksum.add(std::string_view(key));
  checksum.add(std::string_view(answer));
  return checksum.value();
}

}  // namespace

struct StoredReplies::Inner {
  explicit Inner(std::filesystem::path file)
      : store(std::move(file), "replies of model servers are not kept") {}

  OptionalStore store;
  std::unique_ptr<Database> database;

  Database& opened() {
    if (!database) database = open_database({.file = store.file()});
    return *database;
  }

  std::optional<std::string> read(const std::string& key) {
    Query select(opened(), "SELECT answer, checksum FROM judge_answers WHERE key = ?");
    if (!select.text(1, key).step()) return std::nullopt;
    std::string answer(select.text(0));
    const bool is_whole = select.integer(1) == reply_checksum(key, answer);
    return is_whole ? std::optional(std::move(answer)) : std::nullopt;
  }

  void write(const std::string& key, const std::string& answer) {
    Query insert(opened(),
                 "INSERT INTO judge_answers(key, answer, checksum) VALUES(?, ?, ?) "
                 "ON CONFLICT(key) DO UPDATE SET answer = excluded.answer, checksum = excluded.checksum");
    insert.text(1, key).text(2, answer).integer(3, reply_checksum(key, answer)).run();
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
