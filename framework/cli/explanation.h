// SPDX-License-Identifier: Apache-2.0
// A comparison of two commands as text or JSON: for a terminal, a report or a program.
#pragma once

#include <string>
#include <string_view>

#include "assay/equivalence.h"
#include "assay/internal/difference.h"

namespace assay::cli {

// Both commands, their canonical forms, the rules used and the assumptions made; or the first difference with
// carets and a word diff. Ends in a newline; safe on a terminal for any commands.
std::string explanation(std::string_view a, std::string_view b, const Comparison& comparison, Colour colour);

// The same as one JSON object, no newline.
std::string explanation_json(std::string_view a, std::string_view b, const Comparison& comparison);

// {"id", "verdict", "score", "method", "rules", "assumptions", "why"}, no newline.
std::string verdict_json(std::string_view id, const Comparison& comparison);

}  // namespace assay::cli
