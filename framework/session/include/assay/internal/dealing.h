// SPDX-License-Identifier: Apache-2.0
// The part of a run that this process asks where several do, and how they come to share one run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/case_shelf.h"
#include "assay/internal/engines.h"
#include "assay/result.h"

namespace assay {

// What was said about it; what is empty is looked up in ASSAY_SHARD and ASSAY_RUN_ID.
struct DealingRequest {
  std::string shard;     // as shard_from() reads it, or "none": all cases, whatever ASSAY_SHARD says
  std::string run_id;    // of the run
  bool has_run = false;  // the run is known already: no id is looked for
};

struct Dealing {
  std::optional<TakenShard> shard;  // none: this process asks all cases
  std::string run_id;               // that was given; empty: none was
  std::string run_id_from;          // who gave it, for people
  std::string job;                  // of the engine, from which an id is derived; may be empty

  // Whether the run may have begun in another process: then it is joined rather than begun.
  bool is_shared() const { return shard || !run_id.empty(); }
};

// Throws Error as shard_from() and engine_job() do, and for an id that is none.
Dealing dealing_of(const DealingRequest& request, const Variables& variables = process_variables());

// What is wrong with the id of a run that somebody chose; empty: nothing. It names a folder, and cannot be
// taken for anything else that names a run.
std::string run_id_fault(const std::string& id);

// The given id, or one that all shards derive alike from the engine's job, the suite, its datasets, the
// tool's name and the run's own. REQUIRES: the run is shared. Throws Error where there is nothing to derive
// it from.
std::string shared_run_id(const Dealing& dealing, const RunInfo& info);

// Cases are dealt one by one, so that one slow dataset does not fall to one shard.
enum class Deal {
  in_turn,  // the first goes to shard 1, the next to shard 2, …
  snake,    // and back again: of cases that come longest first, the shards' sums come out more alike
};
// The number of the shard, from 1, that the case of this index goes to. REQUIRES: count > 0.
std::size_t shard_at(std::size_t index, std::size_t count, Deal deal);
// What falls to the shard, in the order of `cases`; may be nothing. Describes in `info` how they were dealt,
// and that no shard has asked its part yet.
std::vector<Case> dealt(std::vector<Case> cases, const Shard& shard, RunInfo& info,
                        Deal deal = Deal::in_turn);
// The same of cases on a shelf, which then has the others no more.
void deal(CaseShelf& cases, const Shard& shard, RunInfo& info, Deal deal = Deal::in_turn);

// The first line that people shall read: which part of which run, and who said so. REQUIRES: the run is
// shared.
std::string described(const Dealing& dealing, const RunInfo& info, std::size_t own_cases);

// Of a run that was dealt to shards: the numbers of those that have not asked all of theirs.
std::vector<std::size_t> missing_shards(const Shards& shards);

}  // namespace assay
