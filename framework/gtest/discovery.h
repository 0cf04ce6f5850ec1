// Reading a suite's datasets, and telling ctest of their cases.
#pragma once

#include <string_view>
#include <vector>

#include "case_index.h"
#include "suite.h"

namespace assay {

struct Discovered {
  CaseIndex index;
  std::vector<IndexedDataset> datasets;
};

// Reads every dataset; the faults of those that cannot be read are in index.problems, the others are there.
// Two datasets of one name are a fault of the second. Never throws for a dataset.
Discovered discover(const Suite& suite);

// Writes the index and the script; both whole or not at all. Prints "renumbered" where tests that an earlier
// script had changed places, which `ctest --rerun-failed` does not notice. `ctest_version` as in
// ctest_script.
void emit_ctest(const Suite& suite, const std::filesystem::path& runner, const std::filesystem::path& script,
                std::string_view ctest_version);

}  // namespace assay
