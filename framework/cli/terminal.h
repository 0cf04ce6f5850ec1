// SPDX-License-Identifier: Apache-2.0
// Output shared by several subcommands, and programs that take over the terminal.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace assay::cli {

enum class JsonLayout { line, indented };
// Bytes that are not UTF-8 are replaced.
void print_json(const nlohmann::ordered_json& json, JsonLayout layout = JsonLayout::line);

// Runs a program that takes over the terminal: an editor, a browser. Waits for it to exit and returns its
// exit status: 128 + N if signal N killed it, 127 if it could not be started. argv[0] is looked up in PATH.
int run_in_foreground(const std::vector<std::string>& argv);

}  // namespace assay::cli
