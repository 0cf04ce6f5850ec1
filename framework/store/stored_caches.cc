// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/stored_caches.h"

#include <cstring>
#include <iostream>
#include <mutex>
#include <string_view>
#include <utility>

#include "assay/internal/digest.h"
#include "checksum.h"
#include "connection.h"
#include "database.h"
#include "query.h"

namespace assay {
namespace {

// A store used as a cache: if anything goes wrong with it, the work can be done again. Thread-safe: calls are
// serialised.
class OptionalStore {
 public:
  // `loss` is printed after the first error: what is lost without the store. It must outlive this.
  OptionalStore(std::filesystem::path file, std::string_view loss) : file_(std::move(file)), loss_(loss) {}

  const std::filesystem::path& file() const { return file_; }

  // Returns what `work` returns or, from the first error on, its type's default value. Only that error is
  // reported.
  template <typename Work>
  auto attempt(Work work) -> decltype(work()) {
    const std::lock_guard lock(mutex_);
    if (is_given_up_) return decltype(work())();
    try {
      return guarded(file_, work);
    } catch (const std::exception& error) {
      is_given_up_ = true;
      std::cerr << error.what() << "\n" << loss_ << "\n";
      return decltype(work())();
    }
  }

 private:
  std::filesystem::path file_;
  std::string_view loss_;
  std::mutex mutex_;
  bool is_given_up_ = false;
};

std::int64_t reply_checksum(const std::string& key, const std::string& answer) {
  Checksum checksum;
  checksum.add(std::string_view(key));
  checksum.add(std::string_view(answer));
  return checksum.value();
}

std::string_view bytes_of(const Embedding& embedding) {
  return {reinterpret_cast<const char*>(embedding.values.data()), embedding.values.size() * sizeof(float)};
}

std::int64_t vector_checksum(const VectorKey& key, const std::string& text_hash, const Embedding& embedding) {
  Checksum checksum;
  checksum.add(std::string_view(key.model_hash));
  checksum.add(to_string(key.pooling));
  checksum.add(std::string_view(text_hash));
  checksum.add(embedding.is_cut);
  checksum.add(bytes_of(embedding));
  return checksum.value();
}

void bind_key(Query& query, const VectorKey& key, const std::string& text_hash) {
  query.text(1, key.model_hash).text(2, to_string(key.pooling)).text(3, text_hash);
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

struct StoredVectors::Inner {
  explicit Inner(std::filesystem::path file)
      : store(std::move(file), "vectors of the similarity model are computed again each time") {}

  OptionalStore store;
  std::unique_ptr<Database> database;
  std::unique_ptr<Query> select, insert;

  void open() {
    if (database) return;
    database = open_database({.file = store.file()});
    select = std::make_unique<Query>(*database,
                                     "SELECT is_cut, vector, checksum FROM vectors WHERE "
                                     "model_hash = ? AND pooling = ? AND text_sha256 = ?");
    insert = std::make_unique<Query>(
        *database,
        "INSERT INTO vectors(model_hash, pooling, text_sha256, is_cut, vector, checksum) "
        "VALUES(?, ?, ?, ?, ?, ?) ON CONFLICT(model_hash, pooling, text_sha256) DO UPDATE SET "
        "is_cut = excluded.is_cut, vector = excluded.vector, checksum = excluded.checksum");
  }

  std::optional<Embedding> read(const VectorKey& key) {
    open();
    const auto text_hash = sha256(key.text);
    select->reset();
    bind_key(*select, key, text_hash);
    if (!select->step()) return std::nullopt;
    Embedding embedding{.values = {}, .is_cut = select->integer(0) != 0};
    const auto vector = select->blob(1);
    embedding.values.resize(vector.size() / sizeof(float));
    if (!embedding.values.empty())
      std::memcpy(embedding.values.data(), vector.data(), embedding.values.size() * sizeof(float));
    const bool is_whole = select->integer(2) == vector_checksum(key, text_hash, embedding);
    select->reset();  // ends the read transaction
    return is_whole ? std::optional(std::move(embedding)) : std::nullopt;
  }

  void write(const VectorKey& key, const Embedding& embedding) {
    open();
    const auto text_hash = sha256(key.text);
    insert->reset();
    bind_key(*insert, key, text_hash);
    insert->integer(4, embedding.is_cut ? 1 : 0)
        .blob(5, bytes_of(embedding))
        .integer(6, vector_checksum(key, text_hash, embedding))
        .run();
  }
};

StoredVectors::StoredVectors(std::filesystem::path store)
    : inner_(std::make_unique<Inner>(std::move(store))) {}

StoredVectors::~StoredVectors() = default;

std::optional<Embedding> StoredVectors::find(const VectorKey& key) {
  return inner_->store.attempt([&] { return inner_->read(key); });
}

void StoredVectors::keep(const VectorKey& key, const Embedding& embedding) {
  inner_->store.attempt([&] { inner_->write(key, embedding); });
}

}  // namespace assay
