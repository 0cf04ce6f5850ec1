// SPDX-License-Identifier: Apache-2.0
// Receives the cases of a dataset while it is read. Which list counts is known only at the end, so each list
// has its own cases.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "assay/dataset.h"
#include "assay/internal/json.h"

namespace assay {

class CaseKeeper {
 public:
  virtual ~CaseKeeper() = default;
  // The next bytes of the file, before the elements that end in them.
  virtual void pass(std::string_view) {}
  // Called with the case's index; skipped elements are not cases.
  virtual void take(DatasetKind kind, const JsonElement& element, Case one) = 0;
  // A case taken earlier; `dataset` and the file of `where` may be empty. REQUIRES: an index already passed.
  virtual Case at(DatasetKind kind, std::size_t index) const = 0;
  // Whether the first element was a case. REQUIRES: one was taken.
  virtual bool has_first(DatasetKind kind) const = 0;
  // The end of the dataset, with its kind and name.
  virtual void end(DatasetKind kind, const std::string& name) = 0;
};

// Reads and checks a dataset as read_dataset() does. The returned Dataset has no cases: the keeper has them.
Dataset read_dataset_into(CaseKeeper& keeper, Blocks blocks, const std::filesystem::path& file,
                          std::size_t limit_bytes);

}  // namespace assay
