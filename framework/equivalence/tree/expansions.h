// SPDX-License-Identifier: Apache-2.0
// Expansions as terms: parameters, substitutions, arithmetic, arrays.
#pragma once

#include "assay/internal/word.h"
#include "context.h"

namespace assay::equivalence {

// The expansion itself, regardless of how its result is read.
const Term* expansion_term(Context& context, const shell::Segment& segment);

// An expansion as a piece of a word, including how its result becomes arguments.
const Term* expanded_term(Context& context, const shell::Expansion& expansion);

// Whether a parameter stands for its plain value: no subscript, no operation.
bool is_bare(const shell::Parameter& parameter);

}  // namespace assay::equivalence
