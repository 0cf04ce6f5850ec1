// SPDX-License-Identifier: Apache-2.0
// Describes a comparison in words.
#pragma once

#include "assay/equivalence.h"
#include "rules.h"
#include "tree/term.h"

namespace assay::equivalence {

// The steps taken by one side only, `a` first.
std::vector<Applied> different_steps(const Trace& a, const Trace& b);

// Fills in the rules, assumptions, steps and reason of a proof.
void report_proof(Comparison& result, Rung rung, const Trace& a, const Trace& b);

// The two commands as written.
struct Sources {
  std::string_view a, b;
  const UtilityTables* tables = nullptr;  // null: the compiled-in ones only
};

// Fills in the reason of a failure and its position.
void report_difference(Comparison& result, const Difference& difference, const Sources& sources);

}  // namespace assay::equivalence
