// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/dataset.h"

namespace assay {
namespace {

TEST(BundledDatasets, AreReadWithoutFault) {
  const std::filesystem::path datasets = std::filesystem::path(ASSAY_SOURCE_DIR) / "datasets";
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"correctness", "retrieval"}) {
    if (!std::filesystem::is_directory(datasets / folder)) continue;
    for (const auto& entry : std::filesystem::directory_iterator(datasets / folder)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  if (files.empty()) GTEST_SKIP() << "no datasets in " << datasets;
  std::ranges::sort(files);
  for (const auto& file : files) EXPECT_NO_THROW(read_dataset(file)) << file;
}

}  // namespace
}  // namespace assay
