// SPDX-License-Identifier: Apache-2.0
// Which cases a process runs: those that GoogleTest's filter selects, through the index if that suffices.
#pragma once

#include <vector>

#include "arguments.h"
#include "case_index.h"
#include "suite.h"

namespace assay {

struct Selection {
  std::vector<Case> cases;
  CaseIndex index;
  bool one_case = false;
};

// Maps Bazel's sharding variables to GoogleTest's.
void map_shard_environment();

// Sets GoogleTest's filter, repetition and output, and drops the caller's shard variables: a ctest test runs
// exactly what its script says, and cases left out would look passed. The aggregate writes the reports. Call
// before GoogleTest reads its arguments.
void override_google_test_flags(const BuiltSuite& suite, const Arguments& arguments);

// Returns only one case if the filter is its exact name and the index has it; otherwise every dataset. Under
// ctest a case must be the one that ctest listed: a run that mixes two versions of a dataset would be
// meaningless. Throws Error if ctest listed something else.
Selection select(const BuiltSuite& suite, bool under_ctest);

}  // namespace assay
