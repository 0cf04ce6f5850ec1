// SPDX-License-Identifier: Apache-2.0
// The bridge to GoogleTest: cases become tests at their own line of the JSON, faults of datasets become
// failing tests, and a listener starts the selected cases ahead of the bodies.
#pragma once

#include <vector>

#include "assay/error.h"
#include "suite_run.h"

namespace assay {

// The run must outlive RUN_ALL_TESTS().
void register_cases(SuiteRun& run);
// One failing test for each fault, so that a run without them can never be green.
void register_problems(const BuiltSuite& suite, const std::vector<Problem>& problems);
// REQUIRES: testing::InitGoogleTest was called.
void listen(SuiteRun& run);

}  // namespace assay
