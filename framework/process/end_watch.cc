#include "end_watch.h"

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>

#include "descriptor.h"

namespace assay::process {
namespace {

constexpr EndWatch::Ticket kStop = 0;

bool listen(const Descriptor& events, int fd, EndWatch::Ticket ticket) {
  epoll_event wanted{};
  wanted.events = EPOLLIN | EPOLLONESHOT;
  wanted.data.u64 = ticket;
  return ::epoll_ctl(events.get(), EPOLL_CTL_ADD, fd, &wanted) == 0;
}

}  // namespace

struct EndWatch::Inner {
  struct Watched {
    int pidfd;
    std::optional<Clock::time_point> ended;
  };

  Descriptor events = above_standard(::epoll_create1(EPOLL_CLOEXEC));
  Descriptor stop = above_standard(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  std::mutex mutex;
  std::map<Ticket, Watched> watched;
  Ticket last = kStop;
  std::thread thread;

  // Signals are for the program's own threads.
  void start() {
    if (!events || !stop || !listen(events, stop.get(), kStop)) return;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    try {
      thread = std::thread([this] { work(); });
    } catch (const std::system_error&) {
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  void work() {
    std::array<epoll_event, 64> found;
    for (;;) {
      const int count = ::epoll_wait(events.get(), found.data(), found.size(), -1);
      if (count < 0 && errno != EINTR) return;
      const auto now = Clock::now();
      const std::lock_guard lock(mutex);
      for (int i = 0; i < count; ++i) {
        const Ticket ticket = found[static_cast<std::size_t>(i)].data.u64;
        if (ticket == kStop) return;
        if (const auto known = watched.find(ticket); known != watched.end()) known->second.ended = now;
      }
    }
  }
};

EndWatch::EndWatch() : inner_(std::make_unique<Inner>()) { inner_->start(); }

EndWatch::~EndWatch() {
  if (!inner_->thread.joinable()) return;
  ::eventfd_write(inner_->stop.get(), 1);
  inner_->thread.join();
}

EndWatch::Ticket EndWatch::add(int pidfd) {
  const std::lock_guard lock(inner_->mutex);
  const Ticket ticket = ++inner_->last;
  if (inner_->thread.joinable() && listen(inner_->events, pidfd, ticket))
    inner_->watched[ticket] = {pidfd, std::nullopt};
  return ticket;
}

std::optional<EndWatch::Clock::time_point> EndWatch::forget(Ticket ticket) {
  const std::lock_guard lock(inner_->mutex);
  const auto known = inner_->watched.find(ticket);
  if (known == inner_->watched.end()) return std::nullopt;
  const auto ended = known->second.ended;
  // An end is told once; closing the descriptor takes it out.
  if (!ended) ::epoll_ctl(inner_->events.get(), EPOLL_CTL_DEL, known->second.pidfd, nullptr);
  inner_->watched.erase(known);
  return ended;
}

}  // namespace assay::process
