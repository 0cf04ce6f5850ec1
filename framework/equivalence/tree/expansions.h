// SPDX-License-Identifier: Apache-2.0
// Expansions as terms: parameters, substitutions, arithmetic, arrays.
#pragma once

#include "assay/internal/word.h"
#include "context.h"

namespace assay::equivalence {

// What is expanded, without how its result is read.
const Term* expansion_term(Context& context, const shell::Segment& segment);

// A piece of a word, with how its result becomes arguments.
const Term* expanded_term(Context& context, const shell::Expansion& expansion);

// A parameter's value as it is: no subscript, no operation.
bool is_bare(const shell::Parameter& parameter);

}  // namespace assay::equivalence
