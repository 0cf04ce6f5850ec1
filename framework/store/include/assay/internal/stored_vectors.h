// SPDX-License-Identifier: Apache-2.0
// Embeddings of texts, kept in a store from one run to the next.
#pragma once

#include <filesystem>
#include <memory>

#include "assay/internal/likeness.h"

namespace assay {

// The store is opened, and created if it is missing, when a vector is first looked up. Losing it costs only
// time: if the store cannot be used, this is reported once on standard error and vectors are computed. A
// vector that was changed after it was written is ignored. Safe to use from several threads and processes at
// once.
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
