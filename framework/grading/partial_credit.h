// SPDX-License-Identifier: Apache-2.0
// How near an answer is to an accepted command: to rank misses and to compare with published results.
// docs/metrics.md has the definitions.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "assay/grading.h"

namespace assay {

// Measured against the nearest accepted command: by overlap, then by tokens. None without accepted commands.
// Text that the parser cannot read has a token score only. The user's own tables are read only if the answer
// is not literally one of the accepted commands.
//
// The overlap is the metric of the NLC2CMD competition (M. Agarwal et al., "NeurIPS 2020 NLC2CMD Competition:
// Translating Natural Language to Bash Commands", arXiv:2103.02523, section 3.1) at a confidence of 1: over
// the T utilities of the longer command, position by position, the mean of
//
//   ½ (1 + (2·|F_a ∩ F_g| − |F_a ∪ F_g|) / max(|F_a|, |F_g|))   if both are the same utility, else −1,
//
// where F are the sets of their flags (two empty sets: 1). It lies in −1…1 and ignores arguments. Flags are
// compared by their canonical names, so -a and --all are the same; the competition's own program compares
// them as written.
std::optional<PartialCredit> partial_credit(std::span<const std::string> accepted, std::string_view generated,
                                            const OwnTables& own_tables);

}  // namespace assay
