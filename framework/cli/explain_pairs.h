// SPDX-License-Identifier: Apache-2.0
// A file of pairs, graded one a line.
#pragma once

#include <filesystem>

#include "assay/grading.h"

namespace assay::cli {

// Reads {"id", "a", "b"} lines ("-": standard input) and prints a verdict for each, in order, as it goes. A
// line that is no such object is named on standard error and passed over; the status then is kUndecided,
// otherwise kHeld whatever the verdicts are. Throws Error where there is no pair, and for a line past 16 MiB.
int explain_pairs(const std::filesystem::path& file, const Backends& backends);

}  // namespace assay::cli
