// SPDX-License-Identifier: Apache-2.0
// The levels asked one after the other, of every accepted command.
#pragma once

#include <functional>
#include <span>

#include "assay/grading.h"

namespace assay {

// What the levels say of an answer that ended as `answered`; the grade has no diff yet. As start_grading.
void climb(const Case& asked, const Answer& answer, std::span<const Level> levels, GradingOptions options,
           std::function<void(Graded)> done);

}  // namespace assay
