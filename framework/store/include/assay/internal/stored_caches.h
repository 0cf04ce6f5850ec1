// SPDX-License-Identifier: Apache-2.0
// What a store keeps from one run to the next: answers of model servers, and embeddings of texts.
#pragma once

#include <filesystem>
#include <memory>

#include "assay/internal/likeness.h"
#include "assay/internal/model_server.h"

namespace assay {

// Answers of model servers. The store is opened, and created if it is missing, when an answer is first
// looked up. Losing it costs only time and money: if the store cannot be used, this is reported once on
// standard error and the servers are asked. A row that was changed after it was written is ignored. Safe to
// use from several threads and processes at once.
class StoredReplies final : public http::ReplyCache {
 public:
  explicit StoredReplies(std::filesystem::path store);
  ~StoredReplies() override;

  std::optional<std::string> find(const std::string& key) override;
  void keep(const std::string& key, const std::string& answer) override;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Embeddings of texts. The store is opened, and created if it is missing, when a vector is first looked up.
// Losing it costs only time: if the store cannot be used, this is reported once on standard error and
// vectors are computed. A vector that was changed after it was written is ignored. Safe to use from several
// threads and processes at once.
class StoredVectors final : public VectorCache {
 public:
  explicit StoredVectors(std::filesystem::path store);
  ~StoredVectors() override;

  std::optional<Embedding> find(const VectorKey& key) override;
  void keep(const VectorKey& key, const Embedding& embedding) override;

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
