// SPDX-License-Identifier: Apache-2.0
// Performs the run that a command line describes, from the first question to its figures.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "assay/error.h"
#include "assay/internal/dealing.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/run_view.h"
#include "command_line.h"

namespace assay::cli {

struct AskedRun {
  RunView view;
  std::filesystem::path folder;  // of its reports; empty: none were requested
  std::filesystem::path store;   // the store that holds it
  int status = kHeld;            // the gate's or shard's, raised to kUndecided if the fixture left problems
  std::optional<Problem> fault;  // of a tool that could not be started for any case
  std::string shard;             // for a part of a run: its outcome in words; empty: a whole run
};

// Asks, grades, stores and reports. Finished cases are stored while others are asked, so a killed run can be
// resumed. Ctrl-C shuts the process down in order. Throws Error as plan_run does, or if the run cannot be
// stored or its reports cannot be written. REQUIRES: there is no Interruption.
//
// `again`: how the user continues the run, shown before "with --resume ID". `dealing`: which part of which
// run this is. A shared run is joined if the store has it, and finished cases are not asked again. A shard
// has no gate and no reports: its status says whether it asked all of its cases and could measure any.
AskedRun run_of(const RunDatasets& asked, const std::string& again = "repeat the command line",
                const Dealing& dealing = {});

void print_run(const AskedRun& run, bool json);

}  // namespace assay::cli
