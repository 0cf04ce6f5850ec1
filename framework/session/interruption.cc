// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/interruption.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>
#include <utility>

#include "assay/internal/new_thread.h"

namespace assay {
namespace {

constexpr std::array kSignals = {SIGINT, SIGTERM};

// Globals, since a signal handler can reach nothing else.
std::string last_words;
int wakes = -1;
std::atomic<int> came = 0;
static_assert(decltype(came)::is_always_lock_free);

void wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(wakes, &one, sizeof one);
}

void take(int signal) {
  const int kept = errno;
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, last_words.data(), last_words.size());
  came = signal;
  for (const int each : kSignals) std::signal(each, SIG_DFL);
  wake();
  errno = kept;
}

}  // namespace

Interruption::Interruption(std::string words) {
  last_words = std::move(words);
  came = 0;
  wakes = ::eventfd(0, EFD_CLOEXEC);
  if (wakes < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
  try {
    listener_ = new_thread([stop = stop_]() mutable {
      std::uint64_t count = 0;
      while (::read(wakes, &count, sizeof count) < 0 && errno == EINTR) continue;
      if (came != 0) stop.request_stop();
    });
  } catch (...) {
    ::close(wakes);
    throw;
  }
  for (const int each : kSignals)
    if (std::signal(each, &take) == SIG_IGN) std::signal(each, SIG_IGN);
}

Interruption::~Interruption() {
  for (const int each : kSignals)
    if (std::signal(each, SIG_DFL) == SIG_IGN) std::signal(each, SIG_IGN);
  wake();
  listener_.join();
  ::close(wakes);
}

void Interruption::end_if_stopped() const {
  if (came == 0) return;
  std::signal(came, SIG_DFL);
  ::raise(came);
}

}  // namespace assay
