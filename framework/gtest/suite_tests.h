// SPDX-License-Identifier: Apache-2.0
// The default task of a suite's program: running its cases as GoogleTest tests.
#pragma once

#include "assay/extensions.h"
#include "assay/internal/dealing.h"
#include "suite.h"

namespace assay {

// ctest's test `setup`, for a suite whose tool has a fixture: begins it for this ctest call. Returns an exit
// status.
int set_up(const BuiltSuite& suite, const Extensions& extensions);

// Sets GoogleTest's filter to the cases that did not pass in the newest complete run. False if all passed.
// Throws Error if there is no such run.
bool select_misses(const BuiltSuite& suite);

// What a process that runs cases was started for.
enum class Called {
  by_ctest,    // as one of many: its results are in its fragments
  by_hand,     // as a separate run, or the part of one that the dealing says, with reports, gate and store
  for_misses,  // the same, for what select_misses() selected
};

// Runs all cases that GoogleTest's flags select. Returns an exit status. REQUIRES: testing::InitGoogleTest
// was called.
int run_tests(const BuiltSuite& suite, const Extensions& extensions, Called called, const Dealing& dealing);

}  // namespace assay
