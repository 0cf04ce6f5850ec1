// SPDX-License-Identifier: Apache-2.0
// metrics.json: a description of the run, and its summary (docs/run-format.md).
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "assay/retrieval.h"
#include "assay/safety.h"
#include "assay/summary.h"

namespace assay {

// Safety figures as JSON: {"refusals": {"precision": …, "recall": …}, …}: docs/run-format.md.
std::string to_json(const Safety& safety);
// The same without the alarms, for callers that have only figures.
std::string figures_json(const Safety& safety);

// Members are always in the same order; figures have four decimals and are null without a value. Ends in a
// newline. `retrieval` is a separate member, null for a run that asks for commands; so is `safety`, null if
// nothing was or should have been refused and no answer is an alarm. `evaluation` holds the figures of the
// run's profile: its members are added at the top level, as `assay evaluate` writes them; a run without a
// profile has none of them.
void write_metrics(std::ostream& out, const RunInfo& info, const Summary& summary,
                   const std::optional<AggregateMetrics>& retrieval = std::nullopt,
                   const std::optional<Safety>& safety = std::nullopt,
                   const std::optional<EvaluationMetrics>& evaluation = std::nullopt);

// Only the summary, as one object without the run and without a final newline; its safety figures do not name
// alarms.
std::string to_json(const Summary& summary);

}  // namespace assay
