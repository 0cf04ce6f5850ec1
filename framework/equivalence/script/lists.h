// SPDX-License-Identifier: Apache-2.0
// Lists of commands, and neighbours in them.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* list_term(Context& context, const shell::List& list);

// Consecutive items of a list: mkdir a; mkdir b is mkdir a b, and echo a > o; echo b >> o is one group.
void join_neighbours(Context& context, Terms& items);

// A pipeline at the front of a list, and the links that && and || add to it: mkdir a && mkdir b is mkdir a b,
// and a && echo y || b is an if. Leaves the terms unchanged if no rule applies.
void join_links(Context& context, Terms& parts);

}  // namespace assay::equivalence
