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
int accept_baseline(const BuiltSuite& suite);

}  // namespace assay
