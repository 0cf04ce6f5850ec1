// SPDX-License-Identifier: Apache-2.0
// A small run with a case of every kind, always the same.
#pragma once

#include "assay/result.h"

namespace assay {

// Gate "strict"; ten cases of two datasets, one of them with three attempts. Dataset files are in /project.
Run sample_run();

// One case in which every text that a tool or a dataset can choose holds markup, escapes and broken UTF-8.
Run hostile_run();

}  // namespace assay
