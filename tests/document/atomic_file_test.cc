// SPDX-License-Identifier: Apache-2.0
// Files that are written completely or not at all, and documents that detect changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "assay/internal/digest.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class AtomicFileTest : public testing::Test {
 protected:
  AtomicFileTest() { fs::create_directories(folder_); }
  ~AtomicFileTest() override { fs::remove_all(folder_); }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  fs::path folder_ = fs::path(testing::TempDir()) / ("assay-atomic-" + std::to_string(::getpid()));
};

TEST_F(AtomicFileTest, IsThereOnceItIsCommitted) {
  AtomicFile file(folder_ / "a");
  const std::string piece(100'000, 'x');
  for (int i = 0; i < 3; ++i) file.out() << piece << '\n';
  EXPECT_FALSE(fs::exists(folder_ / "a"));
  file.commit();
  EXPECT_EQ(read_file(folder_ / "a"), piece + '\n' + piece + '\n' + piece + '\n');
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, LeavesWhatWasThereWhereItIsNotCommitted) {
  write_file_atomically(folder_ / "a", "old");
  { AtomicFile(folder_ / "a").out() << "new"; }
  EXPECT_EQ(read_file(folder_ / "a"), "old");
  EXPECT_EQ(files(), 1u) << "a temporary file is left";
}

TEST_F(AtomicFileTest, DoesNotReplaceADatabase) {
  std::ofstream(folder_ / "runs.db") << "SQLite format 3" << '\0' << "rows";
  EXPECT_THROW(AtomicFile(folder_ / "runs.db"), Error);
  EXPECT_THAT(read_file(folder_ / "runs.db"), testing::EndsWith("rows"));
  EXPECT_EQ(files(), 1u);
}

TEST_F(AtomicFileTest, MakesNoFolderThroughALink) {
  fs::create_directory(folder_ / "elsewhere");
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / "link");
  make_own_folder(folder_ / "new" / "below");
  make_own_folder(folder_ / "new" / "below");
  EXPECT_TRUE(fs::is_directory(folder_ / "new" / "below"));
  EXPECT_THROW(make_own_folder(folder_ / "link"), Error);
}

TEST_F(AtomicFileTest, SaysWhichFileCannotBeWritten) {
  EXPECT_THROW(AtomicFile(folder_ / "missing" / "a"), Error);
  fs::create_directory(folder_ / "folder");
  AtomicFile file(folder_ / "folder");
  file.out() << "x";
  EXPECT_THROW(file.commit(), Error);
}

TEST(Seal, IsTheLastMemberOfItsDocument) {
  const std::string text = sealed("{\n  \"a\": 1\n}");
  EXPECT_EQ(parse_json(text, "x").find("checksum")->string()->size(), 64u);
  EXPECT_NO_THROW(expect_unchanged(text, {}));
  EXPECT_NO_THROW(expect_unchanged(text + "\n", {})) << "as a file ends";
}

TEST(Seal, NoticesAnyChange) {
  const std::string text = sealed("{\n  \"a\": 1,\n  \"b\": \"c\"\n}");
  for (std::size_t at = 0; at < text.find("checksum"); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == 'x' ? 'y' : 'x';
    if (changed.find(",\n  \"checksum\": \"") == changed.npos) continue;  // no seal is left to check
    EXPECT_THROW(expect_unchanged(changed, {"run.json", 1}), Error) << at;
  }
}

TEST(Seal, ADocumentOfAnOlderVersionHasNone) { EXPECT_NO_THROW(expect_unchanged("{\n  \"a\": 1\n}", {})); }

}  // namespace
}  // namespace assay
