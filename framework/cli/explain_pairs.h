// SPDX-License-Identifier: Apache-2.0
// Grades a file of pairs, one per line.
#pragma once

#include <filesystem>

#include "assay/grading.h"

namespace assay::cli {

// Reads {"id", "a", "b"} lines ("-": standard input) and prints a verdict for each, in order, as it goes. A
// line that is not such an object is reported on standard error and skipped; the status is then kError,
// otherwise kPassed whatever the verdicts are. Throws Error if there are no pairs, or for a line past 16 MiB.
int explain_pairs(const std::filesystem::path& file, const Backends& backends);

}  // namespace assay::cli
