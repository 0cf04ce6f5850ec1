// SPDX-License-Identifier: Apache-2.0
// The run that a command line describes, from the first question to its figures.
#pragma once

#include <filesystem>
#include <string>

#include "assay/internal/dealing.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/run_view.h"
#include "command_line.h"

namespace assay::cli {

struct AskedRun {
  RunView view;
  std::filesystem::path folder;  // of its reports; empty: none were asked for
  std::filesystem::path store;   // the file that it is in
  int status = kHeld;            // what the gate says, and what the tool's fixture left
  std::string shard;  // of a part of a run: what became of it, for people; empty: it is a whole run
};

// Asks, grades, stores and reports. Finished cases are in the store while others are asked, so a run that is
// killed can be taken up again. Ctrl-C ends the process in order. Throws Error as plan_run does, and where
// the run cannot be stored or its reports cannot be written. REQUIRES: there is no Interruption.
//
// `again`: what somebody does to go on, before "with --resume ID". `dealing`: the part of which run it is; a
// run that is shared is joined where the store has it, and what finished is not asked again. A shard has no
// gate and no reports: its status says whether it asked all of its cases.
AskedRun run_of(const RunDatasets& asked, const std::string& again = "repeat the command line",
                const Dealing& dealing = {});

void print_run(const AskedRun& run, bool json);

}  // namespace assay::cli
