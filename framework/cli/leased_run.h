// SPDX-License-Identifier: Apache-2.0
// A run shared by several workers, each of which asks the cases that a server leases to it.
#pragma once

#include "asked_run.h"

namespace assay::cli {

// Joins or begins the run and asks until all of its cases have a result; the run is then judged like any
// other. If the connection to the server is lost, this worker's finished results are in a file, and the Error
// says how to get them to the server. Throws Error as run_of() does, for a store that is a file, and for a
// run with other cases, another tool or other options. REQUIRES: there is no Interruption.
AskedRun leased_run(const RunDatasets& asked);

}  // namespace assay::cli
