// SPDX-License-Identifier: Apache-2.0
// The variables set by the engine that started this process (a CI system, a cluster, GNU parallel): which of
// several tasks this is, and of which job. docs/how-to/many-machines.md has the table.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace assay {

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

}  // namespace assay
