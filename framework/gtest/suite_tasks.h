// SPDX-License-Identifier: Apache-2.0
// What a suite's program does besides running its cases. Each function returns an exit status.
#pragma once

#include "arguments.h"
#include "assay/extensions.h"
#include "suite.h"

namespace assay {

int run_aggregate(const BuiltSuite& suite, const Extensions& extensions, const Arguments& arguments);
// Reads everything, asks nothing.
int check(const BuiltSuite& suite, const Extensions& extensions);
int print_summary(const BuiltSuite& suite);
// What passed in the run of that id, or in the newest one, becomes the baseline. Throws Error where the run
// lacks cases or is not of what the suite is of now.
int accept_baseline(const BuiltSuite& suite, const Extensions& extensions, const std::string& run_id);

}  // namespace assay
