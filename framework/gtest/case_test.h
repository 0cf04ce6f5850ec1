// SPDX-License-Identifier: Apache-2.0
// The bridge to GoogleTest: each case becomes a test located at its line of the JSON, each dataset fault
// becomes a failing test, and a listener starts the selected cases before the test bodies run.
#pragma once

#include <string>
#include <vector>

#include "assay/error.h"
#include "suite_run.h"

namespace assay {

// What the command line of the ctest that started this process says about the tests that it runs. Presets and
// scripts can say the same elsewhere, where no test sees it.

// Whether this call of ctest runs again what failed (--rerun-failed).
bool reruns_failed();

// Whether this call of ctest excludes the test that judges the suite, `<suite>.aggregate`, by its name
// (--exclude-regex) or by its fixture (--fixture-exclude-any, --fixture-exclude-cleanup).
bool excludes_aggregate(const std::string& suite);

// The run must outlive RUN_ALL_TESTS().
void register_cases(SuiteRun& run);
// Registers one failing test per fault, so that a run that lacks those datasets is never green.
void register_problems(const BuiltSuite& suite, const std::vector<Problem>& problems);
// REQUIRES: testing::InitGoogleTest was called.
void listen(SuiteRun& run);

}  // namespace assay
