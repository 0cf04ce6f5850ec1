// SPDX-License-Identifier: Apache-2.0
#include "tool_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>

namespace assay {
namespace {

constexpr int not_found_status = 127;
constexpr std::size_t most_output = 1 << 20;
constexpr auto deadline = std::chrono::seconds(5);

[[noreturn]] void become(const std::vector<std::string>& argv, const char* folder, int output,
                         Streams streams) {
  setpgid(0, 0);
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(streams == Streams::merged ? output : null, STDERR_FILENO);
  if (chdir(folder) != 0) _exit(not_found_status);
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const std::string home = std::string("HOME=") + folder;
  char* environment[] = {const_cast<char*>("PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"),
                         const_cast<char*>("LC_ALL=C"),
                         const_cast<char*>("TZ=UTC0"),
                         const_cast<char*>("TERM=dumb"),
                         const_cast<char*>(home.c_str()),
                         nullptr};
  execvpe(words[0], words.data(), environment);
  _exit(not_found_status);
}

// Returns false if the deadline passed first.
bool read_all(int fd, std::string& into) {
  const auto end = std::chrono::steady_clock::now() + deadline;
  std::array<char, 65536> block;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    pollfd waiting{fd, POLLIN, 0};
    if (left.count() <= 0 || into.size() > most_output ||
        ::poll(&waiting, 1, static_cast<int>(left.count())) <= 0) {
      return false;
    }
    const ssize_t count = ::read(fd, block.data(), block.size());
    if (count <= 0) return true;
    into.append(block.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

ToolOutput run_tool(const std::vector<std::string>& argv, const std::filesystem::path& folder,
                    Streams streams) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return {"", -1, false};
  const pid_t child = fork();
  if (child == 0) become(argv, folder.c_str(), ends[1], streams);
  close(ends[1]);
  ToolOutput result;
  const bool in_time = read_all(ends[0], result.text);
  close(ends[0]);
  if (!in_time) kill(-child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  result.status = in_time && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  result.found = result.status != not_found_status;
  return result;
}

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "assay-utilities-XXXXXX").string();
  if (!mkdtemp(name.data())) std::abort();
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace assay
