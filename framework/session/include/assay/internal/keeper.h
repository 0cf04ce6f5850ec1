// SPDX-License-Identifier: Apache-2.0
// Results on their way into a store, while a run goes on.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/result.h"
#include "assay/store.h"

namespace assay {

// Stores what the store has not yet of a run, its description as it ended, and its metrics.
void store_run(Store& store, const Run& run);

// A store that comes second: reports are made of other copies, so one that cannot be used costs no result.
// What is wrong is said on standard error, once, and `finish` tries again. Nothing is opened before something
// is to be written: a process of one case never does.
//
// Threads: members may be called from any thread, but one after the other.
class ReserveKeeper {
 public:
  // An empty path: nothing is kept.
  explicit ReserveKeeper(std::filesystem::path store);

  const std::filesystem::path& store() const { return store_; }

  // For a process that runs a whole suite: the cases are kept while they finish.
  void begin(const RunInfo& info);
  void add(const Result& result);
  // store_run(). Says what went wrong.
  std::vector<Problem> finish(const Run& run);

 private:
  void give_up(const std::exception& error);

  std::filesystem::path store_;
  std::optional<Store> open_;  // between begin and finish
  std::string run_id_;
};

}  // namespace assay
