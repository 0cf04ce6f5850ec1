// SPDX-License-Identifier: Apache-2.0
// Joins the descriptions of two parts of one run.
#pragma once

#include "assay/result.h"

namespace assay {

// The order and the number of joins do not matter. Takes the earliest start, the latest end, all hosts and
// shards; of values that do not affect results (paths, commits) the bytewise first; of gates the strictest.
// REQUIRES: both are of one run (expect_same_run).
RunInfo joined(RunInfo a, const RunInfo& b);

}  // namespace assay
