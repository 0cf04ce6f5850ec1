#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "assay/dataset.h"

namespace assay {
namespace {

TEST(BundledDatasets, AreReadWithoutFault) {
  const std::filesystem::path folder = std::filesystem::path(ASSAY_SOURCE_DIR) / "datasets" / "correctness";
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder)) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
  }
  if (files.empty()) GTEST_SKIP() << "no datasets in " << folder;
  std::ranges::sort(files);
  for (const auto& file : files) EXPECT_NO_THROW(read_dataset(file)) << file;
}

}  // namespace
}  // namespace assay
