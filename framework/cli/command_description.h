// SPDX-License-Identifier: Apache-2.0
// Extracts the program's commands and options from the argument parser, for the manual page and the shell
// completion.
#pragma once

#include "command_tree.h"

namespace CLI {
class App;
}

namespace assay::cli {

// `app` with its commands and options; its footer describes the exit statuses.
ProgramDescription describe(const CLI::App& app);

}  // namespace assay::cli
