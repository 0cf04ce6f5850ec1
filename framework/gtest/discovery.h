// SPDX-License-Identifier: Apache-2.0
// Reads a suite's datasets, and tells ctest about their cases.
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

// Reads every dataset. Faults of unreadable ones go to index.problems; the others are still returned. If two
// datasets have the same name, the second is at fault. Never throws because of a dataset.
Discovered discover(const BuiltSuite& suite);

// Writes the index and the script, each atomically, and points test_runner in the suite's folder at `runner`.
// Prints "renumbered" if tests of an earlier script changed places, which `ctest --rerun-failed` does not
// notice. `options` comes without a command.
void emit_ctest(const BuiltSuite& suite, const std::filesystem::path& runner,
                const std::filesystem::path& script, ScriptOptions options);

}  // namespace assay
