// SPDX-License-Identifier: Apache-2.0
// find's expressions as terms:
//   test [name, argument…]        looks only
//   action [name, argument…]      does something; steers: -prune and -quit as well
//   exec [name, command, ";"|"+"] -exec and its kin
//   all [x…], any [x…], not [x], comma [x…], true
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// Reads the arguments from `begin` on. Null where the expression is not understood.
const Term* read_find_expression(Context& context, const Utility& find,
                                 std::span<const Term* const> arguments);

// The arguments as they stand, but for the commands behind -exec and its kin.
const Term* find_words(Context& context, const Utility& find, std::span<const Term* const> arguments);

// -exec of the given words, in which {} stands for the path; `mark` is ";" or "+".
const Term* exec_term(Context& context, std::string_view name, Terms words, std::string_view mark,
                      shell::Span end = {});

bool is_pure(const Term& expression);
bool is_action(const Term& term, std::string_view name);
// An action that is true whatever happens.
bool is_always_true(const Term& term);
bool holds_action(const Term& expression, std::string_view name);

// Negations at the leaves, sorted where order does not count,
// common actions drawn out, the default action written.
const Term* settle_find_expression(Context& context, const Term& expression);

// A test in one spelling; may become several.
const Term* settle_find_test(Context& context, const Term& test);
// !test, where a test says that without the mark.
const Term* negated_find_test(Context& context, const Term& test);

// Whether what the command does to one file leaves the tests of all others as they were, though they may be
// names of one file.
bool leaves_tests_alone(const Context& context, std::span<const Term* const> tests, const Term& command);

// -exec and its kin, and what prints, removes or writes: -prune alone is none of them.
std::size_t count_actions(const Term& term);

// The word that a path, or several, stand for.
bool is_found_path(const Term& word);

// Tests of paths and owners that come to tests of names and numbers, under assumptions.
const Term* settle_find_names(Context& context, const Call& find, const Term& expression);

// Calls in actions that come to other actions, and then the last one, under assumptions.
const Term* settle_find_actions(Context& context, const Call& find, const Term& expression);

// Draws conclusions from the last action, under assumptions.
const Term* settle_last_action(Context& context, const Term* expression);

void refine_find(Context& context, Call& call);

}  // namespace assay::equivalence
