// SPDX-License-Identifier: Apache-2.0
// The level `similarity`: compares commands with an embedding model.
#pragma once

#include "assay/grading.h"

namespace assay {

Level similarity_level();

}  // namespace assay
