// SPDX-License-Identifier: Apache-2.0
// A run that several workers ask, each the cases that a server leases to it.
#pragma once

#include "asked_run.h"

namespace assay::cli {

// Joins the run, or begins it, and asks until all of its cases have a result; then it is judged as any other
// run is. Where the server is lost, what this worker finished is in a file, and the Error that is thrown says
// how it comes to the server. Throws Error as run_of() does, for a store that is a file, and for a run of
// other cases, another tool or other options. REQUIRES: there is no Interruption.
AskedRun leased_run(const RunDatasets& asked);

}  // namespace assay::cli
