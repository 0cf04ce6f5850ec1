// SPDX-License-Identifier: Apache-2.0
// The level `judge`: a large language model's opinion on pairs that evidence left undecided.
#pragma once

#include "assay/grading.h"

namespace assay {

Level judge_level();

}  // namespace assay
