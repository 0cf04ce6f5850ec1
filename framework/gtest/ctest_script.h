// SPDX-License-Identifier: Apache-2.0
// The script by which ctest learns of a suite's cases: text in, text out.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "case_index.h"
#include "suite.h"

namespace assay {

// A double-quoted CMake argument: `text` whatever bytes it has.
std::string cmake_quoted(std::string_view text);

// How a suite's runner is called.
struct RunnerCommand {
  std::filesystem::path program;
  std::string argument = "";  // empty: none is needed
};

// What a script needs to know besides what the suite and its datasets say.
struct ScriptOptions {
  RunnerCommand command = {};
  std::chrono::milliseconds timeout{30'000};              // of a case that says nothing
  int tries = 1;                                          // that long, of one asking
  std::chrono::milliseconds turn{0};                      // that one asking may wait for after another
  Retry retry = {};                                       // of the tool
  std::optional<std::chrono::milliseconds> fixture = {};  // Fixture::limit of a tool that has a fixture
  std::string ctest_version;                              // of who reads it, "3.25.1"; empty: unknown
  std::string stamp =
      "";  // of what it was made of: after "# " its first line, after "# end " its last one; empty: none
};

// add_test and set_tests_properties for every case, shard or dataset, for every dataset that could not be
// read, and for the aggregate. A skip is said by the index's mark. Cases have their lines where the reader
// sets assay_shows_lines.
std::string ctest_script(const BuiltSuite& suite, const ScriptOptions& options, const CaseIndex& index,
                         const std::vector<IndexedDataset>& datasets);

// The names of the tests that a script adds, in order, without the suite's.
std::vector<std::string_view> test_names(std::string_view script);

}  // namespace assay
