// SPDX-License-Identifier: Apache-2.0
// A tool's fixture under ctest: a separate process holds it from the suite's test `setup` to its `aggregate`,
// or until that ctest call ends without one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/evaluate.h"
#include "assay/internal/run_folder.h"
#include "suite.h"

namespace assay {

// Located in the run's folder.
std::filesystem::path fixture_folder(const std::filesystem::path& run_folder);

// Begins the fixture of a run and hands it to a process that outlives this one, for as long as `ctest` lives;
// returns when the tool can be asked. If that fails, returns the obstacle, and nothing is left behind. Does
// nothing if the run already has a fixture. REQUIRES: this process is single-threaded.
std::string hold_fixture(const Tool& tool, const std::filesystem::path& run_folder,
                         const ProcessIdentity& ctest);

// For a process that runs one test: makes cases unmeasured if the run's fixture was left out, failed or has
// ended.
void join_fixture(const BuiltSuite& suite, const Tool& tool, const std::filesystem::path& run_folder,
                  EvaluateOptions& options);

struct ReleasedFixture {
  std::vector<Problem> obstacle;  // why no case could be asked
  std::vector<Problem> teardown;  // what went wrong afterwards
};
// Ends the fixture of a run, if it has one, and waits for it to end.
ReleasedFixture release_fixture(const Tool& tool, const std::filesystem::path& run_folder);

}  // namespace assay
