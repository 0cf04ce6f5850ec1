// SPDX-License-Identifier: Apache-2.0
// A run's cases, shared by several workers: a server's database leases each case to one worker at a time
// (docs/store-schema.md, "Leases").
//
// A lease expires by the server's clock unless its worker renews it; a thread of the queue does so three
// times per lease period. Another worker may take the case once the lease has expired. The first result of a
// case counts.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "assay/store.h"

namespace assay {

// One attempt of a case, to be asked.
struct WorkItem {
  std::string dataset;
  std::string id;
  int attempt = 1;
  auto operator<=>(const WorkItem&) const = default;
};

struct Lease {
  std::size_t item = 0;  // index
  std::int64_t place = 0;
  int tries = 1;  // how many workers have been given the item, including this one
};

// How long a worker waits for another: meanwhile the first worker puts all items into the queue.
inline constexpr std::chrono::milliseconds kPatienceOfWorkers{600'000};

struct WorkTerms {
  std::string url;  // the server's database
  std::string run_id;
  std::string worker;  // unique among the workers
  std::chrono::milliseconds lease{60'000};
  KeptOutputs kept_outputs = KeptOutputs::all;
};

// The connection to the server is gone.
class LostServer : public Error {
 public:
  using Error::Error;
};

// Used from one thread. Members throw Error, or LostServer; what this worker holds then goes to other workers
// when its leases expire.
class WorkQueue {
 public:
  // Joins the run's queue. The first worker to join creates the queue from `items`, in the order they will be
  // asked; later workers must bring the same items, in any order. Items that already have a result are not
  // handed out. REQUIRES: the store has the run.
  WorkQueue(WorkTerms terms, std::vector<WorkItem> items);
  ~WorkQueue();

  // Leases up to `most` items, the first that are open.
  std::vector<Lease> take(std::size_t most);

  struct Finish {
    bool counts = true;        // false: another result came first; this one counts as a duplicate
    std::vector<Lease> taken;  // at most one
  };
  // Commits the result of an item and leases up to `take` more, in one statement. If the item has an
  // unmeasured result, a measured one replaces it. The result must name its tool and its dataset
  // (name_subject()).
  Finish finish(const Lease& lease, const Result& result, std::size_t take);

  struct State {
    std::size_t items = 0, done = 0;
    std::size_t duplicates = 0;                   // results that came too late
    std::chrono::milliseconds until_next_end{0};  // of a lease; 0: no item is leased
  };
  State state();
  // Gives back all items that this worker holds, as if it had never leased them.
  void release();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

// The number of items of a run's queue that have no result yet; 0 if it has no queue. `store`: a file, or a
// server's database. Throws Error.
std::size_t open_items(const std::filesystem::path& store, const std::string& run_id);

}  // namespace assay
