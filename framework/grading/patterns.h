// SPDX-License-Identifier: Apache-2.0
// A case's own regular expressions.
#pragma once

#include <optional>

#include "assay/grading.h"

namespace assay {

// The mismatch that ends the case if the answer's command matches one of reject_patterns; none otherwise.
// Outcome::error if a pattern cannot be read.
std::optional<Verdict> rejection(const Case& asked, const Answer& answer);

}  // namespace assay
