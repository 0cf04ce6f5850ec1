// SPDX-License-Identifier: Apache-2.0
// Stores results while a run is in progress.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "assay/store.h"

namespace assay {

// Stores whatever the store lacks of a run: results, its final description and its metrics.
void store_run(Store& store, const Run& run);

// An optional store: reports are made from other copies, so a failure loses no result. It is reported once on
// standard error, and `finish` tries again. The store is opened at the first write; a process for a single
// case never opens it.
//
// Members may be called from any thread, but only one at a time.
class BestEffortStore {
 public:
  // An empty path: nothing is stored.
  explicit BestEffortStore(std::filesystem::path store);

  const std::filesystem::path& store() const { return store_; }

  // For a process that runs a whole suite: stores each case as it finishes.
  void begin(const RunInfo& info);
  bool has_begun() const { return open_.has_value(); }
  void add(const Result& result);
  // Calls store_run() and returns what went wrong.
  std::vector<Problem> finish(const Run& run);

 private:
  void give_up(const std::exception& error);

  std::filesystem::path store_;
  std::optional<Store> open_;  // between begin and finish
  std::string run_id_;
};

}  // namespace assay
