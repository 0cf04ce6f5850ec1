// SPDX-License-Identifier: Apache-2.0
// The tables of leases, which only a server's database has, and the requests of a worker to the server, each
// one statement.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "assay/internal/work_queue.h"
#include "columns.h"
#include "database.h"
#include "query.h"

namespace assay {

// Counts a result of run ?1, in JSON ?2, that came after the first one of its case. However often it comes,
// it counts once. Affects no row if the run has no leases.
inline constexpr const char* kCountDuplicate =
    "INSERT INTO work_duplicates(run_id, result_sha256) "
    "SELECT run_id, sha256(convert_to(?2, 'UTF8')) FROM work_queues WHERE run_id = ?1 "
    "ON CONFLICT (run_id, result_sha256) DO UPDATE SET result_sha256 = EXCLUDED.result_sha256";

// Creates them if they are missing: not every store on a server uses leases.
void make_work_tables(Database& database);
bool has_work_tables(Database& database);
// Marks items as done if their result arrived another way, for example by a merge.
void reconcile_work(Database& database, const std::string& run_id);

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
