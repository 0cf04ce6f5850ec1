// SPDX-License-Identifier: Apache-2.0
// The simple commands of a tree.
#pragma once

#include <functional>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// Calls `visit` for the simple commands in text order: those in substitutions within a command's words before
// the command itself, those within its redirections after it. `visit` may change the command.
void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit);

}  // namespace assay::shell
