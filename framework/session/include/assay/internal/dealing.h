// SPDX-License-Identifier: Apache-2.0
// The part of a run that this process asks if several processes share it, and the id they share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/case_shelf.h"
#include "assay/internal/engines.h"
#include "assay/result.h"

namespace assay {

// The user's request; empty values are looked up in ASSAY_SHARD and ASSAY_RUN_ID.
struct DealingRequest {
  std::string shard;     // as in shard_from(), or "none": all cases, regardless of ASSAY_SHARD
  std::string run_id;    // of the shared run
  bool has_run = false;  // the run is already known: no id is looked up
};

struct Dealing {
  std::optional<TakenShard> shard;  // empty: this process asks all cases
  std::string run_id;               // as given; empty: not given
  std::string run_id_from;          // where it was given, for display
  std::string job;                  // the engine's job, from which an id is derived; may be empty

  // Whether another process may have begun the run: it is then joined instead of begun.
  bool is_shared() const { return shard || !run_id.empty(); }
};

// Throws Error like shard_from() and engine_job(), and for an invalid id.
Dealing dealing_of(const DealingRequest& request, const Variables& variables = process_variables());

// The fault in a run id chosen by the user; empty if it is valid. An id names a folder and must not be
// mistaken for another way to name a run.
std::string run_id_fault(const std::string& id);

// The given id, or one that all shards derive identically from the engine's job, the suite, its datasets, the
// tool's name and the run's own name. REQUIRES: the run is shared. Throws Error if there is no job to derive
// it from.
std::string shared_run_id(const Dealing& dealing, const RunInfo& info);

// Cases are dealt one by one, so that one slow dataset does not fall to one shard.
enum class Deal {
  in_turn,  // the first goes to shard 1, the next to shard 2, …
  snake,    // back and forth: if the longest cases come first, this balances the shards' totals
};
// The number, from 1, of the shard that gets the case at this index. REQUIRES: count > 0.
std::size_t shard_at(std::size_t index, std::size_t count, Deal deal);
// The shard's cases, in the order of `cases`; may be empty. Records in `info` how they were dealt, with no
// shard asked yet.
std::vector<Case> dealt(std::vector<Case> cases, const Shard& shard, RunInfo& info,
                        Deal deal = Deal::in_turn);
// Like dealt(), for cases on a shelf, which then keeps only the shard's cases.
void deal(CaseShelf& cases, const Shard& shard, RunInfo& info, Deal deal = Deal::in_turn);

// The first line shown to the user: which part of which run, and who named them. REQUIRES: the run is shared.
std::string described(const Dealing& dealing, const RunInfo& info, std::size_t own_cases);

// For a run dealt to shards: the numbers of the shards that have not asked all their cases.
std::vector<std::size_t> missing_shards(const Shards& shards);

// The command that asks a missing shard of such a run.
std::string command_for_shard(const RunInfo& info, std::size_t number);
// A message about the missing shards of a run, the first of them with their commands. REQUIRES: there are
// some.
std::string missing_shards_text(const RunInfo& info);

}  // namespace assay
