// SPDX-License-Identifier: Apache-2.0
#include "run_folder.h"

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "error_of.h"

namespace assay {
namespace {

TEST_F(RunFolderTest, ProcessesOfOneSessionShareARunIdAndOthersDoNot) {
  const ProcessIdentity one{100, "1-boot"}, same = one, reused{100, "2-boot"};
  EXPECT_EQ(known_session(runs, one).id, "");
  const auto id = session_run(runs, one, "a").id;
  EXPECT_EQ(session_run(runs, same, "a").id, id);
  EXPECT_EQ(known_session(runs, one).id, id);
  EXPECT_NE(session_run(runs, reused, "a").id, id);
}

// Process numbers are reused after a while, but not together with the same start time.
TEST_F(RunFolderTest, ASessionIsKnownByTheStartOfItsProcess) {
  std::ifstream stat("/proc/" + std::to_string(::getppid()) + "/stat");
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  std::istringstream fields(text.substr(text.rfind(')') + 2));  // begins with the third field
  std::string field;
  for (int i = 3; i <= 22; ++i) fields >> field;
  EXPECT_EQ(parent_process().pid, ::getppid());
  EXPECT_THAT(parent_process().started, testing::StartsWith(field + "-"));
}

TEST_F(RunFolderTest, WhoeverComesFirstNamesTheRun) {
  std::vector<std::string> ids(8);
  std::vector<std::thread> racers;
  for (std::size_t i = 0; i < ids.size(); ++i)
    racers.emplace_back([&, i] { ids[i] = session_run(runs, {7, "s"}, "a").id; });
  for (auto& racer : racers) racer.join();
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), 1u);
}

TEST_F(RunFolderTest, SessionsOfEndedProcessesAreForgottenAndLiveOnesKept) {
  const auto mine = parent_process();
  session_run(runs, mine, "a");
  session_run(runs, {mine.pid, "another-start"}, "a");
  forget_ended_sessions(runs);
  EXPECT_NE(known_session(runs, mine).id, "");
  EXPECT_EQ(known_session(runs, {mine.pid, "another-start"}).id, "");
}

TEST_F(RunFolderTest, LatestMovesInOneStep) {
  EXPECT_EQ(latest_run(runs), "");
  set_latest(runs, "a");
  set_latest(runs, "b");
  EXPECT_EQ(latest_run(runs), "b");
}

TEST_F(RunFolderTest, AFolderThatCannotBeWrittenIsNamedWithTheNextStep) {
  std::ofstream(runs / "file") << "";
  EXPECT_THAT(error_of([&] { make_run_folder(runs / "file", "r"); }),
              testing::AllOf(testing::HasSubstr("cannot create the folder"), testing::HasSubstr("next:")));
}

TEST_F(RunFolderTest, ALinkInTheFoldersPlaceIsNotFollowed) {
  const auto victim = runs / "victim";
  std::filesystem::create_directory(victim);
  std::filesystem::create_directory_symlink(victim, runs / "r");
  EXPECT_THROW(make_run_folder(runs, "r"), Error);
  std::filesystem::remove(runs / "r");
  std::filesystem::create_directory(runs / "r");
  std::filesystem::create_directory_symlink(victim, runs / "r" / "fragments");
  EXPECT_THROW(make_run_folder(runs, "r"), Error);
  EXPECT_TRUE(std::filesystem::is_empty(victim));
}

}  // namespace
}  // namespace assay
