// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "assay/error.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "run_files.h"

namespace assay::run_files {

namespace fs = std::filesystem;

void fail(const fs::path& path, const char* what, int error) {
  throw Error({path.string(), 0}, fmt::format("cannot {}: {}", what, std::strerror(error)),
              "make the folder writable, free some space, or choose another OUTPUT_DIR");
}

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path, "write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

std::string beginning_of(const fs::path& file) {
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  char text[4096];
  std::size_t length = 0;
  while (length < sizeof text) {
    const ssize_t count = ::read(fd, text + length, sizeof text - length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    length += static_cast<std::size_t>(count);
  }
  ::close(fd);
  return {text, length};
}

std::string first_line_in(const fs::path& file) {
  std::string text = beginning_of(file);
  text.resize(std::min(text.find('\n'), text.size()));
  return text;
}

off_t bytes_written(const fs::path& folder) { return std::atoll(first_line_in(folder / kWritten).c_str()); }

}  // namespace assay::run_files

namespace assay {

namespace fs = std::filesystem;
using run_files::fail;
using run_files::first_line_in;
using run_files::write_all;

namespace {

// A file that is removed again unless it is linked under a permanent name.
class Temporary {
 public:
  Temporary(const fs::path& folder, std::string_view bytes)
      : path_(folder / fmt::format(".{}.{}.tmp", ::getpid(), counter_.fetch_add(1))) {
    const int fd = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) fail(path_, "create", errno);
    try {
      write_all(fd, bytes, path_);
    } catch (...) {
      ::close(fd);
      ::unlink(path_.c_str());
      throw;
    }
    if (::close(fd) != 0) fail(path_, "write", errno);
  }
  ~Temporary() { ::unlink(path_.c_str()); }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  // Links the file as `name`; returns false, without a change, if the name is taken.
  bool link_as(const fs::path& name) const {
    if (::link(path_.c_str(), name.c_str()) == 0) return true;
    if (errno != EEXIST) fail(name, "create", errno);
    return false;
  }

 private:
  inline static std::atomic<int> counter_ = 0;
  fs::path path_;
};

// The command's name, in parentheses, may contain anything, so fields are counted after its end.
std::string stat_field(int pid, int number) {
  const std::string text = run_files::beginning_of(fmt::format("/proc/{}/stat", pid));
  auto at = text.rfind(')');
  for (int field = 2; at != std::string::npos && field < number; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

std::string start_time(int pid) { return stat_field(pid, 22); }

std::string boot_id() { return first_line_in("/proc/sys/kernel/random/boot_id"); }

ProcessIdentity identity_of(int pid) { return {pid, fmt::format("{}-{}", start_time(pid), boot_id())}; }

fs::path session_file(const fs::path& runs, const ProcessIdentity& session) {
  return runs / ".sessions" / fmt::format("{}-{}", session.pid, session.started);
}

}  // namespace

ProcessIdentity parent_process() { return identity_of(::getppid()); }

ProcessIdentity this_process() { return identity_of(::getpid()); }

bool is_alive(const ProcessIdentity& process) {
  const auto state = stat_field(process.pid, 3);
  return identity_of(process.pid) == process && !state.empty() && state != "Z" && state != "X";
}

SessionRun session_run(const fs::path& runs, const ProcessIdentity& session, const std::string& subject) {
  if (auto run = known_session(runs, session); !run.id.empty()) return run;
  const fs::path file = session_file(runs, session);
  make_own_folder(file.parent_path());
  const Temporary mine(file.parent_path(), new_run_id() + " " + subject + "\n");
  const bool is_new = mine.link_as(file);  // false: another process was first, and its run counts
  auto run = known_session(runs, session);
  run.is_new = is_new;
  return run;
}

SessionRun known_session(const fs::path& runs, const ProcessIdentity& session) {
  const std::string line = first_line_in(session_file(runs, session));
  const auto blank = std::min(line.find(' '), line.size());
  return {line.substr(0, blank), line.substr(std::min(blank + 1, line.size()))};
}

fs::path make_run_folder(const fs::path& runs, const std::string& run_id) {
  const fs::path folder = runs / run_id;
  make_own_folder(folder);
  make_own_folder(folder / "fragments");
  return folder;
}

void set_latest(const fs::path& runs, const std::string& run_id) { set_link(runs / "latest", run_id); }

std::string latest_run(const fs::path& runs) {
  std::error_code error;
  return fs::read_symlink(runs / "latest", error).filename().string();
}

void set_newest(const fs::path& runs, const std::string& run_id) { set_link(runs / ".newest", run_id); }

std::string newest_run(const fs::path& runs) {
  std::error_code error;
  return fs::read_symlink(runs / ".newest", error).filename().string();
}

void forget_session(const fs::path& runs, const ProcessIdentity& session) {
  std::error_code error;
  fs::remove(session_file(runs, session), error);
}

void forget_ended_sessions(const fs::path& runs) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(runs / ".sessions", error)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    if (session_file(runs, identity_of(pid)) != entry.path()) fs::remove(entry.path(), error);
  }
}

}  // namespace assay
