// What a suite's program does by default: its cases as GoogleTest's tests.
#pragma once

#include "assay/extensions.h"
#include "suite.h"

namespace assay {

// All that GoogleTest's flags select. Under ctest the process is one of many, and what it found out is in its
// fragments; otherwise it is a run of its own, with reports, gate and store. An exit status.
// REQUIRES: testing::InitGoogleTest was called.
int run_tests(const BuiltSuite& suite, const Extensions& extensions, bool under_ctest);

}  // namespace assay
