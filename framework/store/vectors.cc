// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <utility>

#include "assay/internal/digest.h"
#include "assay/internal/stored_vectors.h"
#include "checksum.h"
#include "connection.h"
#include "optional_store.h"
#include "query.h"

namespace assay {
namespace {

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
