// SPDX-License-Identifier: Apache-2.0
// A program that has the terminal while it runs: an editor, a browser.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

// Waits for its end; its exit status, 127 where it could not be started. argv[0] is looked up in PATH.
int run_in_foreground(const std::vector<std::string>& argv);

}  // namespace assay::cli
