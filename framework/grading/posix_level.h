// SPDX-License-Identifier: Apache-2.0
// The condition that an answer is POSIX.1-2017.
#pragma once

#include "assay/grading.h"

namespace assay {

Level posix_level();

}  // namespace assay
