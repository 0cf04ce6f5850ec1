// SPDX-License-Identifier: Apache-2.0
// The run that a command line describes.
#pragma once

#include "assay/internal/perform_run.h"
#include "command_line.h"

namespace assay::cli {

// perform_run() for the options, with its messages on the terminal. The first line of output, which part of
// which run this is, goes to standard error with JSON.
PerformedRun run_of(const RunDatasets& asked, const std::string& again, const Dealing& dealing = {});

void print_run(const PerformedRun& run, bool json);

}  // namespace assay::cli
