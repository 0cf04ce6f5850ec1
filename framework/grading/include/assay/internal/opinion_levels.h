// SPDX-License-Identifier: Apache-2.0
// The levels `similarity` and `judge` with thresholds given by the caller instead of those of a model's
// profile.
#pragma once

#include "assay/grading.h"

namespace assay {

// A cosine at or above `threshold` is a match, whichever question is asked. If no cosine can be computed, the
// pair is unmeasured.
Level similarity_level_from(double threshold);
// Not asked about a pair whose cosine is below `cosine`.
Level judge_level_from(double cosine);

}  // namespace assay
