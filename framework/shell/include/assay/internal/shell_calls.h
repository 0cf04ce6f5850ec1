// SPDX-License-Identifier: Apache-2.0
// The simple commands of a tree.
#pragma once

#include <functional>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// Calls `visit` for every simple command in text order, a command's substitutions before the command itself.
// `visit` may change it.
void for_each_simple_command(List& list, const std::function<void(SimpleCommand&)>& visit);

}  // namespace assay::shell
