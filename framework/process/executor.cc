// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <deque>
#include <list>
#include <optional>

#include "assay/error.h"
#include "assay/process.h"
#include "job.h"

namespace assay {
namespace {

// Writing to a tool that does not read must not end this program, nor must a file size limit. Blocking the
// signals temporarily in this thread does not affect the rest of the program, whereas ignoring them would.
class WritingBlocked {
 public:
  WritingBlocked() {
    sigset_t pending, blocked;
    sigemptyset(&blocked);
    sigemptyset(&ours_);
    sigpending(&pending);
    for (const int signal : {SIGPIPE, SIGXFSZ}) {
      sigaddset(&blocked, signal);
      if (sigismember(&pending, signal) == 0) sigaddset(&ours_, signal);
    }
    pthread_sigmask(SIG_BLOCK, &blocked, &before_);
  }
  ~WritingBlocked() {
    const timespec now{};
    while (sigtimedwait(&ours_, nullptr, &now) > 0) {
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WritingBlocked(const WritingBlocked&) = delete;

 private:
  sigset_t ours_;  // not pending before, so that one which is pending later is due to our writing
  sigset_t before_;
};

process::Reach reach_of(ExecutorOptions::Reaping reaping) {
  switch (reaping) {
    case ExecutorOptions::Reaping::subreaper: return process::Reach::descendants;
    case ExecutorOptions::Reaping::process_group: return process::Reach::group;
  }
  return process::Reach::descendants;
}

}  // namespace

using process::Job;

struct Executor::Inner {
  struct Queued {
    ProcessSpec spec;
    Done done;
  };

  explicit Inner(const ExecutorOptions& options);
  ~Inner();
  void begin_queued();
  std::unique_ptr<Job> next();
  void listen_for_bell();
  void bell_rang();
  void cancel();
  void ended();
  void idle(const Job& job);

  unsigned max_in_flight;
  process::Site site;
  boost::asio::posix::stream_descriptor bell{site.loop};
  std::deque<Queued> queued;
  std::unique_ptr<Job> postponed;        // could not begin: no descriptors were free
  std::list<std::unique_ptr<Job>> jobs;  // begun, and not yet idle
  unsigned in_flight = 0;
  bool listening = false;
  // Keeps the loop running while more may be started though nothing runs.
  std::optional<boost::asio::executor_work_guard<boost::asio::io_context::executor_type>> more;
};

Executor::Inner::Inner(const ExecutorOptions& options) : max_in_flight(std::max(1u, options.max_in_flight)) {
  const WritingBlocked blocked;
  if (!site.null_input)
    throw boost::system::system_error(errno, boost::system::system_category(), "/dev/null");
  site.supervision.emplace(site.loop, max_in_flight, reach_of(options.reaping), site.null_input.get());
  // A duplicate, since the stream closes its descriptor.
  bell.assign(::fcntl(site.supervision->bell(), F_DUPFD_CLOEXEC, 0));
  site.ended = [this] { ended(); };
  site.idle = [this](const Job& job) { idle(job); };
}

Executor::Inner::~Inner() {
  for (const auto& job : jobs) job->abandon();
}

std::unique_ptr<Job> Executor::Inner::next() {
  if (postponed) return std::move(postponed);
  auto job = std::make_unique<Job>(site, std::move(queued.front().spec), std::move(queued.front().done));
  queued.pop_front();
  return job;
}

void Executor::Inner::begin_queued() {
  while (in_flight < max_in_flight && (postponed || !queued.empty())) {
    std::unique_ptr<Job> job = next();
    Job::Begun begun = job->begin();
    if (begun == Job::Begun::no_descriptors && site.supervision->release_idle()) begun = job->begin();
    if (begun == Job::Begun::no_descriptors) {
      if (in_flight > 0) {
        postponed = std::move(job);
        return;
      }
      job->fail_to_start(ProcessStep::pipes, EMFILE);
    }
    ++in_flight;
    jobs.push_back(std::move(job));
    listen_for_bell();
  }
}

// Waits only while there are jobs: a pending wait keeps the loop from running out of work.
void Executor::Inner::listen_for_bell() {
  if (listening) return;
  listening = true;
  bell.async_wait(bell.wait_read, [this](const boost::system::error_code&) {
    listening = false;
    if (jobs.empty()) return;
    bell_rang();
    listen_for_bell();
  });
}

void Executor::Inner::bell_rang() {
  std::uint64_t rings;
  if (::read(bell.native_handle(), &rings, sizeof rings) < 0) return;
  for (const auto& job : jobs) job->read_report();
}

void Executor::Inner::cancel() {
  for (Queued& waiting : queued) {
    boost::asio::post(site.loop, [done = std::move(waiting.done)] {
      ProcessResult result;
      result.end = ProcessEnd::cancelled;
      done(std::move(result));
    });
  }
  queued.clear();
  if (postponed) {
    postponed->finish_unstarted(ProcessEnd::cancelled);
    ++in_flight;
    jobs.push_back(std::move(postponed));
  }
  for (const auto& job : jobs) job->stop(ProcessEnd::cancelled);
}

void Executor::Inner::ended() {
  --in_flight;
  begin_queued();
}

void Executor::Inner::idle(const Job& job) {
  jobs.remove_if([&](const std::unique_ptr<Job>& one) { return one.get() == &job; });
  if (jobs.empty() && listening) bell.cancel();
}

Executor::Executor(ExecutorOptions options) try : inner_(std::make_unique<Inner>(options)) {
} catch (const boost::system::system_error& error) {
  throw Error({}, std::string("programs cannot be run: ") + error.what(), "raise the limit of open files");
}

Executor::~Executor() = default;

void Executor::start(ProcessSpec spec, Done done) {
  boost::asio::post(inner_->site.loop, [this, spec = std::move(spec), done = std::move(done)]() mutable {
    inner_->queued.push_back({std::move(spec), std::move(done)});
    inner_->begin_queued();
  });
}

void Executor::run() {
  const WritingBlocked blocked;
  inner_->site.loop.restart();
  inner_->site.loop.run();
}

void Executor::run(std::stop_token until) {
  inner_->more.emplace(inner_->site.loop.get_executor());
  const std::stop_callback no_more(
      until, [this] { boost::asio::post(inner_->site.loop, [this] { inner_->more.reset(); }); });
  try {
    run();
  } catch (...) {
    inner_->more.reset();
    throw;
  }
}

void Executor::cancel_all() {
  boost::asio::post(inner_->site.loop, [this] { inner_->cancel(); });
}

ProcessResult run_process(ProcessSpec spec, ExecutorOptions options) {
  ProcessResult result;
  Executor executor(options);
  executor.start(std::move(spec), [&](ProcessResult ended) { result = std::move(ended); });
  executor.run();
  return result;
}

}  // namespace assay
