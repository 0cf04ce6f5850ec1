// SPDX-License-Identifier: Apache-2.0
// Vectors of texts, kept in a store from one run to the next.
#pragma once

#include <filesystem>
#include <memory>

#include "assay/internal/likeness.h"

namespace assay {

// The store is opened, and made where it is missing, when a vector is first asked for. One that cannot be
// used costs time alone: that is said on standard error, once, and vectors are computed. So is one that was
// changed after it was written. From several threads and processes at once.
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
