// SPDX-License-Identifier: Apache-2.0
// Rules about commands that follow one another in a list. All rest on assumptions.
#pragma once

#include "context.h"

namespace assay::equivalence {

// Items of a list, one after the other: mkdir a; mkdir b is mkdir a b, and echo a > o; echo b >> o one group.
void join_neighbours(Context& context, Terms& items);

// A pipeline and what && and || put behind it, in front of a list: mkdir a && mkdir b is mkdir a b, and
// a && echo y || b is an if. The terms are left as they are where there is nothing to do.
void join_links(Context& context, Terms& parts);

}  // namespace assay::equivalence
