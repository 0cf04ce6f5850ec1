// SPDX-License-Identifier: Apache-2.0
// Words of the shell as terms: a text if nothing in the word is active, otherwise a node "word" of texts,
// live bytes and expansions.
#pragma once

#include "assay/internal/invocation.h"
#include "assay/internal/word.h"
#include "context.h"
#include "tree/term.h"

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

// What the shell does besides producing text when it expands a word.

// Whether expanding it may set a variable or fail (${x:=a}, ${x?}, $((i++)), $((1/n))): then it matters which
// process does so, and when. What a substitution does in a shell of its own does not count.
bool may_act(const Term& word);

}  // namespace assay::equivalence
