// SPDX-License-Identifier: Apache-2.0
// Words of the shell as terms: a text where nothing is alive,
// else a node "word" of texts, live bytes and expansions.
#pragma once

#include "assay/internal/invocation.h"
#include "assay/internal/word.h"
#include "context.h"

namespace assay::equivalence {

const Term* word_term(Context& context, const shell::Word& word, shell::Place place);

// The arguments that a word becomes, as far as braces go.
void append_arguments(Context& context, const shell::Word& word, Terms& arguments);

// An expansion as the text of a here-document, arithmetic and the like hold it.
const Term* parts_term(Context& context, Label label, const std::vector<shell::Segment>& parts);

// What of an argument is known before it is expanded.
Argument argument_of(const Term& word);

// Without its first `count` bytes, which are text.
const Term* without_prefix(Context& context, const Term& word, std::size_t count);

// Whether the word is exactly one argument, whatever it expands to.
bool is_one_word(const Term& word);

}  // namespace assay::equivalence
