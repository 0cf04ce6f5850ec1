// SPDX-License-Identifier: Apache-2.0
// The level `similarity`: what a model of language thinks near each other.
#pragma once

#include "assay/grading.h"

namespace assay {

Level similarity_level();

}  // namespace assay
