// SPDX-License-Identifier: Apache-2.0
// A case's own regular expressions.
#pragma once

#include <optional>

#include "assay/grading.h"

namespace assay {

// The verdict that ends it where one of reject_patterns is found in the answer's command; none where none is.
// Outcome::error where one cannot be read.
std::optional<Verdict> rejection(const Case& asked, const Answer& answer);

}  // namespace assay
