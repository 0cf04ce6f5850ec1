// SPDX-License-Identifier: Apache-2.0
// How near an answer is to an accepted command: to rank misses, and to stand beside published results.
// docs/metrics.md has the definitions.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/grading.h"

namespace assay {

// Against the accepted command that it is nearest to: by its overlap, then by its tokens. None without
// accepted commands. A text that no parser reads has tokens alone. A user's own tables are read only where
// the answer is none of the accepted commands.
//
// The overlap is the metric of the NLC2CMD competition (M. Agarwal et al., "NeurIPS 2020 NLC2CMD Competition:
// Translating Natural Language to Bash Commands", arXiv:2103.02523, section 3.1) at a confidence of 1: over
// the T utilities of the longer command, position by position, the mean of
//
//   ½ (1 + (2·|F_a ∩ F_g| − |F_a ∪ F_g|) / max(|F_a|, |F_g|))   where both are the same utility, else −1,
//
// F the sets of their flags (two empty sets: 1). It is in −1…1 and looks at no argument. Flags are taken by
// their canonical names, so that -a and --all are one; the competition's own program takes them as written.
std::optional<PartialCredit> partial_credit(std::span<const std::string> accepted, std::string_view generated,
                                            const OwnTables& own_tables);

}  // namespace assay
