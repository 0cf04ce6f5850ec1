// SPDX-License-Identifier: Apache-2.0
// results.jsonl: one line per attempt, in the run's order; per_query.jsonl: the metrics' input from queries
// (docs/run-format.md).
#pragma once

#include <iosfwd>

#include "assay/result.h"

namespace assay {

void write_result(std::ostream& out, const Result& result);

// Writes nothing for the result of a command.
void write_query(std::ostream& out, const Result& result);

}  // namespace assay
