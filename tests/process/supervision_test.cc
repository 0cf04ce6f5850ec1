// SPDX-License-Identifier: Apache-2.0
// Reapers that persist from run to run: nothing of one run may show in the next.
#include "reaper/supervision.h"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "assay/error.h"
#include "fake_tools.h"
#include "slot_runs.h"

namespace assay::process {
namespace {

using std::chrono::milliseconds;
using testing::Each;
using testing::Ne;

TEST_F(SlotTest, KeepsItsReaper) {
  const pid_t first = reaper();
  ASSERT_GT(first, 0);
  EXPECT_EQ(reaper(), first);
  EXPECT_EQ(contents("/proc/" + std::to_string(first) + "/comm"), "assay-reaper\n");
}

TEST_F(SlotTest, HasANewReaperWhereTheOldOneWasEnded) {
  const pid_t first = reaper();
  ::kill(first, SIGKILL);
  ASSERT_TRUE(comes_true([&] { return is_dead(first); }));
  const pid_t second = reaper();
  EXPECT_GT(second, 0);
  EXPECT_NE(second, first);
}

TEST_F(SlotTest, HasANewReaperAfterAToolThatEndedIt) {
  const pid_t first = reaper();
  EXPECT_EQ(run(shell("echo $$ >'" + (folder_ / "pid") + "'; kill -KILL $PPID; exec sleep 1000")).end,
            ProcessEnd::io_error);
  const pid_t tool = number_in(folder_ / "pid");
  ASSERT_GT(tool, 0);
  EXPECT_TRUE(comes_true([&] { return is_dead(tool); }));
  const auto after = run(shell("exit 7"));
  EXPECT_EQ(after.end, ProcessEnd::exited);
  EXPECT_EQ(after.exit_code, 7);
  EXPECT_NE(reaper(), first);
}

// A reaper ends with the thread that started it.
TEST_F(SlotTest, HasANewReaperInAnotherThread) {
  const pid_t first = reaper();
  pid_t second = 0;
  std::thread([&] { second = reaper(); }).join();
  EXPECT_GT(second, 0);
  EXPECT_NE(second, first);
  const pid_t third = reaper();
  EXPECT_GT(third, 0);
  EXPECT_NE(third, second);
}

// Changes the current folder, and restores it on destruction.
class Elsewhere {
 public:
  explicit Elsewhere(const std::filesystem::path& folder) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(folder);
  }
  ~Elsewhere() { std::filesystem::current_path(before_); }
  Elsewhere(const Elsewhere&) = delete;

