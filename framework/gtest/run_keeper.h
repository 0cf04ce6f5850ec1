// A suite's run in its store, beside the reports.
//
// A store that cannot be used costs no result and no report: what is wrong is kept, and said by whoever asks
// at the end. Nothing is opened before something is to be written: a process of one case never does.
//
// Threads: a thread of its own commits, so that no tool waits for the disk. Members may be called from any
// thread, but one after the other; `store` at any time.
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

  // For a process that runs a whole suite: each finished case is committed soon after it was added, within
  // some 20 ms where the disk is no slower; cases that finish closer together share a commit. A process that
  // is killed in between leaves them in its log. Where storing fails, it says so on standard error, once, and
  // `finish` stores the run in one piece.
  void begin(const RunInfo& info);
  void add(const Result& result);

  // Stores what is not there yet, the run's description as it ended, and its metrics. Says what went wrong.
  std::vector<Problem> finish(const Run& run);

 private:
  class Committer;

  std::filesystem::path store_;
  std::unique_ptr<Committer> committer_;  // between begin and finish
};

}  // namespace assay
