// SPDX-License-Identifier: Apache-2.0
// A comparison in words.
#pragma once

#include "assay/equivalence.h"
#include "rules.h"
#include "tree/term.h"

namespace assay::equivalence {

// What each side did and the other did not.
std::vector<Applied> different_steps(const Trace& a, const Trace& b);

// Rules, assumptions, steps and the reason of a proof.
void report_proof(Comparison& result, Rung rung, const Trace& a, const Trace& b);

// The commands that are compared, as they are written.
struct Sources {
  std::string_view a, b;
  const UtilityTables* tables = nullptr;  // null: the compiled-in ones alone
};

// The reason of a failure, and where it stands.
void report_difference(Comparison& result, const Difference& difference, const Sources& sources);

}  // namespace assay::equivalence
