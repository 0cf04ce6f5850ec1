// A fragment is a line. A line counts once it has its newline: so a reader never sees half a row, and what a
// killed writer began is cut off by the next one.
#include "assay/run_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <system_error>
#include <tuple>
#include <utility>

#include "assay/json.h"

namespace assay {
namespace fs = std::filesystem;
namespace {

[[noreturn]] void fail(const fs::path& path, const char* what, int error) {
  throw Error(Problem{.where = {path.string(), 0},
                      .what = fmt::format("cannot {}: {}", what, std::strerror(error)),
                      .next = "make the folder writable, free some space, or choose another OUTPUT_DIR"});
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) fail(path, "create the folder", error.value());
}

void write_all(int fd, std::string_view bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path, "write", errno);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

// A file that is gone again unless it was given a lasting name.
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

  // Where the name is taken, it stays as it is.
  void link_as(const fs::path& name) const {
    if (::link(path_.c_str(), name.c_str()) != 0 && errno != EEXIST) fail(name, "create", errno);
  }

 private:
  inline static std::atomic<int> counter_ = 0;
  fs::path path_;
};

constexpr const char* kShared = "cases.jsonl";
// Beside the folder of fragments: how many bytes were written to the shared file, so that it is noticed where
// some are gone.
constexpr const char* kWritten = ".written";

// Files are read whole: one does not grow past what is quick to read.
constexpr off_t kMostBytes = off_t{64} << 20;

// Another process holds the file for microseconds: false where it is held for longer, or the file system has
// no locks.
bool lock(int fd) {
  constexpr int kTries = 500;  // flock knows no limit of time
  for (int i = 0; i < kTries; ++i) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    ::usleep(200);
  }
  return false;
}

// Where the last line that has its newline ends: what comes after it was being written when its writer was
// killed. Negative where the file cannot be read.
off_t end_of_whole_lines(int fd, off_t size) {
  char block[4096];
  while (size > 0) {
    const off_t from = std::max<off_t>(0, size - static_cast<off_t>(sizeof block));
    const ssize_t n = ::pread(fd, block, static_cast<std::size_t>(size - from), from);
    if (n <= 0) return -1;
    const auto newline = std::string_view(block, static_cast<std::size_t>(n)).rfind('\n');
    if (newline != std::string_view::npos) return from + static_cast<off_t>(newline) + 1;
    size = from;
  }
  return 0;
}

std::string start_time(int pid) {
  std::ifstream stat(fmt::format("/proc/{}/stat", pid));
  std::string text((std::istreambuf_iterator<char>(stat)), {});
  // The command's name, in parentheses, may hold anything; fields are counted after its end. Field 22 is
  // starttime.
  auto at = text.rfind(')');
  for (int field = 2; at != std::string::npos && field < 22; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? "" : text.substr(at + 1, text.find(' ', at + 1) - at - 1);
}

std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

fs::path session_file(const fs::path& runs, const ProcessIdentity& session) {
  return runs / ".sessions" / fmt::format("{}-{}", session.pid, session.started);
}

std::string first_line(const fs::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  return line;
}

off_t bytes_written(const fs::path& folder) { return std::atoll(first_line(folder / kWritten).c_str()); }

}  // namespace

ProcessIdentity parent_process() {
  const int pid = ::getppid();
  return {pid, fmt::format("{}-{}", start_time(pid), boot_id())};
}

std::string session_run_id(const fs::path& runs, const ProcessIdentity& session) {
  const fs::path file = session_file(runs, session);
  if (auto id = first_line(file); !id.empty()) return id;
  make_folder(file.parent_path());
  const Temporary mine(file.parent_path(), new_run_id() + "\n");
  mine.link_as(file);  // or another process was first: then its id counts
  return first_line(file);
}

std::string known_session(const fs::path& runs, const ProcessIdentity& session) {
  return first_line(session_file(runs, session));
}

fs::path make_run_folder(const fs::path& runs, const std::string& run_id) {
  const fs::path folder = runs / run_id;
  struct stat known;
  if (::stat((folder / "fragments").c_str(), &known) != 0) make_folder(folder / "fragments");
  return folder;
}

struct FragmentLog::Inner {
  fs::path path;
  int fd = -1;
  off_t length = 0;
  int written_fd = -1;  // of kWritten
  off_t written = 0;

  ~Inner() {
    if (fd >= 0) ::close(fd);
    if (written_fd >= 0) ::close(written_fd);
  }
};

