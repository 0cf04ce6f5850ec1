// SPDX-License-Identifier: Apache-2.0
// The command line of `assay`: the subcommand and its options.
//
// Each folder has the subcommands of a topic. Its header declares, for each, a struct of its options, the
// function that performs it, and an add_…() with its name, its help and the destinations of its options.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "assay/internal/conclusion.h"

namespace CLI {
class App;  // the argument parser
}

namespace assay::cli {

// Utility tables: files, or folders of *.json.
using Places = std::vector<std::filesystem::path>;

enum class Format { text, markdown, json };

// A subcommand bound to its options; returns the exit status.
using Command = std::function<int()>;

// Handles --help and usage errors itself; the returned command then only yields the exit status.
Command read_command_line(int argc, char** argv);

}  // namespace assay::cli
