#include "assay/origin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace assay {
namespace {
namespace fs = std::filesystem;

class OriginTest : public testing::Test {
 protected:
  OriginTest() {
    std::string name = (fs::temp_directory_path() / "assay_origin_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~OriginTest() override { fs::remove_all(folder_); }
  bool git(const std::string& arguments) const {
    const std::string command =
        "git -C " + folder_.string() + " -c user.name=n -c user.email=e@example.org " + arguments;
    return std::system((command + " > /dev/null 2>&1").c_str()) == 0;
  }
  fs::path folder_;
};

TEST_F(OriginTest, AProgramIsSoughtAsTheSystemDoes) {
  EXPECT_TRUE(program_file("sh").is_absolute());
  EXPECT_EQ(program_file("sh").filename(), "sh");
  EXPECT_EQ(program_file("./sh"), "./sh") << "a slash names the file itself";
  EXPECT_EQ(program_file("no_such_program"), "no_such_program");
}

TEST_F(OriginTest, AFolderOutsideGitHasNoCommit) {
  EXPECT_EQ(checkout_of(folder_).commit, "");
  EXPECT_FALSE(checkout_of(folder_).dirty);
}

TEST_F(OriginTest, ACheckoutHasItsCommitAndIsDirtyWhereAKnownFileChanged) {
  if (!git("init")) GTEST_SKIP() << "git is not installed";
  std::ofstream(folder_ / "known") << "1";
  ASSERT_TRUE(git("add known") && git("commit -m first"));
  std::ofstream(folder_ / "unknown") << "1";
  EXPECT_EQ(checkout_of(folder_).commit.size(), 40u);
  EXPECT_FALSE(checkout_of(folder_).dirty);
  std::ofstream(folder_ / "known") << "2";
  EXPECT_TRUE(checkout_of(folder_).dirty);
}

TEST(LimitsTest, AreThoseOfTheTool) {
  Program program;
  program.limits.timeout = std::chrono::seconds(7);
  EXPECT_EQ(limits_of({"tool", program}).at("timeout_ms"), "7000");
  EXPECT_TRUE(limits_of({"recorded", Recording{}}).empty());
}

TEST(VersionsTest, AreOfTheLevelsThatStateOne) {
  const std::vector<Level> levels = {
      *built_in_level("exact"), {"mine", nullptr, "3"}, {"unversioned", nullptr}};
  const auto versions = versions_of(levels);
  EXPECT_EQ(versions.size(), 2u);
  EXPECT_EQ(versions.at("mine"), "3");
  EXPECT_FALSE(versions.at("exact").empty());
}

}  // namespace
}  // namespace assay