FragmentLog::FragmentLog(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
FragmentLog::FragmentLog(const fs::path& folder) { begin_file(folder / "fragments"); }
FragmentLog::FragmentLog(FragmentLog&&) noexcept = default;
FragmentLog::~FragmentLog() = default;

void FragmentLog::begin_file(const fs::path& fragments) {
  auto inner = std::make_unique<Inner>();
  inner->path = fragments / fmt::format("{}.jsonl", new_run_id());
  inner->fd = ::open(inner->path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (inner->fd < 0) fail(inner->path, "create", errno);
  inner_ = std::move(inner);
}

// The lock goes with the descriptor, whatever ends the process.
std::optional<FragmentLog> FragmentLog::lock_shared(const fs::path& folder) {
  auto inner = std::make_unique<Inner>();
  inner->path = folder / "fragments" / kShared;
  inner->fd =
      ::open(inner->path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0666);
  struct stat known;
  if (inner->fd < 0 || !lock(inner->fd) || ::fstat(inner->fd, &known) != 0 || !S_ISREG(known.st_mode) ||
      known.st_nlink != 1 || known.st_size > kMostBytes)
    return std::nullopt;
  inner->length = end_of_whole_lines(inner->fd, known.st_size);
  if (inner->length < 0) return std::nullopt;
  if (inner->length != known.st_size && ::ftruncate(inner->fd, inner->length) != 0) return std::nullopt;
  inner->written = bytes_written(folder);
  inner->written_fd = ::open((folder / kWritten).c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  return FragmentLog(std::move(inner));
}

void FragmentLog::add(const Result& result) {
  if (inner_->length > kMostBytes) {
    check();
    begin_file(inner_->path.parent_path());
  }
  const std::string line = to_json_line(result) + "\n";
  try {
    write_all(inner_->fd, line, inner_->path);
  } catch (...) {
    if (::ftruncate(inner_->fd, inner_->length) != 0) ::close(std::exchange(inner_->fd, -1));
    throw;
  }
  inner_->length += static_cast<off_t>(line.size());
  if (inner_->written_fd >= 0) {
    const std::string total = fmt::format("{:020}\n", inner_->written += static_cast<off_t>(line.size()));
    if (::pwrite(inner_->written_fd, total.data(), total.size(), 0) < 0) fail(kWritten, "write", errno);
  }
  check();
}

void FragmentLog::check() const {
  struct stat named, open;
  const bool there = ::stat(inner_->path.c_str(), &named) == 0 && ::fstat(inner_->fd, &open) == 0 &&
                     named.st_dev == open.st_dev && named.st_ino == open.st_ino;
  if (there && named.st_size == inner_->length) return;
  throw Error(Problem{.where = {inner_->path.string(), 0},
                      .what = there ? "was changed during the run: results of finished cases are lost"
                                    : "was removed during the run: results of finished cases are lost",
                      .next = "keep the tool and other programs out of this folder, then run again"});
}

void write_fragment(const fs::path& folder, const Result& result) {
  auto log = FragmentLog::lock_shared(folder);
  if (!log) log.emplace(folder);
  log->add(result);
}

namespace {

// In the shared file the order is that of time, whatever the clock said.
void read_rows(const fs::path& file, std::string_view bytes, Fragments& found) {
  const bool is_shared = file.filename() == kShared;
  std::map<std::pair<std::string, std::string>, int> attempts;
  int line = 1;
  for (std::size_t at = 0, end; (end = bytes.find('\n', at)) != std::string::npos; at = end + 1, ++line) try {
      Result result = result_from_json(bytes.substr(at, end - at), {file.string(), line});
      if (is_shared) result.attempt = ++attempts[{result.asked.dataset, result.asked.name}];
      found.results.push_back(std::move(result));
    } catch (const Error& problem) {
      found.problems.insert(found.problems.end(), problem.problems().begin(), problem.problems().end());
    }
}

// A file that lost rows looks like one of a run of fewer cases.
void check_written(const fs::path& folder, Fragments& found) {
  std::error_code error;
  const auto shared = folder / "fragments" / kShared;
  const auto size = fs::file_size(shared, error);
  if (const off_t left = error ? 0 : static_cast<off_t>(size); left < bytes_written(folder))
    found.problems.push_back(
        {.where = {shared.string(), 0},
         .what = fmt::format("was changed during the run: results of finished cases are lost "
                             "({} of {} bytes are left)",
                             left, bytes_written(folder)),
         .next = "keep the tool and other programs out of this folder, then run again"});
}

}  // namespace

Fragments read_fragments(const fs::path& folder) {
  Fragments found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder / "fragments", error)) {
    const auto extension = entry.path().extension();
    if (entry.path().filename().string().front() == '.' || (extension != ".json" && extension != ".jsonl"))
      continue;
    if (entry.symlink_status().type() != fs::file_type::regular) {
      found.problems.push_back(
          {{entry.path().string(), 0}, "", "not a plain file, so no result", "remove it"});
      continue;
    }
    std::string bytes;
    try {
      bytes = read_file(entry.path());
    } catch (const Error& problem) {
      found.problems.insert(found.problems.end(), problem.problems().begin(), problem.problems().end());
      continue;
    }
    read_rows(entry.path(), bytes, found);
  }
  check_written(folder, found);
  put_in_case_order(found.results);
  return found;
}

void put_in_case_order(std::vector<Result>& results) {
  std::stable_sort(results.begin(), results.end(), [](const Result& a, const Result& b) {
    return std::tie(a.asked.dataset, a.asked.where.line, a.asked.name, a.attempt, a.started_at) <
           std::tie(b.asked.dataset, b.asked.where.line, b.asked.name, b.attempt, b.started_at);
  });
  const Result* before = nullptr;
  for (Result& each : results) {
    const bool again =
        before && before->asked.dataset == each.asked.dataset && before->asked.name == each.asked.name;
    each.attempt = again ? before->attempt + 1 : 1;
    before = &each;
  }
}

void set_latest(const fs::path& runs, const std::string& run_id) {
  const fs::path fresh = runs / fmt::format(".latest.{}.tmp", ::getpid());
  ::unlink(fresh.c_str());
  if (::symlink(run_id.c_str(), fresh.c_str()) != 0) fail(fresh, "create the link", errno);
  if (::rename(fresh.c_str(), (runs / "latest").c_str()) != 0) {
    const int error = errno;
    ::unlink(fresh.c_str());
    fail(runs / "latest", "replace the link", error);
  }
}

std::string latest_run(const fs::path& runs) {
  std::error_code error;
  return fs::read_symlink(runs / "latest", error).filename().string();
}

void forget_ended_sessions(const fs::path& runs) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(runs / ".sessions", error)) {
    const int pid = std::atoi(entry.path().filename().c_str());
    const ProcessIdentity alive{pid, fmt::format("{}-{}", start_time(pid), boot_id())};
    if (session_file(runs, alive) != entry.path()) fs::remove(entry.path(), error);
  }
}

}  // namespace assay
