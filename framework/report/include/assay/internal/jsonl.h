// results.jsonl: one line an attempt, in the run's order; per_query.jsonl: what metrics see of the queries
// among them (docs/run-format.md).
#pragma once

#include <iosfwd>

#include "assay/result.h"

namespace assay {

void write_results(std::ostream& out, const Run& run);

// Results of commands are passed over.
void write_per_query(std::ostream& out, const Run& run);

}  // namespace assay
