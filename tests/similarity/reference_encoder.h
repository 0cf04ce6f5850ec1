// SPDX-License-Identifier: Apache-2.0
// A second encoder, written from the paper: in 64 bits, one number at a time, without any library.
#pragma once

#include <vector>

#include "made_model.h"

namespace assay::tests {

// The last layer's state for each token.
std::vector<std::vector<double>> reference_states(const MadeModel& shape, const ModelText& model,
                                                  const std::vector<int>& ids);

}  // namespace assay::tests
