// The new process shares our memory and we stand still until it execs (CLONE_VM | CLONE_VFORK): the cost does
// not grow with our memory, and the errno of a failed step is simply written where we can read it, so "no
// such program" cannot be mistaken for a program that ends with 127. CLONE_PIDFD leaves no moment at which
// the process has ended and its number is somebody else's.
//
// Until then it runs on a stack of its own beside our other threads, so it may not touch what they use: no
// allocation, no locks, nothing that a sanitizer counts. This file is compiled without sanitizers.
#include "launch.h"

#include <fcntl.h>
#include <linux/sched.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>

#include "reaper_report.h"

#ifndef CLONE_CLEAR_SIGHAND
#define CLONE_CLEAR_SIGHAND 0x100000000ULL
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif

namespace assay::execution {

#if defined(__x86_64__) || defined(__aarch64__)
namespace {

struct Child {
  const Launch* launch;
  const sigset_t* mask;
  pid_t parent;
  ProcessStep failed;
  int error;
};

void close_from(unsigned long first) {
  if (::syscall(SYS_close_range, first, ~0u, 0) == 0) return;
  rlimit highest{1024, 1024};
  ::syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, nullptr, &highest);
  for (unsigned long fd = first; fd < highest.rlim_cur; ++fd) ::syscall(SYS_close, fd);
}

bool take_streams(const Launch& launch) {
  return ::syscall(SYS_dup3, launch.input, 0, 0) >= 0 && ::syscall(SYS_dup3, launch.output, 1, 0) >= 0 &&
         ::syscall(SYS_dup3, launch.errors, 2, 0) >= 0;
}

void run_image(const Child& child) {
  const Launch& launch = *child.launch;
  ::syscall(SYS_dup3, launch.board, kBoardDescriptor, 0);
  ::syscall(SYS_dup3, launch.bell, kBellDescriptor, 0);
  if (launch.image != kImageDescriptor) ::syscall(SYS_dup3, launch.image, kImageDescriptor, O_CLOEXEC);
  close_from(kImageDescriptor + 1);
  ::syscall(SYS_execveat, kImageDescriptor, "", launch.argv, launch.environment, AT_EMPTY_PATH);
}

// Goes through the paths as execvp does: a file that may not be executed is remembered and the search goes
// on.
void run_path(const Child& child) {
  const Launch& launch = *child.launch;
  close_from(3);
  // Ignored signals stay ignored through exec; a tool expects these to work, whatever started us.
  for (int signal : {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGCHLD, SIGXFSZ}) {
    std::uint64_t none[4] = {};  // the kernel's struct sigaction: SIG_DFL, no flags, an empty mask
    ::syscall(SYS_rt_sigaction, signal, none, nullptr, 8);
  }
  ::syscall(SYS_rt_sigprocmask, SIG_SETMASK, child.mask, nullptr, 8);
  bool denied = false;
  for (const char* const* path = launch.paths; *path != nullptr; ++path) {
    ::syscall(SYS_execve, *path, launch.argv, launch.environment);
    denied = denied || errno == EACCES;
    if (errno != ENOENT && errno != ENOTDIR && errno != EACCES) return;
  }
  if (denied) errno = EACCES;
}

// So that a tool cannot ask for a password: opening /dev/tty fails.
void give_up_terminal() {
  const long terminal = ::syscall(SYS_openat, AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC);
  ::syscall(SYS_ioctl, terminal, TIOCNOTTY);
  ::syscall(SYS_close, terminal);
}

// Returns where the process could not become the program.
//
// A process group rather than a session of its own: Linux makes each session a scheduling group (autogroup),
// and then every start of a process waits for its turn among all groups. On a busy machine that halves the
// throughput.
void child_main(Child* child) {
  const Launch& launch = *child->launch;
  ::syscall(SYS_setpgid, 0, 0);
  if (launch.has_terminal) give_up_terminal();
  if (launch.cwd != nullptr && ::syscall(SYS_chdir, launch.cwd) != 0) {
    child->failed = ProcessStep::chdir;
  } else if (!take_streams(launch)) {
    child->failed = ProcessStep::streams;
  } else {
    child->failed = ProcessStep::exec;
    if (launch.image >= 0) {
      run_image(*child);
    } else {
      ::syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
      if (::syscall(SYS_getppid) == child->parent) run_path(*child);
    }
  }
  child->error = errno;
}

// clone3 and, in the new process, `child_main(child)`. Returns the process's number or minus the errno.
long clone_and_run(clone_args& args, Child* child) {
#if defined(__x86_64__)
  long result;
  register void (*r12)(Child*) __asm__("r12") = &child_main;
  register Child* r13 __asm__("r13") = child;
  __asm__ volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "mov %%r13, %%rdi\n\t"
      "call *%%r12\n\t"
      "mov $60, %%eax\n\t"  // exit
      "mov $127, %%edi\n\t"
      "syscall\n\t"
      "hlt\n"
      "1:"
      : "=a"(result)
      : "0"(static_cast<long>(SYS_clone3)), "D"(&args), "S"(sizeof args), "r"(r12), "r"(r13)
      : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = SYS_clone3;
  register long x0 __asm__("x0") = reinterpret_cast<long>(&args);
  register long x1 __asm__("x1") = sizeof args;
  register void (*x19)(Child*) __asm__("x19") = &child_main;
  register Child* x20 __asm__("x20") = child;
  __asm__ volatile(
      "svc #0\n\t"
      "cbnz x0, 1f\n\t"
      "mov x29, xzr\n\t"
      "mov x0, x20\n\t"
      "blr x19\n\t"
      "mov x8, #93\n\t"  // exit
      "mov x0, #127\n\t"
      "svc #0\n\t"
      "brk #0\n"
      "1:"
      : "+r"(x0)
      : "r"(x8), "r"(x1), "r"(x19), "r"(x20)
      : "x30", "memory");
  return x0;
#endif
}

bool is_missing(long result) { return result == -ENOSYS || result == -EINVAL || result == -EPERM; }

void reap(const Descriptor& pidfd) {
  siginfo_t ended;
  while (::syscall(SYS_waitid, 3 /* P_PIDFD */, pidfd.get(), &ended, WEXITED, nullptr) != 0 &&
         errno == EINTR) {
  }
}

}  // namespace

Spawned spawn(const Launch& launch) {
  alignas(16) char stack[16 * 1024];
  sigset_t all, before, none;
  sigfillset(&all);
  sigemptyset(&none);
  Child child{&launch, &none, ::getpid(), ProcessStep::none, 0};
  int pidfd = -1;
  clone_args args{};
  args.flags = CLONE_VM | CLONE_VFORK | CLONE_PIDFD | CLONE_CLEAR_SIGHAND;
  args.pidfd = reinterpret_cast<std::uintptr_t>(&pidfd);
  args.exit_signal = SIGCHLD;
  args.stack = reinterpret_cast<std::uintptr_t>(stack);
  args.stack_size = sizeof stack;

  // A handler of ours must not run in the child, on memory that is ours too.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const long result = clone_and_run(args, &child);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);

  if (result < 0 && is_missing(result)) return spawn_portably(launch);
  if (result < 0) return {-1, {}, ProcessStep::clone, static_cast<int>(-result)};
  Spawned spawned{static_cast<pid_t>(result), Descriptor(pidfd), ProcessStep::none, 0};
  if (child.error != 0) {
    reap(spawned.pidfd);
    return {-1, {}, child.failed, child.error};
  }
  return spawned;
}
#else
Spawned spawn(const Launch& launch) { return spawn_portably(launch); }
#endif

}  // namespace assay::execution
