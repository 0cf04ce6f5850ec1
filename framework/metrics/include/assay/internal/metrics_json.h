// SPDX-License-Identifier: Apache-2.0
// metrics.json: what the run was and what its summary says (docs/run-format.md).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "assay/internal/safety.h"
#include "assay/retrieval.h"
#include "assay/summary.h"

namespace assay {

// Members always stand in the same order; figures have four decimals, those without a value are null. Ends in
// a newline. `retrieval` is a member of its own, null of a run that asks for commands; so is `safety`, null
// where nothing was or should have been refused and no answer is an alarm. `evaluation` is what the run's
// profile says: its members stand beside the others, as `assay evaluate` writes them; a run without a profile
// has none of them.
void write_metrics(std::ostream& out, const RunInfo& info, const Summary& summary,
                   const std::optional<AggregateMetrics>& retrieval = std::nullopt,
                   const std::optional<Safety>& safety = std::nullopt,
                   const std::optional<EvaluationMetrics>& evaluation = std::nullopt);

// The summary alone, as one object without the run and without a newline at the end; its safety figures name
// no alarms.
std::string to_json(const Summary& summary);

}  // namespace assay
