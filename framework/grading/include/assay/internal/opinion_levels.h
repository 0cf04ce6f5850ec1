// SPDX-License-Identifier: Apache-2.0
// The levels `similarity` and `judge` by thresholds that somebody names, in place of those of a model's
// profile.
#pragma once

#include "assay/grading.h"

namespace assay {

// A cosine at or above `threshold` is a match, whichever question is asked; one that cannot be had leaves the
// pair unmeasured.
Level similarity_level_from(double threshold);
// Is not asked of a pair whose cosine is lower than that.
Level judge_level_from(double cosine);

}  // namespace assay
