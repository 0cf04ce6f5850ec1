// SPDX-License-Identifier: Apache-2.0
#include "filter.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "assay/error.h"
#include "assay/internal/descriptor.h"

namespace assay::sandbox {
namespace {

// By name: calls unknown to a processor or to an older libseccomp are skipped. A worker, which is also under
// the filter, needs mount, umount2 and chroot; commands have no capability for them.
constexpr const char* kDenied[] = {
    // inspecting other processes
    "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd", "process_madvise",
    // objects that outlive their process
    "add_key", "keyctl", "request_key", "shmget", "shmat", "shmctl", "shmdt", "semget", "semop", "semtimedop",
    "semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink", "mq_timedsend",
    "mq_timedreceive", "mq_notify", "mq_getsetattr",
    // memory that no limit counts
    "memfd_create", "memfd_secret", "userfaultfd", "move_pages", "migrate_pages", "mbind", "set_mempolicy",
    // large kernel attack surface
    "bpf", "perf_event_open", "io_uring_setup", "io_uring_enter", "io_uring_register", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "fanotify_init", "lookup_dcookie",
    "nfsservctl", "open_by_handle_at", "name_to_handle_at", "quotactl", "quotactl_fd",
    // namespaces and mounts through the newer calls
    "unshare", "setns", "pivot_root", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "mount_setattr",
    // the machine itself
    "reboot", "swapon", "swapoff", "acct", "syslog", "vhangup", "iopl", "ioperm", "modify_ldt",
    "settimeofday", "clock_settime", "clock_settime64", "clock_adjtime", "adjtimex", "sethostname",
    "setdomainname"};

constexpr int kFamilies[] = {AF_UNIX, AF_INET, AF_INET6};
constexpr std::uint64_t kTerminalInput = 0x5412, kTerminalSelection = 0x541C;  // TIOCSTI, TIOCLINUX

[[noreturn]] void fail_filter(const char* what, int error) {
  throw Error({}, std::string("the sandbox's filter of system calls: ") + what + ": " + std::strerror(error),
              "install a newer libseccomp");
}

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ == nullptr) fail_filter("seccomp_init", ENOMEM);
    // Using another system call table (32 bits) kills the process.
    ::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    ::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);  // a tree: fewer steps per call
  }
  ~Filter() { ::seccomp_release(context_); }
  Filter(const Filter&) = delete;

  void deny(const char* name) {
    const int call = ::seccomp_syscall_resolve_name(name);
    if (call != __NR_SCMP_ERROR)
      check(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(EPERM), call, 0, nullptr));
  }
  void deny(int call, int error, scmp_arg_cmp argument) {
    check(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), call, 1,
                                   &argument));
  }
  void deny_all(int call, int error) {
    check(::seccomp_rule_add_array(context_, SCMP_ACT_ERRNO(static_cast<std::uint16_t>(error)), call, 0,
                                   nullptr));
  }
  // Allows only those socket families: all numbers below, between and above them are denied.
  void allow_families() {
    int next = 0;
    for (const int family : kFamilies) {
      for (; next < family; ++next) deny_family(next);
      next = family + 1;
    }
    deny(SCMP_SYS(socket), EAFNOSUPPORT, {0, SCMP_CMP_GE, static_cast<std::uint64_t>(next), 0});
  }
  std::string bytes() const {
    const process::Descriptor file = process::memory_file("assay-filter");
    if (!file) fail_filter("memfd_create", errno);
    check(::seccomp_export_bpf(context_, file.get()));
    std::string bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
    if (::pread(file.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
      fail_filter("pread", errno);
    return bytes;
  }

 private:
  static void check(int result) {
    if (result < 0 && result != -EEXIST && result != -EDOM) fail_filter("seccomp_rule_add", -result);
  }
  void deny_family(int family) {
    deny(SCMP_SYS(socket), EAFNOSUPPORT, {0, SCMP_CMP_EQ, static_cast<std::uint64_t>(family), 0});
  }

  scmp_filter_ctx context_;
};

}  // namespace

std::string system_call_filter() {
  Filter filter;
  for (const char* name : kDenied) filter.deny(name);
  // Its flags cannot be inspected: C libraries then use clone.
  filter.deny_all(SCMP_SYS(clone3), ENOSYS);
  for (const std::uint64_t flag :
       {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP})
    filter.deny(SCMP_SYS(clone), EPERM, {0, SCMP_CMP_MASKED_EQ, flag, flag});
  for (const std::uint64_t request : {kTerminalInput, kTerminalSelection})
    filter.deny(SCMP_SYS(ioctl), EPERM, {1, SCMP_CMP_MASKED_EQ, 0xffffffff, request});
  // Limits of its own processes only: the first process of the namespace reads what they left.
  filter.deny(SCMP_SYS(prlimit64), EPERM, {0, SCMP_CMP_NE, 0, 0});
  filter.allow_families();
  constexpr std::uint64_t kSharedByAll = MAP_SHARED | MAP_ANONYMOUS;  // MAP_SHARED_VALIDATE includes that bit
  filter.deny(SCMP_SYS(mmap), EPERM, {3, SCMP_CMP_MASKED_EQ, kSharedByAll, kSharedByAll});
  return filter.bytes();
}

}  // namespace assay::sandbox
