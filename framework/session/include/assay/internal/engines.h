// SPDX-License-Identifier: Apache-2.0
// What the engine that started this process says by its variables (a CI system, a cluster, GNU parallel):
// which of several tasks this is, and of which job. docs/many-machines.md has the table.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace assay {

// One of the parts that a run was cut into.
struct Shard {
  std::size_t number = 1;  // from 1 to count
  std::size_t count = 1;
};

// A variable of the environment; none where it is not set, or empty.
using Variables = std::function<std::optional<std::string>(const std::string& name)>;
Variables process_variables();

struct TakenShard {
  Shard shard;
  std::string from;    // for people: "--shard", "CI_NODE_INDEX=3 and CI_NODE_TOTAL=8 of GitLab"
  std::string engine;  // that numbered it; empty: none did
};

// `words` is "3/8"; "auto", which takes both numbers from the one engine that has both; or "auto/8", which
// takes the first from the one engine that has it. `origin`: who said so, "--shard" or "ASSAY_SHARD". Throws
// Error for other words, where no engine numbers its tasks or two disagree, and where the variables are those
// of another program's sharding or of another number of tasks: a part that is wrong would be a hole in the
// run.
TakenShard shard_from(const std::string& words, const std::string& origin, const Variables& variables);

// What of the variables no other job of any engine has: of `engine` where that names its jobs, otherwise of
// the one that does: "GitLab CI_PIPELINE_ID=4711"; empty: none does. Throws Error where more than one does.
std::string engine_job(const std::string& engine, const Variables& variables);

// Where the variables say that this is one of several tasks that share a run: by which of them; else empty.
std::string untaken_shard(const Variables& variables);

}  // namespace assay
