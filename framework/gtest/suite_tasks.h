// SPDX-License-Identifier: Apache-2.0
// The tasks of a suite's program besides running its cases. Each function returns an exit status.
#pragma once

#include "arguments.h"
#include "assay/extensions.h"
#include "suite.h"

namespace assay {

int run_aggregate(const BuiltSuite& suite, const Extensions& extensions, const Arguments& arguments);
// Reads everything without asking the tool.
int check(const BuiltSuite& suite, const Extensions& extensions);
int print_summary(const BuiltSuite& suite);
// Makes the passes of the run `run_id` (empty: the newest complete run) the baseline. Throws Error if the run
// lacks cases or its subject differs from the suite's current one.
int accept_baseline(const BuiltSuite& suite, const Extensions& extensions, const std::string& run_id);

}  // namespace assay
