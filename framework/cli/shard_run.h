// SPDX-License-Identifier: Apache-2.0
// A run of which this process asks one part and others ask the rest.
#pragma once

#include <string>

#include "assay/internal/dealing.h"
#include "assay/internal/plan.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

// Determines the part from options and environment. If the environment shows sibling tasks but no part was
// requested, prints a note on standard error. Throws Error as dealing_of() does, and for reports of a part.
Dealing dealing_for(const RunDatasets& asked);

// Reduces the plan to the shard's cases. The first line of output says so; with JSON it is on standard error.
// REQUIRES: the run is shared, and the plan has its id.
void deal(Plan& plan, const Dealing& dealing, const RunDatasets& asked);

// The unit that only one process at a time may ask: the run, or its part.
std::string claimed_part(const RunInfo& info, const Dealing& dealing);

struct ShardEnd {
  int status = 0;     // kHeld: it asked all of its cases, and could measure some
  std::string words;  // in words, for the user; empty: not a shard
};
// Call after asking; if the shard has asked all of its cases, records that in the plan's description.
// REQUIRES: the store has the run.
ShardEnd shard_end(Plan& plan, const Shard& shard, const Store& store);

// The command that asks a missing shard of such a run.
std::string command_for_shard(const RunInfo& info, std::size_t number);
// A message about the missing shards of a run, the first of them with their commands. REQUIRES: there are
// some.
std::string missing_shards_text(const RunInfo& info);

}  // namespace assay::cli
