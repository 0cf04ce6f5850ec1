// SPDX-License-Identifier: Apache-2.0
// Attacks of tools and limits on the reaper, and that they do not affect the next run.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <functional>
#include <sstream>

#include "slot_runs.h"

namespace assay {
namespace {

// The tool itself sends the signal that tells the reaper that the harness is gone.
TEST_F(SlotTest, AToolCannotEndTheNextOneByASignalToItsParent) {
  for (int i = 0; i < 30; ++i) {
    EXPECT_EQ(run(shell("kill -41 $PPID; kill -40 $PPID; exit 3")).exit_code, 3);
    const auto next = run(shell("exit 7"));
    EXPECT_EQ(next.exit_code, 7) << next.error_what;
  }
}

TEST_F(SlotTest, AToolCannotCutOffWhatIsReported) {
  run(shell(": 2>/dev/null >/proc/$PPID/fd/3; for i in 3 4 5; do : >/proc/$PPID/fd/$i; done"));
  EXPECT_EQ(run(shell("exit 7")).exit_code, 7);
}

TEST(AToolThatHasItselfTraced, RunsToItsEnd) {
  using Reaping = ExecutorOptions::Reaping;
  for (const Reaping reaping : {Reaping::subreaper, Reaping::process_group}) {
    const auto result = run_process(program({built_tool("traces_itself")}), {.reaping = reaping});
    EXPECT_EQ(result.end, ProcessEnd::exited);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_EQ(result.out.text(), "done\n");
  }
}

// Runs `work` in a child process, which may lower its own limits and privileges. The exit status is that of
// the tool, or 99.
int status_of_child(const std::function<ProcessResult()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    const auto result = work();
    std::fprintf(stderr, "%s", result.error_what.c_str());
    ::_exit(result.end == ProcessEnd::exited ? result.exit_code : 99);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void limit_files_to(rlim_t bytes) {
  const rlimit limit{bytes, bytes};
  ::setrlimit(RLIMIT_FSIZE, &limit);
}

TEST(LimitOfFileSizes, IsNoneOfWhatIsReported) {
  EXPECT_EQ(status_of_child([] {
              limit_files_to(64 << 10);
              return run_process(shell("exit 7"));
            }),
            7);
  EXPECT_EQ(status_of_child([] {
              Executor executor;
              limit_files_to(0);
              ProcessResult seen;
              executor.start(shell("exit 7"), [&](ProcessResult result) { seen = std::move(result); });
              executor.run();
              return seen;
            }),
            7);
}

TEST(LimitOfFileSizes, ALargeRequestFailsWithoutHarm) {
  EXPECT_EQ(status_of_child([] {
              Executor executor;
              limit_files_to(64 << 10);
              executor.start(program({"/bin/true", std::string(100'000, 'x')}),
                             [](const ProcessResult& result) {
                               if (result.error != EFBIG) ::_exit(98);
                             });
              executor.run();
              return run_process(shell("exit 7"));
            }),
            7);
}

TEST(FolderThatMayNotBeEntered, RunsToolsAllTheSame) {
  const Folder folder;
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "", std::filesystem::perms::all);
  EXPECT_EQ(status_of_child([&] {
              std::filesystem::current_path(folder / "closed");
              std::filesystem::permissions(folder / "closed", std::filesystem::perms::none);
              if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) ::_exit(97);
              return run_process(shell("exit 7"));
            }),
            7);
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_all);
}

// A child of the harness may hold the pipe that the reaper watches.
TEST_F(SlotTest, IdleReapersEndWithAKilledHarnessThatHasForked) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t harness = ::fork();
  if (harness == 0) {
    Executor executor({.max_in_flight = 1});
    std::string pid;
    for (int i = 0; i < 3; ++i)
      executor.start(shell("echo $PPID"), [&](const ProcessResult& result) { pid = result.out.text(); });
    executor.run();
    if (::fork() == 0) {
      ::pause();
      ::_exit(0);
    }
    if (::write(ends[1], pid.data(), pid.size()) < 0) ::_exit(1);
    ::pause();
  }
  char text[32] = {};
  ASSERT_GT(::read(ends[0], text, sizeof text - 1), 0);
  const pid_t reaper = std::stoi(text);
  EXPECT_FALSE(is_dead(reaper));
  const std::string others =
      contents("/proc/" + std::to_string(harness) + "/task/" + std::to_string(harness) + "/children");
  ::kill(harness, SIGKILL);
  ::waitpid(harness, nullptr, 0);
  EXPECT_TRUE(comes_true([&] { return is_dead(reaper); }));
  std::istringstream numbers(others);
  for (pid_t other = 0; numbers >> other;) ::kill(other, SIGKILL);
}

}  // namespace
}  // namespace assay
