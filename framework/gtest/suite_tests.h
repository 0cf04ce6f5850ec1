// SPDX-License-Identifier: Apache-2.0
// What a suite's program does by default: its cases as GoogleTest's tests.
#pragma once

#include "assay/extensions.h"
#include "assay/internal/dealing.h"
#include "suite.h"

namespace assay {

// The test `setup` of ctest, of a suite whose tool has a fixture: begins it for this call. An exit status.
int set_up(const BuiltSuite& suite, const Extensions& extensions);

// Sets GoogleTest's filter to the cases that did not pass in the newest complete run. False where all did.
// Throws Error where there is no such run.
bool select_misses(const BuiltSuite& suite);

// All that GoogleTest's flags select. Under ctest the process is one of many, and what it found out is in its
// fragments; otherwise it is a run of its own, or the part of one that `dealing` says, with reports, gate and
// store. An exit status. REQUIRES: testing::InitGoogleTest was called.
int run_tests(const BuiltSuite& suite, const Extensions& extensions, bool under_ctest,
              const Dealing& dealing);

}  // namespace assay
