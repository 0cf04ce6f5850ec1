// SPDX-License-Identifier: Apache-2.0
// Which cases a process runs: those of GoogleTest's filter, by the index where that will do.
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

// Bazel's names for what GoogleTest calls otherwise.
void map_shard_environment();

// What a test of ctest runs is what its script says: a filter, a repetition or a shard that the caller's
// environment has would leave cases out, and what is left out would look passed. Reports are the aggregate's.
// To be called before GoogleTest reads its arguments.
void take_selection(const BuiltSuite& suite, const Arguments& arguments);

// One case alone where the filter is its exact name and the index knows it; otherwise every dataset. Under
// ctest a case must be the one that ctest listed: a run half of one dataset and half of another would say
// nothing about either. Throws Error where ctest listed something else.
Selection select(const BuiltSuite& suite, bool under_ctest);

}  // namespace assay
