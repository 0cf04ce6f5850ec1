// SPDX-License-Identifier: Apache-2.0
// Rules about consecutive commands in a list. All rest on assumptions.
#pragma once

#include "context.h"

namespace assay::equivalence {

// Consecutive items of a list: mkdir a; mkdir b is mkdir a b, and echo a > o; echo b >> o is one group.
void join_neighbours(Context& context, Terms& items);

// A pipeline at the front of a list, and the links that && and || add to it: mkdir a && mkdir b is mkdir a b,
// and a && echo y || b is an if. Leaves the terms unchanged if no rule applies.
void join_links(Context& context, Terms& parts);

}  // namespace assay::equivalence
