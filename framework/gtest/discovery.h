// SPDX-License-Identifier: Apache-2.0
// Reading a suite's datasets, and telling ctest of their cases.
#pragma once

#include <vector>

#include "case_index.h"
#include "ctest_script.h"
#include "suite.h"

namespace assay {

struct Discovered {
  CaseIndex index;
  std::vector<IndexedDataset> datasets;
};

// Reads every dataset; the faults of those that cannot be read are in index.problems, the others are there.
// Two datasets of one name are a fault of the second. Never throws for a dataset.
Discovered discover(const BuiltSuite& suite);

// Writes the index and the script, each whole or not at all, and points test_runner in the suite's folder at
// `runner`. Prints "renumbered" where tests that an earlier script had changed places, which
// `ctest --rerun-failed` does not notice. `options` without a command.
void emit_ctest(const BuiltSuite& suite, const std::filesystem::path& runner,
                const std::filesystem::path& script, ScriptOptions options);

}  // namespace assay
