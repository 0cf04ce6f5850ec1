// SPDX-License-Identifier: Apache-2.0
// The cases of a run that several workers share: leased to one of them at a time by the database of a server
// (docs/store-schema.md, "Leases").
//
// A lease runs out by the server's clock unless its worker renews it, which a thread of the queue does three
// times in that time; then another worker may have the case. The first result of a case counts.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/store.h"

namespace assay {

// An attempt of a case that is to be asked.
struct WorkItem {
  std::string_view dataset;
  std::string_view id;
  int attempt = 1;
  auto operator<=>(const WorkItem&) const = default;
};

struct Lease {
  std::size_t item = 0;  // index
  std::int64_t place = 0;
  int tries = 1;  // how many workers have been given the item, this one too
};

// How long a worker waits for another one: whoever comes first puts all items into the queue meanwhile.
inline constexpr std::chrono::milliseconds kPatienceOfWorkers{600'000};

struct WorkTerms {
  std::string url;  // of the server's database
  std::string run_id;
  std::string worker;  // unlike any other's
  std::chrono::milliseconds lease{60'000};
  KeptOutputs kept_outputs = KeptOutputs::all;
};

// Belongs to one thread. Members throw Error, as where the server is gone: what this
// worker had then goes to others when its leases run out.
class WorkQueue {
 public:
  // Joins the run's queue. Who comes first makes it, of `items` in the order in which they are to be asked;
  // for later ones it has to be of the same items, whatever their order. What has a result already is not
  // handed out. What the items refer to outlives this. REQUIRES: the store has the run.
  WorkQueue(WorkTerms terms, std::vector<WorkItem> items);
  ~WorkQueue();

  // Leases at most so many items, the first of those that are open.
  std::vector<Lease> take(std::size_t most);

  struct Finish {
    bool counts = true;        // otherwise another result of this item came first, and this one is counted
    std::vector<Lease> taken;  // at most one
  };
  // Commits the result of an item and takes another one, in one statement. The result names its tool and its
  // dataset (name_subject()).
  Finish finish(const Lease& lease, const Result& result, std::size_t take);

  struct State {
    std::size_t items = 0, done = 0;
    std::size_t duplicates = 0;                   // results that came too late
    std::chrono::milliseconds until_next_end{0};  // of a lease; 0: none is out
  };
  State state();
  // Gives back what this worker has: as if it had never been given to it.
  void release();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
