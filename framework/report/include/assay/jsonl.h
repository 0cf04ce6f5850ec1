// results.jsonl: one line an attempt, in the run's order (docs/run-format.md).
#pragma once

#include <iosfwd>

#include "assay/result.h"

namespace assay {

void write_results(std::ostream& out, const Run& run);

}  // namespace assay
