// A suite's run in its store, beside the reports.
//
// A store that cannot be used costs no result and no report: what is wrong is kept, and said by whoever asks
// at the end. Nothing is opened before something is to be written: a process of one case never does.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "assay/result.h"

namespace assay {

class RunKeeper {
 public:
  // An empty path: nothing is kept.
  explicit RunKeeper(std::filesystem::path store);
  ~RunKeeper();

  const std::filesystem::path& store() const { return store_; }

  // For a process that runs a whole suite: each finished case is committed as it is added. Where that fails,
  // it says so on standard error, once, and `finish` stores the run in one piece.
  void begin(const RunInfo& info);
  void add(const Result& result);

  // Stores what is not there yet, the run's description as it ended, and its metrics. Says what went wrong.
  std::vector<Problem> finish(const Run& run);

 private:
  struct Inner;
  void stop(const Error& error);

  std::filesystem::path store_;
  std::unique_ptr<Inner> inner_;  // while cases are committed one by one
};

}  // namespace assay
