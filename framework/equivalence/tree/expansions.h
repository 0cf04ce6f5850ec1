// SPDX-License-Identifier: Apache-2.0
// Expansions as terms: parameters, substitutions, arithmetic, arrays.
#pragma once

#include "assay/internal/word.h"
#include "context.h"

namespace assay::equivalence {

enum class Quotes { none, doubled };

// Whether an expansion that is never split may count as quoted. Not within brackets, where a quoted character
// is only itself.
enum class ValueQuotes { free, kept };

// The expansion itself, regardless of how its result is read.
const Term* expansion_term(Context& context, const shell::Segment& segment, Quotes quotes);

// An expansion as a piece of a word, including how its result becomes arguments.
const Term* expanded_term(Context& context, const shell::Expansion& expansion, ValueQuotes value_quotes);

// Whether a parameter stands for its plain value: no subscript, no operation.
bool is_bare(const shell::Parameter& parameter);

}  // namespace assay::equivalence
