// SPDX-License-Identifier: Apache-2.0
// The encoder once more, as its paper says it: in 64 bits, one number after the other, without any library.
#pragma once

#include <vector>

#include "made_model.h"

namespace assay::tests {

// The last layer's state of each token.
std::vector<std::vector<double>> reference_states(const MadeModel& shape, const ModelText& model,
                                                  const std::vector<int>& ids);

}  // namespace assay::tests
