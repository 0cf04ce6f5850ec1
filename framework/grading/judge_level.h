// SPDX-License-Identifier: Apache-2.0
// The level `judge`: what a large language model thinks of what evidence left undecided.
#pragma once

#include "assay/grading.h"

namespace assay {

Level judge_level();

}  // namespace assay
