// SPDX-License-Identifier: Apache-2.0
// The requests of a worker to the server, each one statement.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "assay/internal/work_queue.h"
#include "columns.h"
#include "query.h"

namespace assay {

struct LeasedRow {
  std::int64_t place = 0;
  std::string dataset, id;
  int attempt = 1;
  int tries = 1;
};

// Members throw postgres::Failure.
class WorkStatements {
 public:
  // Both must outlive this.
  WorkStatements(Database& database, const WorkTerms& terms);

  // Leases open items after place `behind`.
  std::vector<LeasedRow> take(std::size_t most, std::int64_t behind);
  struct Finished {
    bool counts = false;
    std::vector<LeasedRow> taken;
  };
  // Throws Failure 23505 if the run already has a result for the item although it is open.
  Finished finish(std::int64_t place, const Result& result, std::size_t most, std::int64_t behind);
  void close(std::int64_t place);
  // Deletes the item's result if it is unmeasured, and opens the item; returns whether it did.
  bool forget_unmeasured(std::int64_t place);
  void count_duplicate(const Result& result);
  void renew();
  void release();
  WorkQueue::State state();

 private:
  Query& bind_lease(Query& query, std::size_t most, std::int64_t behind, std::int64_t but);

  const WorkTerms& terms_;
  Query take_, finish_command_, finish_command_with_blobs_, finish_retrieval_, finish_retrieval_with_blobs_,
      close_, count_duplicate_, renew_, release_, forget_unmeasured_, state_;
};

}  // namespace assay
