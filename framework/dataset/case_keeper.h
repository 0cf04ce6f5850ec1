// SPDX-License-Identifier: Apache-2.0
// Where the cases of a dataset go while it is read. Until its end nobody knows of which list they are meant:
// each has its own.
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
  // Bytes of the file that come next, before the elements that end in them.
  virtual void pass(std::string_view) {}
  // By its index; elements that are left out are no cases.
  virtual void take(DatasetKind kind, const JsonElement& element, Case one) = 0;
  // What was taken; `dataset` and the file of `where` may be empty. REQUIRES: an index that was come past.
  virtual Case at(DatasetKind kind, std::size_t index) const = 0;
  // Whether the first element was a case. REQUIRES: one was taken.
  virtual bool has_first(DatasetKind kind) const = 0;
  // The dataset is of this kind, and has this name.
  virtual void end(DatasetKind kind, const std::string& name) = 0;
};

// Reads and checks a dataset, as read_dataset() does. What is returned has no cases: the keeper has.
Dataset read_dataset_into(CaseKeeper& keeper, Blocks blocks, const std::filesystem::path& file,
                          std::size_t limit_bytes);

}  // namespace assay
