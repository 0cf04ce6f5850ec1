// SPDX-License-Identifier: Apache-2.0
// What the descriptions of two parts of one run come to.
#pragma once

#include "assay/result.h"

namespace assay {

// The same whichever comes first, and however often: the earliest start, the latest end, all hosts and
// shards. Of what does not matter to results (paths, commits) the first in the order of bytes; of gates the
// strictest. REQUIRES: they are of one run (expect_same_run).
RunInfo joined(RunInfo a, const RunInfo& b);

}  // namespace assay
