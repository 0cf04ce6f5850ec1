// SPDX-License-Identifier: Apache-2.0
// Grading without a suite: two commands on the ladder, and levels with thresholds of the caller.
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

// The level `similarity` with the caller's threshold instead of that of a model's profile. A cosine at or
// above `threshold` is a match, whichever question is asked. If no cosine can be computed, the pair is
// unmeasured.
Level similarity_level_from(double threshold);
// The level `judge`, not asked about a pair whose cosine is below `cosine`.
Level judge_level_from(double cosine);

}  // namespace assay
