// SPDX-License-Identifier: Apache-2.0
// A tool's fixture under ctest: a process of its own holds it from the suite's test `setup` to its
// `aggregate`, or until that call of ctest has ended without one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/error.h"
#include "assay/evaluate.h"
#include "assay/internal/run_folder.h"
#include "suite.h"

namespace assay {

// In a run's folder.
std::filesystem::path fixture_folder(const std::filesystem::path& run_folder);

// Begins the fixture of a run and leaves it to a process that outlives this one, for as long as `ctest` does;
// returns when tools can be asked. The obstacle, where they cannot; nothing is left then. Does nothing where
// the run has a fixture already.
// REQUIRES: this process has one thread.
std::string hold_fixture(const Tool& tool, const std::filesystem::path& run_folder,
                         const ProcessIdentity& ctest);

// For a process of one test: cases are unmeasured where the fixture of the run was left out, failed or has
// ended.
void join_fixture(const BuiltSuite& suite, const Tool& tool, const std::filesystem::path& run_folder,
                  EvaluateOptions& options);

struct ReleasedFixture {
  std::vector<Problem> obstacle;  // why nothing could be asked
  std::vector<Problem> teardown;  // what went wrong afterwards
};
// Ends the fixture of a run, where it has one, and waits for that.
ReleasedFixture release_fixture(const Tool& tool, const std::filesystem::path& run_folder);

}  // namespace assay
