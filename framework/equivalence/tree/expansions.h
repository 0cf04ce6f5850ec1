// SPDX-License-Identifier: Apache-2.0
// Expansions as terms: parameters, substitutions, arithmetic, arrays.
#pragma once

#include "assay/internal/word.h"
#include "context.h"
#include "tree/term.h"

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

// Command substitutions whose words are known.

// $(seq 3) is 1 2 3, and $(echo a b) is a b: appends the words if the whole word is such a substitution
// without quotes.
bool append_fixed_words(Context& context, const Term& word, Terms& arguments);

// Commands that print a single word, whoever runs them.

// Whether the command in $( ), if it succeeds, prints a single word without blanks or glob characters: a
// number, a user or host name, a date in digits.
bool prints_one_word(const Term& substitution);

// Patterns for file names.

// [ba] and [a-b] are [ab], and [^a] is [!a]: single characters, each once, in order. Ranges are in ASCII
// order, bash's default. If nothing matches, the shell passes on the pattern as written.
std::string_view glob_text(Context& context, std::string_view pattern);

}  // namespace assay::equivalence
