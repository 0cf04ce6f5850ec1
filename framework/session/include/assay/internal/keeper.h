// Results on their way into a store, while a run goes on.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "assay/result.h"
#include "assay/store.h"

namespace assay {

// Commits results to a run of a store from a thread of its own, so that nobody waits for the disk: what is
// added while a commit goes on is the next commit. A process that is killed loses what it had not committed.
//
// Threads: members may be called from any thread, but one after the other.
class Keeper {
 public:
  // REQUIRES: the store has the run.
  Keeper(Store store, std::string run_id);
  Keeper(Keeper&&) noexcept;
  ~Keeper();  // commits what was added

  // Throws Error where an earlier result could not be committed.
  void add(Result result);
  // Waits until all is committed. Throws Error where something could not be.
  Store close();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// Stores what the store has not yet of a run, its description as it ended, and its metrics.
void store_run(Store& store, const Run& run);

// A store that comes second: reports are made of other copies, so one that cannot be used costs no result.
// What is wrong is said on standard error, once, and `finish` tries again. Nothing is opened before something
// is to be written: a process of one case never does. Threads: as Keeper.
class ReserveKeeper {
 public:
  // An empty path: nothing is kept.
  explicit ReserveKeeper(std::filesystem::path store);
  ~ReserveKeeper();

  const std::filesystem::path& store() const { return store_; }

  // For a process that runs a whole suite: the cases are kept while they finish.
  void begin(const RunInfo& info);
  void add(const Result& result);
  // store_run(). Says what went wrong.
  std::vector<Problem> finish(const Run& run);

 private:
  void give_up(const std::exception& error);

  std::filesystem::path store_;
  std::unique_ptr<Keeper> keeper_;  // between begin and finish
};

}  // namespace assay
