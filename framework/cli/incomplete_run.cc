// SPDX-License-Identifier: Apache-2.0
#include "incomplete_run.h"

#include <fmt/format.h>

#include "assay/internal/dealing.h"
#include "assay/internal/text.h"
#include "shard_run.h"

namespace assay::cli {

std::optional<GateResult> gate_of_incomplete(const RunInfo& info) {
  std::string why;
  if (!missing_shards(info.shards).empty()) {
    why = missing_shards_text(info);
    why.pop_back();
  } else if (info.finished_at.empty()) {
    why = fmt::format(
        "run {0} has not ended\n  next: wait for it, or go on with it: assay run … --resume {0}; or --join "
        "{0}, if workers joined it",
        one_line(info.run_id));
  }
  if (why.empty()) return std::nullopt;
  return GateResult{.outcome = GateOutcome::unreadable, .light = Light::red, .why = std::move(why)};
}

}  // namespace assay::cli
