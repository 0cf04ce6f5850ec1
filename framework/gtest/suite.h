// SPDX-License-Identifier: Apache-2.0
// The settings written by assay_add_suite(): suite.json in the suite's folder of the build tree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/suite.h"

namespace assay {

// Exit status of a process that skips (automake's convention). ctest relies on the printed mark
// (case_index.h), and treats a process whose mark it does not know as failed.
constexpr int kSkipStatus = 77;

enum class Granularity { each_case, shards, dataset };

// What a CMake suite has beyond a Suite.
struct BuiltSuite : Suite {
  std::filesystem::path folder;     // where suite.json is, with the index and the ctest script
  std::vector<std::string> labels;  // of all its tests
  Granularity granularity = Granularity::each_case;
  unsigned shards = 1;

  std::filesystem::path index() const { return folder / "cases.index"; }
};

// Throws Error with the file and line of the fault.
BuiltSuite read_suite(const std::filesystem::path& file);

}  // namespace assay
