// The new process shares our memory until it execs (CLONE_VM): the cost does not grow with our memory, and
// the errno of a failed step is simply written where we can read it, so "no such program" cannot be mistaken
// for a program that ends with 127. CLONE_PIDFD leaves no moment at which the process has ended and its
// number is somebody else's.
//
// Until then it runs on a stack of its own beside our threads, so it may not touch what they use: no
// allocation, no locks, no errno, no function of a shared library, nothing that a sanitizer counts. This file
// is compiled without sanitizers.
#include "launch.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "reaper_protocol.h"

#if defined(__x86_64__) || defined(__aarch64__)
#include "become_program.h"
#include "system_call.h"
#endif

#ifndef CLONE_CLEAR_SIGHAND
#define CLONE_CLEAR_SIGHAND 0x100000000ULL
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

namespace assay::process {

#if defined(__x86_64__) || defined(__aarch64__)
namespace {

void close_from(long first) {
  if (system_call(SYS_close_range, first, ~0u, 0) == 0) return;
  rlimit highest{1024, 1024};
  system_call(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, address(&highest));
  for (long fd = first; fd < static_cast<long>(highest.rlim_cur); ++fd) system_call(SYS_close, fd);
}

bool take_streams(const Launch& launch) {
  return system_call(SYS_dup3, launch.input, 0, 0) >= 0 && system_call(SYS_dup3, launch.output, 1, 0) >= 0 &&
         system_call(SYS_dup3, launch.errors, 2, 0) >= 0;
}

// Both return the errno for which the process could not become the program.
long run_image(const Launch& launch) {
  system_call(SYS_dup3, launch.board, kBoardDescriptor, 0);
  system_call(SYS_dup3, launch.bell, kBellDescriptor, 0);
  system_call(SYS_dup3, launch.requests, kRequestDescriptor, 0);
  if (launch.image != kImageDescriptor) system_call(SYS_dup3, launch.image, kImageDescriptor, O_CLOEXEC);
  close_from(kImageDescriptor + 1);
  return -system_call(SYS_execveat, kImageDescriptor, address(""), address(launch.argv),
                      address(launch.environment), AT_EMPTY_PATH);
}

long run_path(const Launch& launch, std::int64_t& started_ns) {
  close_from(3);
  restore_signals();
  started_ns = monotonic_ns();
  return execute_first(launch.paths, launch.argv, launch.environment);
}

// So that a tool cannot ask for a password: opening /dev/tty fails.
void give_up_terminal() {
  const long terminal = system_call(SYS_openat, AT_FDCWD, address("/dev/tty"), O_RDWR | O_CLOEXEC);
  system_call(SYS_ioctl, terminal, TIOCNOTTY);
  system_call(SYS_close, terminal);
}

// Returns where the process could not become the program.
//
// A process group rather than a session of its own: Linux makes each session a scheduling group (autogroup),
// and then every start of a process waits for its turn among all groups. On a busy machine that halves the
// throughput.
void child_main(void* argument) {
  auto* launching = static_cast<Launching*>(argument);
  const Launch& launch = launching->launch;
  long error = 0;
  system_call(SYS_setpgid, 0, 0);
  if (launch.has_terminal) give_up_terminal();
  if (launch.cwd != nullptr) error = -system_call(SYS_chdir, address(launch.cwd));
  if (error != 0) {
    launching->failed = ProcessStep::chdir;
  } else if (!take_streams(launch)) {
    launching->failed = ProcessStep::streams;
    error = EBADF;
  } else {
    launching->failed = ProcessStep::exec;
    if (launch.image >= 0) {
      error = run_image(launch);
    } else {
      system_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
      const bool has_parent = system_call(SYS_getppid) == launching->parent;
      error = has_parent ? run_path(launch, launching->started_ns) : ESRCH;
    }
  }
  launching->error = static_cast<int>(error);
}

bool is_missing(long result) { return result == -ENOSYS || result == -EINVAL || result == -EPERM; }

void reap(const Descriptor& pidfd) {
  siginfo_t ended;
  while (::syscall(SYS_waitid, 3 /* P_PIDFD */, pidfd.get(), &ended, WEXITED, nullptr) != 0 &&
         errno == EINTR) {
  }
}

Spawned clone_with(Launching& launching, std::uint64_t flags) {
  int pidfd = -1;
  clone_args args{};
  args.flags = flags | CLONE_VM | CLONE_PIDFD | CLONE_CLEAR_SIGHAND;
  args.pidfd = reinterpret_cast<std::uintptr_t>(&pidfd);
  args.exit_signal = SIGCHLD;
  args.stack = reinterpret_cast<std::uintptr_t>(launching.stack.data());
  args.stack_size = launching.stack.size();
  launching.parent = ::getpid();

  // A handler of ours must not run in the child, on memory that is ours too.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const long result = clone_running(SYS_clone3, address(&args), sizeof args, &child_main, &launching);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);

  if (result < 0 && is_missing(result)) return spawn_portably(launching.launch);
  if (result < 0) return {-1, {}, ProcessStep::clone, static_cast<int>(-result)};
  return {static_cast<pid_t>(result), Descriptor(pidfd), ProcessStep::none, 0};
}

}  // namespace

Spawned spawn(const Launch& launch) {
  Launching launching;
  launching.launch = launch;
  Spawned spawned = clone_with(launching, CLONE_VFORK);
  if (launching.error == 0) return spawned;
  reap(spawned.pidfd);
  return {-1, {}, launching.failed, launching.error};
}

// Both it and we make it the leader of its group, so that it is one by the time either goes on. (Once it is
// the program we may not any more, and need not.)
Spawned spawn_without_waiting(Launching& launching) {
  Spawned spawned = clone_with(launching, 0);
  if (spawned.pid >= 0) ::setpgid(spawned.pid, spawned.pid);
  return spawned;
}
#else
Spawned spawn(const Launch& launch) { return spawn_portably(launch); }
Spawned spawn_without_waiting(Launching& launching) { return spawn_portably(launching.launch); }
#endif

}  // namespace assay::process