 private:
  std::filesystem::path before_;
};

TEST_F(SlotTest, RunsInTheFolderThatWeAreInNow) {
  std::filesystem::create_directories(folder_ / "one/two");
  const std::string here = std::filesystem::canonical(folder_ / "one").string();
  const Elsewhere one(folder_ / "one");
  EXPECT_EQ(output_of("pwd -P"), here + "\n");
  auto spec = shell("pwd -P");
  spec.cwd = "two";
  EXPECT_EQ(run(std::move(spec)).out.text(), here + "/two\n");
}

TEST_F(SlotTest, RunsInAFolderThatIsNoMore) {
  std::filesystem::create_directory(folder_ / "gone");
  const std::filesystem::path gone = folder_ / "gone";
  const Elsewhere here(gone);
  std::filesystem::remove(gone);
  EXPECT_EQ(run(program({"/bin/true"})).exit_code, 0);
}

TEST_F(SlotTest, EachRunHasItsOwnArgumentsAndVariables) {
  auto first = shell("echo \"$1\" \"$ASSAY_X\"");
  first.argv.insert(first.argv.end(), {"sh", "one"});
  first.env = {{"ASSAY_X", "1"}};
  EXPECT_EQ(run(std::move(first)).out.text(), "one 1\n");
  EXPECT_EQ(output_of("echo \"$1\" \"$ASSAY_X\""), " \n");
}

// Requests too long for a message are sent another way; alternating between the two ways must not matter.
TEST_F(SlotTest, RequestsOfAnySize) {
  for (const std::size_t size : {0u, 20'000u, 32'000u, 33'000u, 130'000u, 5u}) {
    const auto result =
        run(program({"/bin/sh", "-c", "printf %s \"$1\" | wc -c", "sh", std::string(size, 'x')}));
    EXPECT_EQ(result.out.text(), std::to_string(size) + "\n");
  }
  const auto too_long = static_cast<std::size_t>(32 * ::sysconf(_SC_PAGESIZE));  // one argument, with its NUL
  EXPECT_EQ(run(program({"/bin/true", std::string(too_long, 'x')})).error, E2BIG);
  EXPECT_EQ(run(program({"/bin/true", std::string(65 << 20, 'x')})).error, E2BIG);
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST_F(SlotTest, MemoryOfALargeRequestIsNotCountedForTheNext) {
  const auto small = run(program({"/bin/true"})).max_rss_kib;
  auto large = program({"/bin/true"});
  for (int i = 0; i < 12; ++i) large.argv.push_back(std::string(100'000, 'x'));
  ASSERT_EQ(run(std::move(large)).exit_code, 0);
  EXPECT_LT(run(program({"/bin/true"})).max_rss_kib, small + 500);
}

TEST_F(SlotTest, WhatWasLeftOfOneRunIsNotOfTheNext) {
  EXPECT_TRUE(run(program({built_tool("daemonizes"), folder_ / "pid", "quiet"})).leftovers);
  EXPECT_TRUE(is_gone(number_in(folder_ / "pid")));
  EXPECT_FALSE(run(shell("true")).leftovers);
}

TEST_F(SlotTest, ATimeoutOfOneRunIsNotForTheNext) {
  auto late = shell("exec sleep 1000");
  late.limits.timeout = milliseconds(20);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(run(late).end, ProcessEnd::timed_out);
    EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
  }
}

TEST_F(SlotTest, ARunThatDidNotBeginIsFollowedByOneThatDoes) {
  EXPECT_EQ(run(program({"/nonexistent"})).failed_step, ProcessStep::exec);
  auto nowhere = shell("true");
  nowhere.cwd = "/nonexistent";
  const auto result = run(std::move(nowhere));
  EXPECT_EQ(result.failed_step, ProcessStep::chdir);
  EXPECT_EQ(result.error_what, "chdir: No such file or directory: /nonexistent");
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST_F(SlotTest, ReapersHoldNoStreamsAndNothingElseOfARun) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root may look into a reaper";
  const pid_t first = reaper();
  const auto held = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/" + std::to_string(first) + "/fd"))
      names.push_back(std::filesystem::read_symlink(entry.path()).string().substr(0, 5));
    std::ranges::sort(names);
    return names;
  };
  const auto before = held();
  EXPECT_THAT(before, Each(Ne("pipe:")));
  auto spec = shell("cat");
  spec.input = std::string(100'000, 'x');
  EXPECT_EQ(run(std::move(spec)).out.total, 100'000u);
  EXPECT_EQ(held(), before);
}

// One slot, without an executor.
class SupervisionTest : public testing::Test {
 protected:
  Supervision::Begun begin(const std::string& script) {
    const std::array<const char*, 2> paths = {"/bin/sh", nullptr};
    const std::array<const char*, 4> argv = {"sh", "-c", script.c_str(), nullptr};
    const std::array<const char*, 1> none = {nullptr};
    Launch launch{.paths = paths.data(), .argv = argv.data(), .environment = none.data()};
    launch.input = launch.output = launch.errors = null_.get();
    return supervision_.begin(launch);
  }
  ReaperReport result(unsigned slot) {
    EXPECT_TRUE(comes_true([&] { return supervision_.report(slot).state == ToolState::over; }));
    return supervision_.report(slot);
  }

  boost::asio::io_context loop_;
  Descriptor null_ = open_null();
  Supervision supervision_{loop_, 1, Reach::descendants, null_.get()};
};

TEST_F(SupervisionTest, AnOrderThatComesLateIsNotForTheNextRun) {
  for (int i = 0; i < 20; ++i) {
    const auto first = begin("exit 3");
    ASSERT_EQ(first.error, 0);
    EXPECT_EQ(WEXITSTATUS(result(first.slot).wait_status), 3);
    supervision_.order(first.slot, Order::kill);
    supervision_.give_back(first.slot);
    const auto second = begin("exit 7");
    EXPECT_EQ(WEXITSTATUS(result(second.slot).wait_status), 7);
    supervision_.give_back(second.slot);
  }
}

// A run that cannot be ended is abandoned; later runs still get slots, but not indefinitely.
TEST_F(SupervisionTest, AnAbandonedRunLeavesRoomForOthers) {
  for (int i = 0; i < 10; ++i) {
    const auto lost = begin("exit 3");
    ASSERT_EQ(lost.error, 0);
    supervision_.abandon(lost.slot);
  }
  const auto next = begin("exit 7");
  EXPECT_EQ(WEXITSTATUS(result(next.slot).wait_status), 7);
  for (int i = 0; i < 10 && begin("exit 3").error == 0; ++i) {
  }
  EXPECT_EQ(begin("exit 3").error, EAGAIN);
}

// On a system that forbids executing memory, tools still run: from a file that nobody else sees.
TEST_F(SupervisionTest, ProgramThatCannotBeExecutedFromMemoryIsExecutedFromAFile) {
  const Folder temporary;
  const char* before = std::getenv("TMPDIR");
  const std::string restored = before != nullptr ? before : "/tmp";
  ::setenv("TMPDIR", (temporary / "").c_str(), 1);
  supervision_.set_image(open_null());
  const auto begun = begin("exit 7");
  ::setenv("TMPDIR", restored.c_str(), 1);
  ASSERT_EQ(begun.error, 0);
  EXPECT_EQ(WEXITSTATUS(result(begun.slot).wait_status), 7);
  supervision_.give_back(begun.slot);
  EXPECT_TRUE(std::filesystem::is_empty(temporary / ""));
}

TEST_F(SupervisionTest, ProgramThatCannotBeExecutedAtAllIsABrokenHarness) {
  supervision_.set_image(open_null());
  EXPECT_EQ(begin("exit 7").error, 0);
  supervision_.set_image(open_null());
  EXPECT_EQ(supervision_.release_idle(), false);
  EXPECT_THROW(begin("exit 7"), Error);
}

}  // namespace
}  // namespace assay::process
