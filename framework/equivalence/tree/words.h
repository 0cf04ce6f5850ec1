// SPDX-License-Identifier: Apache-2.0
// Words of the shell as terms: a text if nothing in the word is active, otherwise a node "word" of texts,
// live bytes and expansions; and expansions as terms: parameters, substitutions, arithmetic, arrays.
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

// Removes meaningless blanks of arithmetic from the parts of an expression, if all of it is text.
void drop_blanks(Context& context, Terms& terms);

// What the shell does besides producing text when it expands a word.

// Whether expanding it may set a variable or fail (${x:=a}, ${x?}, $((i++)), $((1/n))): then it matters which
// process does so, and when. What a substitution does in a shell of its own does not count.
bool may_act(const Term& word);

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
