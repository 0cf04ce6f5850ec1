// SPDX-License-Identifier: Apache-2.0
#include "worker/usage.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

#include "worker/files.h"

namespace assay::sandbox {
namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kMostNames = 1024;

// Of a file in /proc; empty if its process is gone.
std::string text_of(int proc, const std::string& path) {
  const Descriptor file(::openat(proc, path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text(4096, '\0');
  const ssize_t length = file ? ::read(file.get(), text.data(), text.size()) : 0;
  text.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return text;
}

// The number at the beginning of the text or behind its blanks; 0 if there is none.
std::uint64_t number_in(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_of("0123456789"), text.size());
  std::uint64_t value = 0;
  std::from_chars(text.data() + digits, text.data() + text.size(), value);
  return value;
}

// The value of a line such as "RssAnon:     1234 kB"; 0 if there is none.
std::uint64_t kib_of(std::string_view status, std::string_view name) {
  const std::size_t at = status.find(name);
  return at == std::string_view::npos ? 0 : number_in(status.substr(at));
}

// The `index`-th word, from 0.
std::string_view word_at(std::string_view words, int index) {
  for (; index > 0; --index) words.remove_prefix(std::min(words.find(' ') + 1, words.size()));
  return words.substr(0, words.find(' '));
}

struct Times {
  nanoseconds processor{0};  // its own, and of the children that it waited for
  bool has_threads = false;
  bool gives_way = false;  // it has lowered its priority below ours
};

// proc_pid_stat(5): the name may hold blanks and brackets; behind it the third field follows.
Times times_in(const std::string& stat) {
  constexpr int kThird = 3, kUserTime = 14, kLastTime = 17, kNice = 19, kThreads = 20, kPolicy = 41;
  static const auto tick = nanoseconds(std::chrono::seconds(1)) / ::sysconf(_SC_CLK_TCK);
  const std::size_t end = stat.rfind(") ");
  if (end == std::string::npos) return {};
  const auto field = [&](int number) {
    return word_at(std::string_view(stat).substr(end + 2), number - kThird);
  };
  Times times;
  for (int number = kUserTime; number <= kLastTime; ++number)
    times.processor += tick * number_in(field(number));
  times.has_threads = number_in(field(kThreads)) > 1;
  int nice = 0;
  std::from_chars(field(kNice).data(), field(kNice).data() + field(kNice).size(), nice);
  const auto policy = static_cast<int>(number_in(field(kPolicy)));
  times.gives_way = nice > ::getpriority(PRIO_PROCESS, 0) ||
                    (policy != ::sched_getscheduler(0) && (policy == SCHED_IDLE || policy == SCHED_BATCH));
  return times;
}

nanoseconds used_by_children() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto of = [](const timeval& time) {
    return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

std::vector<std::string> processes_in(int proc) {
  bool cut = false;
  std::vector<std::string> names = names_in(proc, kMostNames, cut);
  std::erase_if(names, [](const std::string& name) {
    return name.find_first_not_of("0123456789") != std::string::npos || name == "1";
  });
  return names;
}

long processors() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? std::max(1, CPU_COUNT(&set)) : 1;
}

}  // namespace

bool is_any_at_work() {
  const Descriptor proc = open_folder(AT_FDCWD, "/proc");
  const std::vector<std::string> all = processes_in(proc.get());
  return std::any_of(all.begin(), all.end(), [&](const std::string& name) {
    const std::string stat = text_of(proc.get(), name + "/stat");
    const std::size_t end = stat.rfind(") ");
    return end != std::string::npos && (stat[end + 2] == 'R' || stat[end + 2] == 'D');
  });
}

UsageMeter::UsageMeter() : begun_(std::chrono::steady_clock::now()), used_before_(used_by_children()) {}

nanoseconds UsageMeter::processor_of_the_ended() const { return used_by_children() - used_before_; }

Usage UsageMeter::look() {
  const Descriptor proc = open_folder(AT_FDCWD, "/proc");
  Usage usage{.processor = processor_of_the_ended()};
  std::uint64_t longest = 0;
  // schedstat: the time on a processor, then the time in the queue for one. Whoever let others go first was
  // kept from nothing.
  const auto add_queue = [&](const std::string& thread, bool gives_way) {
    const std::uint64_t all = number_in(word_at(text_of(proc.get(), thread + "/schedstat"), 1));
    std::uint64_t& before = queued_of_[thread];
    if (all > before && !gives_way) longest = std::max(longest, all - before);
    before = all;
  };
  for (const std::string& name : processes_in(proc.get())) {
    const std::string status = text_of(proc.get(), name + "/status");
    usage.memory += (kib_of(status, "\nRssAnon:") + kib_of(status, "\nRssShmem:")) << 10;
    const Times times = times_in(text_of(proc.get(), name + "/stat"));
    usage.processor += times.processor;
    if (!times.has_threads) {
      add_queue(name, times.gives_way);
      continue;
    }
    bool cut = false;
    const Descriptor threads = open_folder(proc.get(), (name + "/task").c_str());
    for (const std::string& id : names_in(threads.get(), kMostNames, cut)) {
      const std::string thread = name + "/task/" + id;
      add_queue(thread, times_in(text_of(proc.get(), thread + "/stat")).gives_way);
    }
  }
  // Processes that wait side by side wait once. What they wait for one another while they have all of the
  // machine is not withheld from them.
  queued_ += nanoseconds(longest);
  const auto lived = std::chrono::steady_clock::now() - begun_;
  const nanoseconds most = std::max(nanoseconds(0), lived - usage.processor / processors());
  queued_ = std::min(queued_, most);
  usage.withheld = queued_;
  return usage;
}

}  // namespace assay::sandbox
