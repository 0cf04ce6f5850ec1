// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <future>
#include <iterator>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/threads.h"
#include "run_files.h"

namespace assay {

namespace fs = std::filesystem;
using run_files::fail;
using run_files::kShared;
using run_files::kWritten;

namespace {

// Files are read whole, so a file must not grow beyond what is quick to read.
constexpr off_t kMostBytes = off_t{64} << 20;

// Others hold the lock for microseconds: returns false if it is held for longer, or if the file system has no
// locks.
bool lock(int fd) {
  constexpr int kTries = 500;  // flock has no timeout
  for (int i = 0; i < kTries; ++i) {
    if (::flock(fd, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK && errno != EINTR) return false;
    ::usleep(200);
  }
  return false;
}

// The end of the last line that has its newline: anything after it was left by a killed writer. Negative if
// the file cannot be read.
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

using Lines = std::span<const std::string_view>;

// A last line without a newline does not count.
std::vector<std::string_view> whole_lines(std::string_view bytes) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0, end; (end = bytes.find('\n', at)) != std::string_view::npos; at = end + 1)
    lines.push_back(bytes.substr(at, end - at));
  return lines;
}

Fragments parse(const fs::path& file, Lines lines, int first) {
  Fragments found;
  for (std::size_t i = 0; i < lines.size(); ++i) try {
      found.results.push_back(result_from_json(lines[i], {file.string(), first + static_cast<int>(i)}));
    } catch (const Error& problem) {
      found.problems.insert(found.problems.end(), problem.problems().begin(), problem.problems().end());
    }
  return found;
}

template <typename Each>
void move_behind(std::vector<Each>& all, std::vector<Each>&& more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Reading JSON is most of an aggregate's work, and no case runs at the same time.
Fragments parse_on_all_cores(const fs::path& file, Lines lines) {
  constexpr std::size_t kFewest = 200;  // lines that justify a thread
  const std::size_t parts =
      std::clamp<std::size_t>(lines.size() / kFewest, 1, std::max(1u, std::thread::hardware_concurrency()));
  std::vector<std::future<Fragments>> others;
  for (std::size_t part = 1; part < parts; ++part) {
    const std::size_t begin = lines.size() * part / parts, end = lines.size() * (part + 1) / parts;
    others.push_back(run_async([&file, part_lines = lines.subspan(begin, end - begin), begin] {
      return parse(file, part_lines, static_cast<int>(begin) + 1);
    }));
  }
  Fragments found = parse(file, lines.first(lines.size() / parts), 1);
  for (auto& other : others) {
    Fragments more = other.get();
    move_behind(found.results, std::move(more.results));
    move_behind(found.problems, std::move(more.problems));
  }
  return found;
}

// The shared file is in order of time, independent of clocks.
void number_attempts(std::vector<Result>& results) {
  std::map<std::pair<std::string, std::string>, int> attempts;
  for (Result& each : results) each.attempt = ++attempts[{each.asked.dataset, each.asked.name}];
}

void read_rows(const fs::path& file, std::string_view bytes, Fragments& found) {
  Fragments rows = parse_on_all_cores(file, whole_lines(bytes));
  if (file.filename() == kShared) number_attempts(rows.results);
  move_behind(found.results, std::move(rows.results));
  move_behind(found.problems, std::move(rows.problems));
}

// Without this check, a file that lost rows would look like a run of fewer cases.
void check_written(const fs::path& folder, Fragments& found) {
  std::error_code error;
  const auto shared = folder / "fragments" / kShared;
  const auto size = fs::file_size(shared, error);
  if (const off_t left = error ? 0 : static_cast<off_t>(size); left < run_files::bytes_written(folder))
    found.problems.push_back(
        {.where = {shared.string(), 0},
         .what = fmt::format("was changed during the run: results of finished cases are lost "
                             "({} of {} bytes are left)",
                             left, run_files::bytes_written(folder)),
         .next = "keep the tool and other programs out of this folder, then run again"});
}

}  // namespace

// A fragment is a line, and counts only with its newline: a reader never sees half a row, and the next writer
// cuts off what a killed one had begun.

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

// The lock is released with the descriptor, however the process ends.
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
  inner->written = run_files::bytes_written(folder);
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
    run_files::write_all(inner_->fd, line, inner_->path);
  } catch (...) {
    if (::ftruncate(inner_->fd, inner_->length) != 0) ::close(std::exchange(inner_->fd, -1));
    throw;
  }
  inner_->length += static_cast<off_t>(line.size());
  if (inner_->written_fd >= 0) {
    const std::string total = fmt::format("{:020}\n", inner_->written += static_cast<off_t>(line.size()));
    if (::pwrite(inner_->written_fd, total.data(), total.size(), 0) < 0)
      fail(inner_->path.parent_path().parent_path() / kWritten, "write", errno);
  }
  check();
}

void FragmentLog::check() const {
  struct stat named, open;
  const bool there = ::stat(inner_->path.c_str(), &named) == 0 && ::fstat(inner_->fd, &open) == 0 &&
                     named.st_dev == open.st_dev && named.st_ino == open.st_ino;
  if (there && named.st_size == inner_->length) return;
  throw Error({inner_->path.string(), 0},
              there ? "was changed during the run: results of finished cases are lost"
                    : "was removed during the run: results of finished cases are lost",
              "keep the tool and other programs out of this folder, then run again");
}

void write_fragment(const fs::path& folder, const Result& result) {
  auto log = FragmentLog::lock_shared(folder);
  if (!log) log.emplace(folder);
  log->add(result);
}

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
  // Results are large, so each is moved only once.
  std::vector<std::size_t> order(results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const Result &a = results[left], &b = results[right];
    return std::tie(a.asked.dataset, a.asked.where.line, a.asked.name, a.attempt, a.started_at) <
           std::tie(b.asked.dataset, b.asked.where.line, b.asked.name, b.attempt, b.started_at);
  });
  std::vector<Result> ordered;
  ordered.reserve(results.size());
  for (const std::size_t each : order) ordered.push_back(std::move(results[each]));
  results = std::move(ordered);
  const Result* before = nullptr;
  for (Result& each : results) {
    const bool again =
        before && before->asked.dataset == each.asked.dataset && before->asked.name == each.asked.name;
    each.attempt = again ? before->attempt + 1 : 1;
    before = &each;
  }
}

}  // namespace assay
