// SPDX-License-Identifier: Apache-2.0
// Reads a suite's datasets, and tells ctest about their cases.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "case_index.h"
#include "suite.h"

namespace assay {

// The command line of a suite's runner.
struct RunnerCommand {
  std::filesystem::path program;
  std::string argument = "";  // empty: none is needed
};

// Script inputs that neither the suite nor its datasets state.
struct ScriptOptions {
  RunnerCommand command = {};
  std::chrono::milliseconds timeout{30'000};              // of a case that sets none
  int tries = 1;                                          // each with that timeout, per request
  std::chrono::milliseconds turn{0};                      // that one request may have to wait for others
  Retry retry = {};                                       // the tool's
  std::optional<std::chrono::milliseconds> fixture = {};  // Fixture::limit of a tool that has a fixture
  std::string ctest_version;                              // of the reading ctest, "3.25.1"; empty: unknown
  std::string stamp = "";  // identifies the inputs: "# " + stamp is the first line, "# end " + stamp the
                           // last; empty: none
};

// add_test and set_tests_properties for every case, shard or dataset, for every unreadable dataset, and for
// the aggregate. Tests skip by printing the index's mark. Cases carry their line if the reader sets
// assay_shows_lines.
std::string ctest_script(const BuiltSuite& suite, const ScriptOptions& options, const CaseIndex& index,
                         const std::vector<IndexedDataset>& datasets);

// The names of the tests that a script adds, in order, without the suite's prefix.
std::vector<std::string_view> test_names(std::string_view script);

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
