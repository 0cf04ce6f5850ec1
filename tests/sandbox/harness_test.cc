// SPDX-License-Identifier: Apache-2.0
// What is left behind, and what goes on, when a process of the sandbox or the harness itself is killed.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using std::chrono::milliseconds;

bool comes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return true;
}

std::string program_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/comm");
  std::string name;
  std::getline(file, name);
  return name;
}

pid_t parent_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("PPid:")) return std::stoi(line.substr(5));
  return -1;
}

// The descendant of this process that runs that program; -1 if there is none.
pid_t running(const std::string& program) {
  for (const pid_t pid : descendants_of(::getpid()))
    if (program_of(pid) == program) return pid;
  return -1;
}

using KilledTest = SandboxTest;

TEST_F(KilledTest, AHarnessLeavesNoWorkerAndNoCommand) {
  for (int delay = 0; delay < 200; delay += 20) {
    const pid_t harness = ::fork();
    if (harness == 0) {
      Sandbox sandbox;
      Cell cell = sandbox.open({});
      cell.run(shell_command("(setsid sleep 1000 &); sleep 1000"), {.timeout = milliseconds(100'000)});
      ::_exit(0);
    }
    std::this_thread::sleep_for(milliseconds(delay));  // the moment of the kill, not a wait
    const std::vector<pid_t> all = descendants_of(harness);
    ::kill(harness, SIGKILL);
    ::waitpid(harness, nullptr, 0);
    for (const pid_t pid : all) EXPECT_TRUE(comes_true([&] { return ::kill(pid, 0) != 0; })) << pid;
  }
}

TEST_F(KilledTest, AWorkerTakesItsCommandsAlongAndNoOther) {
  Cell cell = sandbox().open({}), neighbour = sandbox().open({});
  SandboxResult outcome;
  std::thread waiting([&] {
    outcome = cell.run(shell_command("exec tail -f /dev/null"), {.timeout = milliseconds(100'000)});
  });
  ASSERT_TRUE(comes_true([] { return running("tail") > 0; }));
  const pid_t command = running("tail"), worker = parent_of(command);
  ::kill(worker, SIGKILL);
  waiting.join();
  EXPECT_EQ(outcome.end, End::lost);
  EXPECT_EQ(outcome.why, "its worker has ended");
  EXPECT_EQ(cell.run(shell_command("true")).end, End::lost);
  EXPECT_TRUE(comes_true([&] { return ::kill(command, 0) != 0; }));
  EXPECT_EQ(neighbour.run(shell_command("echo here")).out, "here\n");
}

TEST_F(KilledTest, AKeeperThatHasEndedIsStartedAgain) {
  Sandbox alone;
  Cell cell = alone.open({});
  EXPECT_EQ(cell.run(shell_command("true")).exit_code, 0);
  std::vector<pid_t> keepers;
  for (const pid_t pid : descendants_of(::getpid()))
    if (parent_of(pid) == ::getpid() && program_of(pid) == "assay-sandbox") keepers.push_back(pid);
  ASSERT_FALSE(keepers.empty());
  ::kill(keepers.back(), SIGKILL);
  EXPECT_TRUE(comes_true([&] { return cell.run(shell_command("true")).end == End::lost; }));
  const SandboxResult after = alone.run({}, shell_command("id -u"));
  EXPECT_EQ(after.out, "1000\n") << after.why;
}

}  // namespace
}  // namespace assay::sandbox
