// SPDX-License-Identifier: Apache-2.0
// What assay_add_suite() wrote down: suite.json in the suite's folder of the build tree.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/suite.h"

namespace assay {

// Of a process that skips (automake's convention). ctest goes by the mark that it prints (case_index.h), and
// takes one that does not know the mark for failed.
constexpr int kSkipStatus = 77;

enum class Granularity { each_case, shards, dataset };

// What a suite of CMake has besides.
struct BuiltSuite : Suite {
  std::filesystem::path folder;     // where suite.json lies, with index and ctest script
  std::vector<std::string> labels;  // of all its tests
  Granularity granularity = Granularity::each_case;
  unsigned shards = 1;

  std::filesystem::path index() const { return folder / "cases.index"; }
};

// Throws Error naming file and line of what is wrong.
BuiltSuite read_suite(const std::filesystem::path& file);

}  // namespace assay
