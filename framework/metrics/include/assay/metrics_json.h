// metrics.json: what the run was and what its summary says (docs/run-format.md).
#pragma once

#include <iosfwd>
#include <string>

#include "assay/summary.h"

namespace assay {

// Members always stand in the same order; figures have four decimals, those without a value are null. Ends in
// a newline.
void write_metrics(std::ostream& out, const RunInfo& info, const Summary& summary);

// The summary alone, as one object without the run and without a newline at the end.
std::string to_json(const Summary& summary);

}  // namespace assay
