// SPDX-License-Identifier: Apache-2.0
// The words before a pipeline: ! and time.
#pragma once

#include "assay/internal/shell_tree.h"
#include "findings.h"

namespace assay::posix {

// POSIX has one ! before a command, and time as a utility that runs a simple command.
void judge_prefix(const shell::Pipeline& pipeline, Findings& findings);

}  // namespace assay::posix
