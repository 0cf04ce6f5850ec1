// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/file_watch.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>
#include <system_error>
#include <utility>

#include "assay/error.h"

namespace assay {
namespace {
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::uint32_t kChanges =
    IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF;

[[noreturn]] void refuse_watch(const fs::path& place, const char* next) {
  throw Error(Problem{.where = {place.string(), 0},
                      .what = "cannot be watched: " + std::generic_category().message(errno),
                      .next = next});
}

// A timeout for poll; not negative.
int left_until(Clock::time_point due) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
  return static_cast<int>(std::max<std::int64_t>(left, 0));
}

void wake_watch(int eventfd) {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(eventfd, &one, sizeof one);
}

}  // namespace

FileWatch::FileWatch() {
  events_ = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  stopped_ = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (events_ >= 0 && stopped_ >= 0) return;
  const int failed = errno;
  if (events_ >= 0) ::close(events_);
  if (stopped_ >= 0) ::close(stopped_);
  errno = failed;
  refuse_watch("files", "raise fs.inotify.max_user_instances, or end another program that watches files");
}

FileWatch::~FileWatch() {
  ::close(events_);
  ::close(stopped_);
}

bool FileWatch::add(std::span<const fs::path> files) {
  bool is_new = false;
  for (const fs::path& file : files) {
    std::error_code unknown;
    const fs::path place = fs::absolute(file).lexically_normal();
    if (fs::is_directory(place, unknown)) {
      is_new |= add_name(place, "");
      continue;
    }
    is_new |= add_name(place.parent_path(), place.filename().string());
    const fs::path target = fs::canonical(place, unknown);
    if (!unknown && target != place) is_new |= add_name(target.parent_path(), target.filename().string());
  }
  return is_new;
}

bool FileWatch::add_name(const fs::path& folder, const std::string& name) {
  const int number = ::inotify_add_watch(events_, folder.c_str(), kChanges);
  if (number < 0) refuse_watch(folder, "raise fs.inotify.max_user_watches, or watch fewer files");
  Folder& watched = folders_[number];
  if (!name.empty()) return watched.names.insert(name).second;
  return !std::exchange(watched.whole, true);
}

// Whether the events include one of a watched file.
bool FileWatch::read_events() {
  alignas(::inotify_event) std::array<char, 1u << 14> buffer;
  bool is_meant = false;
  for (ssize_t size = 0; (size = ::read(events_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      const auto& event = *reinterpret_cast<const ::inotify_event*>(at);
      at += sizeof event + event.len;
      if (event.mask & IN_Q_OVERFLOW) is_meant = true;  // the file is unknown
      if (event.mask & IN_IGNORED) folders_.erase(event.wd);
      const auto folder = folders_.find(event.wd);
      if (folder == folders_.end()) continue;
      const std::string name = event.len > 0 ? event.name : "";
      is_meant |= folder->second.whole || folder->second.names.contains(name);
    }
  }
  return is_meant;
}

bool FileWatch::wait(const std::stop_token& stop, std::chrono::milliseconds quiet) {
  const std::stop_callback on_stop(stop, [this] { wake_watch(stopped_); });
  std::array<::pollfd, 2> on = {
      {{.fd = events_, .events = POLLIN, .revents = 0}, {.fd = stopped_, .events = POLLIN, .revents = 0}}};
  std::optional<Clock::time_point> due;  // when the quiet period after the last change ends
  while (!stop.stop_requested()) {
    if (due && Clock::now() >= *due) return true;
    const int ready = ::poll(on.data(), on.size(), due ? left_until(*due) : -1);
    if (ready < 0 && errno != EINTR) refuse_watch("files", "end it, and start it again");
    if (ready > 0 && read_events()) due = Clock::now() + quiet;
  }
  return false;
}

}  // namespace assay
