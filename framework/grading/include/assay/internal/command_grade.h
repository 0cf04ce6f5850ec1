// SPDX-License-Identifier: Apache-2.0
// Grades two commands on the ladder, without a dataset or a tool.
#pragma once

#include <string_view>

#include "assay/equivalence.h"
#include "assay/grading.h"

namespace assay {

// Uses the default levels for commands, with `expected` as the only accepted command; any match is a pass.
Grade grade_commands(std::string_view expected, std::string_view generated, const Backends& backends = {});

// The engine's comparison of the two, for `assay explain`. The ladder decides whether they are equivalent, by
// which method and with which score.
Comparison explain_commands(std::string_view expected, std::string_view generated,
                            const Backends& backends = {});

// The levels `similarity` and `judge` with thresholds given by the caller instead of those of a model's
// profile.

// A cosine at or above `threshold` is a match, whichever question is asked. If no cosine can be computed, the
// pair is unmeasured.
Level similarity_level_from(double threshold);
// Not asked about a pair whose cosine is below `cosine`.
Level judge_level_from(double cosine);

}  // namespace assay
