// SPDX-License-Identifier: Apache-2.0
// A run of which this process asks a part, and others the rest.
#pragma once

#include <string>

#include "assay/internal/dealing.h"
#include "assay/internal/plan.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

// What options and environment say. Where the environment knows of tasks that share something and nobody
// asked for a part, says so on standard error. Throws Error as dealing_of() does, and for reports of a part.
Dealing dealing_for(const RunDatasets& asked);

// Leaves the plan those of its cases that fall to the shard. The first line of output says so; of JSON it is
// on standard error. REQUIRES: the run is shared, and the plan has its id.
void deal(Plan& plan, const Dealing& dealing, const RunDatasets& asked);

// What one process at a time asks: the run, or its part.
std::string claimed_part(const RunInfo& info, const Dealing& dealing);

struct ShardEnd {
  int status = 0;     // kHeld: it has asked all of its cases
  std::string words;  // for people; empty: it was no shard
};
// After asking; where the shard has asked all, the plan's description says so. REQUIRES: the store has the
// run.
ShardEnd shard_end(Plan& plan, const Shard& shard, const Store& store);

// The command line of this process, as a shell reads it, without what differs between the shards of a run:
// its shard, its run and its store.
std::string shared_command_line();
// What asks a missing shard of such a run.
std::string command_for_shard(const RunInfo& info, std::size_t number);
// The missing shards of a run for people, the first of them with these commands. REQUIRES: there are some.
std::string missing_shards_text(const RunInfo& info);

}  // namespace assay::cli
