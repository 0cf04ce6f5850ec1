// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "command_line.h"
#include "shared_options.h"

namespace assay::cli {

void add_init(CLI::App& app, StartSuite& options) {
  auto& command = *app.add_subcommand(
      "init", "Write a first suite for a tool (two cases, its description, a CMakeLists.txt) and run it");
  command.add_option("folder", options.folder, "The folder to write; by default the current one")
      ->type_name("DIR");
  command
      .add_option("--tool", options.tool,
                  "The tool: a command line ('my-tool {prompt}'), a program, a tool description, or the name "
                  "of a known tool")
      ->type_name("COMMAND|FILE|NAME")
      ->required();
  add_store(command, options.place);
  command.add_flag("--json", options.json, "The first run's metrics as one JSON object instead of text");
}

}  // namespace assay::cli
