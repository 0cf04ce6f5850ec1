// SPDX-License-Identifier: Apache-2.0
// What the library that reads arguments knows of the program's commands and options, for the manual page and
// the completion.
#pragma once

#include "command_tree.h"

namespace CLI {
class App;
}

namespace assay::cli {

// `app` with its commands and options; its footer says the exit statuses.
ProgramDescription describe(const CLI::App& app);

}  // namespace assay::cli
