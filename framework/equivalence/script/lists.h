// SPDX-License-Identifier: Apache-2.0
// Lists of commands, neighbours in them, and compound commands: groups, conditions, loops, functions.
#pragma once

#include "assay/internal/shell_tree.h"
#include "call/call.h"
#include "context.h"
#include "script/stage.h"

namespace assay::equivalence {

const Term* list_term(Context& context, const shell::List& list);

// Consecutive items of a list: mkdir a; mkdir b is mkdir a b, and echo a > o; echo b >> o is one group.
void join_neighbours(Context& context, Terms& items);

// A pipeline at the front of a list, and the links that && and || add to it: mkdir a && mkdir b is mkdir a b,
// and a && echo y || b is an if. Leaves the terms unchanged if no rule applies.
void join_links(Context& context, Terms& parts);

// Null for a simple command. `keeps_subshell`: a redirection of it may change the shell that expands it.
const Term* compound_term(Context& context, const shell::Command::Node& node, bool keeps_subshell);

// The list, in braces if it needs them before a redirection or within a pipeline.
const Term* group_term(Context& context, const Term* list);
bool is_group_needed(const Term& term);
bool is_several(const Term& term);

// The command "true" and nothing else.
bool is_true(const Term& term);

// [[ -f x ]] as test -f x, if its words mean the same to test; otherwise null.
Call* test_call(Context& context, const Term& condition);

const Term* condition_term(Context& context, const shell::Condition& condition);

// The variable of a loop over plain words.

// Whether the loop's variable is one plain word wherever its body reads it: the words contain nothing that
// the shell splits or globs, and nothing in the body may set the variable.
bool is_plain_loop(const Context& context, const shell::For& loop, const Terms& words);

// What "!" inverts: not the failure of a redirection of the compound command directly after it. If o cannot
// be opened, ! ls > o and ! { { ls; } > o; } are true, and ! { ls; } > o is false.

// Keeps the group around a negated command if that was written as a compound command with redirections.
void keep_group_of_negation(Context& context, const shell::Command& negated, Stage& stage);

// ! and the term of `negated`, with a group around redirections whose failure is inverted too.
const Term* negation_term(Context& context, const shell::Command& negated, const Term* term);

}  // namespace assay::equivalence
