// SPDX-License-Identifier: Apache-2.0
// The part of a run that this process asks if several processes share it, the id they share, and what the
// engine that started them says of both.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/case_store.h"
#include "assay/result.h"

namespace assay {

// The variables set by the engine that started this process (a CI system, a cluster, GNU parallel): which of
// several tasks this is, and of which job. docs/how-to/many-machines.md has the table.

// One of the parts of a run.
struct Shard {
  std::size_t number = 1;  // from 1 to count
  std::size_t count = 1;
};

// Looks up an environment variable; empty if it is unset or empty.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables process_variables();

struct TakenShard {
  Shard shard;
  std::string from;    // for display: "--shard", "CI_NODE_INDEX=3 and CI_NODE_TOTAL=8 of GitLab"
  std::string engine;  // the engine that numbered it; empty: none
};

// `words` is "3/8"; "auto", which takes both numbers from the one engine that sets both; or "auto/8", which
// takes the first from the one engine that sets it. `origin` is where they were given: "--shard" or
// "ASSAY_SHARD". Throws Error for other words, if no engine numbers its tasks, if two engines disagree, and
// if they give another number of tasks, and if only another program's sharding variables are set: a wrong
// part would leave a hole in the run.
TakenShard shard_from(const std::string& words, const std::string& origin, const Variables& variables);

// Variables that identify the job uniquely among all engines, for example "GitLab CI_PIPELINE_ID=4711": those
// of `engine` if it names its jobs, otherwise of the only engine that does; empty if none does. Throws Error
// if more than one does.
std::string engine_job(const std::string& engine, const Variables& variables);

// If the variables say that this is one of several tasks sharing a run, names those variables; otherwise
// empty.
std::string untaken_shard(const Variables& variables);

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
// Like dealt(), for a store of cases, which then keeps only the shard's cases.
void deal(CaseStore& cases, const Shard& shard, RunInfo& info, Deal deal = Deal::in_turn);

// The first line shown to the user: which part of which run, and who named them. REQUIRES: the run is shared.
std::string description_of(const Dealing& dealing, const RunInfo& info, std::size_t own_cases);

// For a run dealt to shards: the numbers of the shards that have not asked all their cases.
std::vector<std::size_t> missing_shards(const Shards& shards);

// The command that asks a missing shard of such a run.
std::string command_for_shard(const RunInfo& info, std::size_t number);
// A message about the missing shards of a run, the first of them with their commands. REQUIRES: there are
// some.
std::string missing_shards_text(const RunInfo& info);

}  // namespace assay
