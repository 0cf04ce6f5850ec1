// SPDX-License-Identifier: Apache-2.0
// System calls for worker programs: without a C library on x86-64 and aarch64, so that they start fast, and
// through the system's C library elsewhere.
#pragma once

#if !defined(__x86_64__) && !defined(__aarch64__) || defined(ASSAY_WITH_C_LIBRARY)
#undef ASSAY_WITH_C_LIBRARY
#define ASSAY_WITH_C_LIBRARY
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace assay::process {

// Numbers: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of Linux.
#if defined(ASSAY_WITH_C_LIBRARY)
inline constexpr long kSysRead = SYS_read, kSysWrite = SYS_write, kSysClose = SYS_close,
                      kSysSigaction = SYS_rt_sigaction, kSysSigprocmask = SYS_rt_sigprocmask,
                      kSysMmap = SYS_mmap, kSysMunmap = SYS_munmap, kSysRecvmsg = SYS_recvmsg,
                      kSysExecve = SYS_execve, kSysWait4 = SYS_wait4, kSysKill = SYS_kill,
                      kSysGetpid = SYS_getpid, kSysGetppid = SYS_getppid, kSysSetpgid = SYS_setpgid,
                      kSysSigtimedwait = SYS_rt_sigtimedwait, kSysPrctl = SYS_prctl,
                      kSysClockGettime = SYS_clock_gettime, kSysExitGroup = SYS_exit_group,
                      kSysWaitid = SYS_waitid, kSysOpenat = SYS_openat, kSysFcntl = SYS_fcntl,
                      kSysChdir = SYS_chdir, kSysFchdir = SYS_fchdir, kSysDup3 = SYS_dup3,
                      kSysPtrace = SYS_ptrace, kSysReadlinkat = SYS_readlinkat, kSysIoctl = SYS_ioctl,
                      kSysNewfstatat = SYS_newfstatat;
#elif defined(__x86_64__)
inline constexpr long kSysRead = 0, kSysWrite = 1, kSysClose = 3, kSysSigaction = 13, kSysSigprocmask = 14,
                      kSysMmap = 9, kSysMunmap = 11, kSysRecvmsg = 47, kSysClone = 56, kSysExecve = 59,
                      kSysWait4 = 61, kSysKill = 62, kSysGetpid = 39, kSysGetppid = 110, kSysSetpgid = 109,
                      kSysSigtimedwait = 128, kSysPrctl = 157, kSysClockGettime = 228, kSysExitGroup = 231,
                      kSysWaitid = 247, kSysOpenat = 257, kSysFcntl = 72, kSysChdir = 80, kSysFchdir = 81,
                      kSysDup3 = 292, kSysPtrace = 101, kSysReadlinkat = 267, kSysNewfstatat = 262,
                      kSysIoctl = 16;
#elif defined(__aarch64__)
inline constexpr long kSysOpenat = 56, kSysClose = 57, kSysRead = 63, kSysWrite = 64, kSysDup3 = 24,
                      kSysFcntl = 25, kSysChdir = 49, kSysFchdir = 50, kSysRecvmsg = 212, kSysMunmap = 215,
                      kSysMmap = 222, kSysExitGroup = 94, kSysWaitid = 95, kSysClockGettime = 113,
                      kSysKill = 129, kSysSigaction = 134, kSysSigprocmask = 135, kSysSigtimedwait = 137,
                      kSysSetpgid = 154, kSysPrctl = 167, kSysGetpid = 172, kSysGetppid = 173,
                      kSysClone = 220, kSysExecve = 221, kSysWait4 = 260, kSysReadlinkat = 78,
                      kSysNewfstatat = 79, kSysPtrace = 117, kSysIoctl = 29;
#endif
inline constexpr long kSetDeathSignal = 1, kSetDumpable = 4, kSetName = 15, kSetChildSubreaper = 36;  // prctl
inline constexpr long kCurrentFolder = -100, kOpenFlags = 02000000;  // AT_FDCWD, O_CLOEXEC
inline constexpr int kCloneFlags = 0x100 | 0x4000 | 17;  // CLONE_VM | CLONE_VFORK, SIGCHLD at the end

[[gnu::always_inline]] inline long address(const void* pointer) { return reinterpret_cast<long>(pointer); }

// The result, or minus the errno.
[[gnu::always_inline]] inline long system_call(long number, long a = 0, long b = 0, long c = 0, long d = 0,
                                               long e = 0, long f = 0) {
#if defined(ASSAY_WITH_C_LIBRARY)
  const long result = ::syscall(number, a, b, c, d, e, f);
  return result == -1 ? -errno : result;
#elif defined(__x86_64__)
  long result;
  register long r10 __asm__("r10") = d;
  register long r8 __asm__("r8") = e;
  register long r9 __asm__("r9") = f;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = number;
  register long x0 __asm__("x0") = a;
  register long x1 __asm__("x1") = b;
  register long x2 __asm__("x2") = c;
  register long x3 __asm__("x3") = d;
  register long x4 __asm__("x4") = e;
  register long x5 __asm__("x5") = f;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5) : "memory");
  return x0;
#endif
}

struct Timespec {
  long seconds;
  long nanoseconds;
};

// CLOCK_MONOTONIC, like std::chrono::steady_clock.
[[gnu::always_inline]] inline long monotonic_ns() {
  Timespec time;
  system_call(kSysClockGettime, 1, address(&time));
  return time.seconds * 1'000'000'000 + time.nanoseconds;
}

// Starts a process with its own stack that shares this one's memory, and suspends this one until the new
// process has executed a program or exited. The new process calls `entry(argument)`, and exits with status
// 127 if that returns. Returns the new pid or minus the errno.
[[gnu::always_inline]] inline long clone_running(void* stack_top, void (*entry)(void*), void* argument) {
#if defined(ASSAY_WITH_C_LIBRARY)
  struct Work {
    void (*entry)(void*);
    void* argument;
  } work = {entry, argument};
  const auto run = [](void* given) {
    static_cast<Work*>(given)->entry(static_cast<Work*>(given)->argument);
    return 127;
  };
  const long result = ::clone(run, stack_top, kCloneFlags, &work);
  return result == -1 ? -errno : result;
#elif defined(__x86_64__)
  const long call = kSysClone, first = kCloneFlags, second = address(stack_top);
  long result;
  register long r10 __asm__("r10") = 0;
  register long r8 __asm__("r8") = 0;
  register void (*r12)(void*) __asm__("r12") = entry;
  register void* r13 __asm__("r13") = argument;
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
      : "0"(call), "D"(first), "S"(second), "d"(0), "r"(r10), "r"(r8), "r"(r12), "r"(r13)
      : "rcx", "r11", "memory");
  return result;
#else
  register long x8 __asm__("x8") = kSysClone;
  register long x0 __asm__("x0") = kCloneFlags;
  register long x1 __asm__("x1") = address(stack_top);
  register long x2 __asm__("x2") = 0;
  register long x3 __asm__("x3") = 0;
  register long x4 __asm__("x4") = 0;
  register void (*x19)(void*) __asm__("x19") = entry;
  register void* x20 __asm__("x20") = argument;
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
      : "r"(x8), "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x19), "r"(x20)
      : "x30", "memory");
  return x0;
#endif
}

}  // namespace assay::process
