// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "assay/error.h"
#include "assay/internal/file.h"
#include "error_of.h"

namespace assay {
namespace {

std::string text(int number) {
  return std::string(static_cast<std::size_t>(number % 300), 'a') + "é" + std::to_string(number);
}

// Sets TMPDIR for as long as it lives.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& folder) {
    if (const char* had = std::getenv("TMPDIR")) had_ = had;
    ::setenv("TMPDIR", folder.c_str(), 1);
  }
  ~TemporaryFolder() { had_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", had_.c_str(), 1); }

 private:
  std::string had_;
};

TEST(Spool, GivesBackWhatWasAddedInMemoryOnItsWayAndInTheFile) {
  Spool spool(1000);
  std::vector<std::uint64_t> offsets;
  for (int i = 0; i < 2000; ++i) offsets.push_back(spool.add(text(i)));
  for (int i = 1999; i >= 0; --i)
    EXPECT_EQ(spool.at(offsets[static_cast<std::size_t>(i)], text(i).size()), text(i));
}

TEST(Spool, IsReadFromSeveralThreads) {
  Spool spool(100);
  std::vector<std::uint64_t> offsets;
  for (int i = 0; i < 1000; ++i) offsets.push_back(spool.add(text(i)));
  std::vector<int> wrong(4, 0);
  {
    std::vector<std::jthread> threads;
    for (int& faults : wrong)
      threads.emplace_back([&] {
        for (int i = 0; i < 1000; ++i)
          faults += spool.at(offsets[static_cast<std::size_t>(i)], text(i).size()) != text(i);
      });
  }
  EXPECT_THAT(wrong, testing::Each(0));
}

TEST(Spool, LeavesNothingInTheFolderForTemporaryFiles) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "spool";
  std::filesystem::create_directories(folder);
  const TemporaryFolder temporary(folder.string());
  Spool spool(0);
  spool.add(std::string(1 << 20, 'x'));
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST(Spool, NeedsNoFileForFewBytesAndNamesTheFolderWhereItCannotHaveOne) {
  const TemporaryFolder temporary("/proc/self/task");
  Spool spool(1 << 20);
  EXPECT_NO_THROW(spool.add("few"));
  EXPECT_THAT(error_of([&] {
                for (int i = 0; i < 3; ++i) spool.add(std::string(1 << 20, 'x'));
              }),
              testing::HasSubstr("/proc/self/task"));
}

}  // namespace
}  // namespace assay
