// SPDX-License-Identifier: Apache-2.0
// Expressions of find as terms:
//   test [name, argument…]        only examines
//   action [name, argument…]      acts, or controls the walk: -prune and -quit too
//   exec [name, command, ";"|"+"] -exec and the like
//   all [x…], any [x…], not [x], comma [x…], true
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// Reads a whole expression. Null if it is not understood.
const Term* read_find_expression(Context& context, const Utility& find,
                                 std::span<const Term* const> arguments);

// The arguments as written, except for the commands after -exec and the like.
const Term* find_words(Context& context, const Utility& find, std::span<const Term* const> arguments);

// -exec with the given words, in which {} stands for the path; `mark` is ";" or "+".
const Term* exec_term(Context& context, std::string_view name, Terms words, std::string_view mark,
                      shell::Span end = {});

bool is_pure(const Term& expression);
bool is_action(const Term& term, std::string_view name);
// An action that is true whatever happens.
bool is_always_true(const Term& term);
bool holds_action(const Term& expression, std::string_view name);

// Moves negations to the leaves, sorts where order does not matter, factors out common actions and adds the
// default action.
const Term* settle_find_expression(Context& context, const Term& expression);

// Gives a test one spelling; it may become several tests.
const Term* settle_find_test(Context& context, const Term& test);
// !test, or an equivalent test without the mark if there is one.
const Term* negated_find_test(Context& context, const Term& test);

// Whether the command's effect on one file cannot change the tests' results for any other file, even if both
// are names of one file.
bool leaves_tests_alone(const Context& context, std::span<const Term* const> tests, const Term& command);

// Counts -exec and the like, and actions that print, remove or write; -prune does not count.
std::size_t count_actions(const Term& term);

// Whether the word is the placeholder for one path or several.
bool is_found_path(const Term& word);

// Replaces tests of paths and owners by equivalent tests of names and numbers, under assumptions.
const Term* settle_find_names(Context& context, const Call& find, const Term& expression);

// Replaces commands in actions by equivalent actions, then settles the last action, under assumptions.
const Term* settle_find_actions(Context& context, const Call& find, const Term& expression);

// Replaces the last action by an equivalent one, under assumptions.
const Term* settle_last_action(Context& context, const Term* expression);

void refine_find(Context& context, Call& call);

}  // namespace assay::equivalence
