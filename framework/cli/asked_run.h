// The run that a command line describes, from the first question to its figures.
#pragma once

#include <filesystem>
#include <string>

#include "assay/internal/exit_status.h"
#include "assay/internal/run_view.h"
#include "command_line.h"

namespace assay::cli {

struct AskedRun {
  RunView view;
  std::filesystem::path folder;  // of its reports; empty: none were asked for
  std::filesystem::path store;   // the file that it is in
  int status = kHeld;            // what the gate says, and what the tool's fixture left
};

// Asks, grades, stores and reports. Finished cases are in the store while others are asked, so a run that is
// killed can be taken up again. Ctrl-C ends the process in order. Throws Error as plan_run does, and where
// the run cannot be stored or its reports cannot be written. REQUIRES: there is no Interruption.
//
// `again`: what somebody does to go on, before "with --resume ID".
AskedRun run_of(const RunDatasets& asked, const std::string& again = "repeat the command line");

void print_run(const AskedRun& run, bool json);

}  // namespace assay::cli
