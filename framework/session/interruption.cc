// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/interruption.h"

#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>

#include "assay/error.h"
#include "assay/internal/digest.h"
#include "assay/internal/threads.h"
#include "assay/store.h"

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

// A name in the abstract namespace of Unix sockets: a killed process leaves nothing on disk, and the store
// may be on any file system.

RunClaim::RunClaim(const std::string& run_id, const std::filesystem::path& place)
    : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  std::error_code none;  // of a server's address, which stays as it is
  const auto whole = names_server(place) ? place : std::filesystem::weakly_canonical(place, none);
  const std::string name =
      "assay-run-" + sha256(run_id + '\0' + whole.string());  // they are longer than such a name may be
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  std::ranges::copy(name, address.sun_path + 1);  // after a NUL: not a file
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  // If such sockets are unavailable nothing is claimed: the store itself keeps two writers apart.
  if (::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) == 0 || errno != EADDRINUSE) return;
  ::close(socket_);
  throw Error({}, "run " + run_id + " is still going on in another process",
              "wait for it, or stop it; then repeat the command line, or resume the run");
}

RunClaim::~RunClaim() {
  if (socket_ >= 0) ::close(socket_);
}

}  // namespace assay
