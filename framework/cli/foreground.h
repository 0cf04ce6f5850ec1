// SPDX-License-Identifier: Apache-2.0
// Runs a program that takes over the terminal: an editor, a browser.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

// Waits for it to exit and returns its exit status: 128 + N if signal N killed it, 127 if it could not be
// started. argv[0] is looked up in PATH.
int run_in_foreground(const std::vector<std::string>& argv);

}  // namespace assay::cli
