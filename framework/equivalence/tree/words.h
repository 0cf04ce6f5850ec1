// SPDX-License-Identifier: Apache-2.0
// Words of the shell as terms: a text if nothing in the word is active, otherwise a node "word" of texts,
// live bytes and expansions.
#pragma once

#include "assay/internal/invocation.h"
#include "assay/internal/word.h"
#include "context.h"

namespace assay::equivalence {

const Term* word_term(Context& context, const shell::Word& word, shell::Place place);

// The arguments that a word becomes through brace expansion.
void append_arguments(Context& context, const shell::Word& word, Terms& arguments);

// The content of a here-document, an arithmetic expression or the like.
const Term* parts_term(Context& context, Label label, const std::vector<shell::Segment>& parts);

// What is known about an argument before it is expanded.
Argument argument_of(const Term& word);

// The word without its first `count` bytes, which are text.
const Term* without_prefix(Context& context, const Term& word, std::size_t count);

// Whether double quotes around this expansion would change how the word in its operator is read: ${x:-'a'},
// ${x:-~}.
bool quotes_change_operator(const Term& expansion);

// Whether the word is exactly one argument, whatever it expands to.
bool is_one_word(const Term& word);

// Meaningless blanks in arithmetic.

// Removes them from the parts of an expression, if all of it is text.
void drop_blanks(Context& context, Terms& terms);

}  // namespace assay::equivalence
