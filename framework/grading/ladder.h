// SPDX-License-Identifier: Apache-2.0
// Asks the levels one after the other about every accepted command.
#pragma once

#include <functional>
#include <span>

#include "assay/grading.h"

namespace assay {

// Whether it grades pairs, so that it cannot be asked about a case without accepted commands.
bool is_of_pairs(const Level& level);

// Grades an answer that ended as `answered`; the grade has no diff yet. Contract as for start_grading.
void climb(const Case& asked, const Answer& answer, std::span<const Level> levels, GradingOptions options,
           std::function<void(Graded)> done);

}  // namespace assay
