// SPDX-License-Identifier: Apache-2.0
// Kept effects in a file: found again unchanged, or not at all, whatever happens to the file.
#include "assay/internal/kept_effects.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "read_only.h"
#include "store_file.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

class KeptEffectsTest : public ::testing::Test {
 protected:
  KeptEffectsTest() {
    std::string name = (fs::temp_directory_path() / "assay-effects-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    file_ = folder_ / "assay" / "effects.db";
  }
  ~KeptEffectsTest() override { fs::remove_all(folder_); }

  void keep(const std::string& key, const std::string& text) { KeptEffects(file_).keep(key, text); }
  std::optional<std::string> found(const std::string& key) { return KeptEffects(file_).find(key); }
  void change(const std::string& sql) { SQLite::Database(file_.string(), SQLite::OPEN_READWRITE).exec(sql); }

  fs::path folder_, file_;
};

TEST_F(KeptEffectsTest, AreFoundByALaterProcess) {
  keep("a", std::string("x\0y", 3));
  EXPECT_EQ(found("a"), std::string("x\0y", 3));
  EXPECT_EQ(found("b"), std::nullopt);
  keep("a", "z");
  EXPECT_EQ(found("a"), "z");
}

TEST_F(KeptEffectsTest, ThatGaveTwoResultsStaySo) {
  keep("a", "");
  keep("a", "z");
  EXPECT_EQ(found("a"), "");
}

TEST_F(KeptEffectsTest, AreThrownAwayWithALineWhereSomebodyChangedThem) {
  keep("a", "x");
  keep("b", "y");
  change("UPDATE effects SET text = 'z' WHERE key = 'a'");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(found("a"), std::nullopt);
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("is damaged, and is thrown away\n"), said.npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
  EXPECT_EQ(found("b"), std::nullopt);
  keep("a", "x");
  EXPECT_EQ(found("a"), "x");
}

TEST_F(KeptEffectsTest, InAFileThatIsNoDatabaseAreThrownAway) {
  fs::create_directories(file_.parent_path());
  std::ofstream(file_) << std::string(5000, 'x');
  ::testing::internal::CaptureStderr();
  keep("a", "x");
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("damaged"), std::string::npos);
  EXPECT_EQ(found("a"), "x");
}

TEST_F(KeptEffectsTest, OfANewerVersionAreLeftAlone) {
  keep("a", "x");
  change("PRAGMA user_version = 99");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(found("a"), std::nullopt);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("newer version of assay"), std::string::npos);
  keep("b", "y");
  change("PRAGMA user_version = 1");
  EXPECT_EQ(found("a"), "x");
  EXPECT_EQ(found("b"), std::nullopt);
}

TEST_F(KeptEffectsTest, OnAReadOnlyDiskAreRead) {
  keep("a", "x");
  const ReadOnly locked(file_.parent_path());
  if (!locked) GTEST_SKIP() << "nothing can be mounted here";
  ::testing::internal::CaptureStderr();
  {
    KeptEffects effects(file_);
    EXPECT_EQ(effects.find("a"), "x");
    effects.keep("b", "y");
    EXPECT_EQ(effects.find("a"), "x");
  }
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_LE(std::ranges::count(said, '\n'), 1) << said;
  EXPECT_EQ(found("b"), std::nullopt);
}

// As on a full disk: no file may grow further.
TEST_F(KeptEffectsTest, OnAFullDiskLoseOnlyWhatIsNew) {
  keep("a", "x");
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit most{65536, 65536};
    ::setrlimit(RLIMIT_FSIZE, &most);
    KeptEffects effects(file_);
    for (int i = 0; i < 600; ++i) effects.keep("k" + std::to_string(i), std::string(1000, 'y'));
    ::_exit(effects.find("a") == "x" ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(found("a"), "x");
}

TEST_F(KeptEffectsTest, GiveWayToNewOnesWhereThereIsNoRoom) {
  constexpr std::uint64_t kMost = 400'000;
  for (int i = 0; i < 8; ++i) {
    KeptEffects effects(file_, KeptEffects::Access::write, kMost);
    for (int j = 0; j < 100; ++j) effects.keep(std::to_string(i * 100 + j), std::string(1000, 'y'));
  }
  EXPECT_LE(fs::file_size(file_), 2 * kMost);
  EXPECT_EQ(found("0"), std::nullopt);
  EXPECT_TRUE(found("799"));
}

TEST_F(KeptEffectsTest, SurviveAProcessThatIsKilledWhileAnotherWrites) {
  const pid_t child = ::fork();
  if (child == 0)
    for (int i = 0;; ++i) KeptEffects(file_).keep("child " + std::to_string(i), std::string(500, 'c'));
  for (int i = 0; i < 20; ++i) keep("parent " + std::to_string(i), "p");
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::testing::internal::CaptureStderr();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(found("parent " + std::to_string(i)), "p") << i;
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(KeptEffectsTest, CanBeDeleted) {
  keep("a", "x");
  EXPECT_GT(remove_kept_effects(file_), 0u);
  EXPECT_FALSE(fs::exists(file_));
  EXPECT_EQ(remove_kept_effects(file_), 0u);
}

TEST_F(KeptEffectsTest, AreInReachOfProgramsOfWhoeverOwnsThem) {
  EXPECT_TRUE(is_in_reach(folder_));
  if (::geteuid() != 0) {
    EXPECT_FALSE(is_in_reach("/usr/share")) << "root's, with all folders above it";
    return;
  }
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_other =
        ::setresgid(54'321, 54'321, 54'321) == 0 && ::setresuid(54'321, 54'321, 54'321) == 0;
    ::_exit(!is_other || is_in_reach("/usr/share") ? 1 : 0);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "root's folder is out of another user's reach";
}

}  // namespace
}  // namespace assay
