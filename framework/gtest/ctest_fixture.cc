// SPDX-License-Identifier: Apache-2.0
#include "ctest_fixture.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include "assay/internal/file.h"
#include "assay/internal/fixture.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace fs = std::filesystem;
namespace {

constexpr std::chrono::milliseconds kParentPollInterval{
    200};  // interval between checks that ctest is still alive

// The processes of one ctest call communicate through files, each written atomically.
fs::path holder_file(const fs::path& run_folder) { return fixture_folder(run_folder) / "holder"; }
fs::path obstacle_file(const fs::path& run_folder) { return fixture_folder(run_folder) / "obstacle.txt"; }
fs::path teardown_file(const fs::path& run_folder) { return fixture_folder(run_folder) / "teardown.txt"; }

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

ProcessIdentity holder_of(const fs::path& run_folder) {
  ProcessIdentity holder;
  std::istringstream(text_of(holder_file(run_folder))) >> holder.pid >> holder.started;
  return holder;
}

std::vector<Problem> problems_in(const fs::path& file, const std::string& next) {
  const auto text = text_of(file);
  if (text.empty()) return {};
  return {Problem{.where = {file.string(), 0}, .what = one_line(text), .next = next}};
}

// Closes what was inherited: a reader that waits for the end of ctest's output must not wait for this
// process.
void leave_streams(int kept) {
  const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int stream = 0; stream <= 2; ++stream) ::dup2(null, stream);
  for (int fd = 3; fd < 1024; ++fd)
    if (fd != kept) ::close(fd);
}

// Returns when SIGTERM requests the end, or when ctest has exited.
void wait_for_end(const sigset_t& end_signals, const ProcessIdentity& ctest) {
  const timespec look{0, std::chrono::nanoseconds(kParentPollInterval).count()};
  while (is_alive(ctest))
    if (::sigtimedwait(&end_signals, nullptr, &look) > 0) return;
}

[[noreturn]] void hold(const Tool& tool, const fs::path& run_folder, const ProcessIdentity& ctest, int word) {
  ::setsid();
  ::signal(SIGPIPE, SIG_IGN);  // the reader of `word` may be gone
  leave_streams(word);
  sigset_t end_signals;
  ::sigemptyset(&end_signals);
  ::sigaddset(&end_signals, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &end_signals, nullptr);
  try {
    write_own_file(holder_file(run_folder),
                   std::to_string(this_process().pid) + " " + this_process().started);
    RunningFixture fixture(tool, fixture_folder(run_folder));
    const auto obstacle = fixture.obstacle();
    if (!obstacle.empty()) write_own_file(obstacle_file(run_folder), obstacle);
    [[maybe_unused]] const auto told = ::write(word, obstacle.data(), obstacle.size());
    ::close(word);
    if (obstacle.empty()) wait_for_end(end_signals, ctest);
    for (const auto& problem : fixture.end()) write_own_file(teardown_file(run_folder), problem.what);
  } catch (const std::exception& error) {
    [[maybe_unused]] const auto told = ::write(word, error.what(), std::strlen(error.what()));
  }
  ::_exit(0);
}

std::string said(int word) {
  std::string text;
  char part[4096];
  for (;;) {
    const auto size = ::read(word, part, sizeof part);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return text;
    text.append(part, static_cast<std::size_t>(size));
  }
}

}  // namespace

fs::path fixture_folder(const fs::path& run_folder) { return run_folder / "fixture"; }

std::string hold_fixture(const Tool& tool, const fs::path& run_folder, const ProcessIdentity& ctest) {
  if (is_alive(holder_of(run_folder))) return text_of(obstacle_file(run_folder));
  std::error_code error;
  fs::remove_all(fixture_folder(run_folder), error);
  fs::create_directories(fixture_folder(run_folder), error);
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return std::string("no pipe: ") + std::strerror(errno);
  const int pid = ::fork();
  if (pid < 0) return std::string("no process for the fixture: ") + std::strerror(errno);
  if (pid == 0) hold(tool, run_folder, ctest, ends[1]);
  ::close(ends[1]);
  auto obstacle = said(ends[0]);
  ::close(ends[0]);
  if (obstacle.empty() && !is_alive(holder_of(run_folder)))
    return "the process that holds the fixture was ended";
  return obstacle;
}

void join_fixture(const BuiltSuite& suite, const Tool& tool, const fs::path& run_folder,
                  EvaluateOptions& options) {
  const auto* program = std::get_if<Program>(&tool.how);
  if (!program) return;
  if (program->home == Home::per_run)
    furnish_home(*program, options.home = shared_home(fixture_folder(run_folder)));
  if (program->fixture.empty()) return;
  const bool has_server = program->fixture.server.has_value();
  options.obstacle = [=, name = suite.name]() -> std::string {
    if (auto obstacle = text_of(obstacle_file(run_folder)); !obstacle.empty()) return obstacle;
    const auto holder = holder_of(run_folder);
    if (holder.pid == 0) return "the test " + name + ".setup, which prepares the tool, was left out";
    if (!is_alive(holder)) return "the fixture of the tool was ended from outside";
    const auto folder = fixture_folder(run_folder);
    return has_server && !server_runs(folder) ? server_ended(folder) : "";
  };
}

ReleasedFixture release_fixture(const Tool& tool, const fs::path& run_folder) {
  const auto* program = std::get_if<Program>(&tool.how);
  if (!program) return {};
  const auto holder = holder_of(run_folder);
  if (is_alive(holder)) ::kill(holder.pid, SIGTERM);
  const auto until = std::chrono::steady_clock::now() + 3 * program->fixture.limit;
  while (is_alive(holder) && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  std::error_code ignored;
  fs::remove_all(fixture_folder(run_folder) / "home", ignored);
  ReleasedFixture released{
      .obstacle = problems_in(obstacle_file(run_folder), "fix the tool's setup or server; no case was asked"),
      .teardown = problems_in(teardown_file(run_folder), "clean up by hand; no result depends on it")};
  if (is_alive(holder))
    released.teardown.push_back(
        {.where = {holder_file(run_folder).string(), 0},
         .what = "the fixture of the tool does not end: process " + std::to_string(holder.pid) + " holds it",
         .next = "end that process"});
  return released;
}

}  // namespace assay
