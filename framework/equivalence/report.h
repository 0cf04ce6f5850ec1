// SPDX-License-Identifier: Apache-2.0
// Describes a comparison in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/equivalence.h"
#include "assay/internal/utilities.h"
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

// Describes where two commands differ, for display: in which words of a pattern, script or path, and what an
// option means.

// The parts of two texts between their common beginning and end; may be empty.
struct Parting {
  std::string_view left, right;
};

// For two texts that are arguments of `utility`: awk programs are compared by tokens, paths by components,
// sed scripts first by commands and then, like patterns, by characters. None if they have little in common.
std::optional<Parting> parting(std::string_view utility, std::string_view left, std::string_view right);

// The bytes of `source` that hold this part of `text`, if `place` spells the text literally and exactly once.
std::optional<TextRange> range_of(std::string_view part, std::string_view text, std::string_view source,
                                  TextRange place);

// "only the first searches subfolders", "the first sorts by size; the second sorts by time": the meaning of
// options that only one of the two calls has. Empty if the table does not know it.
std::string options_apart(const Term& left, const Term& right, const Utility& utility);

}  // namespace assay::equivalence
