// SPDX-License-Identifier: Apache-2.0
// A test's own folder of runs.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/internal/run_folder.h"
#include "results.h"

namespace assay {
namespace fs = std::filesystem;

inline Result result_of(const std::string& name, int line = 1) {
  Result result = a_result(name, Status::miss, Ending::empty);
  result.asked.where.line = line;
  result.started_at = "2026-01-01T00:00:00.000Z";
  return result;
}

class RunFolderTest : public testing::Test {
 protected:
  RunFolderTest() {
    std::string name = (fs::temp_directory_path() / "assay_runs_XXXXXX").string();
    runs = ::mkdtemp(name.data());
  }
  ~RunFolderTest() override { fs::remove_all(runs); }
  std::vector<std::string> names(const fs::path& folder) const {
    std::vector<std::string> names;
    for (const auto& result : read_fragments(folder).results)
      names.push_back(result.asked.name + "#" + std::to_string(result.attempt));
    return names;
  }
  fs::path runs;
};

}  // namespace assay
