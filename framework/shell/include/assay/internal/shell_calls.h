// SPDX-License-Identifier: Apache-2.0
// The simple commands of a tree, and where commands stand within words.
#pragma once

#include <functional>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// Calls `visit` for the simple commands in text order: those in substitutions within a command's words before
// the command itself, those within its redirections after it. `visit` may change the command.
void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit);

// Calls `visit` for the list of each substitution in a word's segments, in text order, however deep it stands
// in quotes and other expansions; not for those within these lists.
void for_each_list(std::vector<Segment>& segments, const std::function<void(List&)>& visit);
void for_each_list(const std::vector<Segment>& segments, const std::function<void(const List&)>& visit);

}  // namespace assay::shell
