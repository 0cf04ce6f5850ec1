// SPDX-License-Identifier: Apache-2.0
// The files and folders that commands name, in one world: a path that is read or made exists, is missing, or
// is of another type.
#pragma once

#include "clues.h"
#include "lines.h"
#include "named_files.h"
#include "plan.h"
#include "texts.h"
#include "tree.h"

namespace assay::worlds {

void add_operands(Tree& tree, const Clues& clues, const Lines& lines, const NamedFiles& named,
                  const Setting& setting);

}  // namespace assay::worlds
