// SPDX-License-Identifier: Apache-2.0
#include "worker/start.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace assay::sandbox {
namespace {

// The data that the new process needs before exec, in memory shared with this process.
struct Start {
  const Request& request;
  const WorldMount& world;
  std::array<int, 3> streams;
  char* const* argv;
  char* const* environment;
  volatile int error = 0;
};

void limit(__rlimit_resource what, std::uint64_t most) {
  const rlimit both{most, most};
  ::setrlimit(what, &both);
}

void limit_all(const Request& request) {
  limit(RLIMIT_AS, 2 * request.memory_bytes);
  limit(RLIMIT_DATA, request.memory_bytes / 2);
  limit(RLIMIT_FSIZE, request.file_bytes);
  limit(RLIMIT_NPROC, request.processes + 1);
  limit(RLIMIT_NOFILE, 256);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_MEMLOCK, 64 << 10);
  limit(RLIMIT_MSGQUEUE, 0);
  limit(RLIMIT_SIGPENDING, 256);
  limit(RLIMIT_CPU, static_cast<std::uint64_t>(request.processor.count()) / 1000 + 2);
}

bool drop_capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  return ::syscall(SYS_capset, &header, none) == 0;
}

bool enter_world(const WorldMount& world) {
  return ::fchdir(world.root()) == 0 && ::chroot(".") == 0 && ::chdir(world.folder().c_str()) == 0;
}

// Between vfork and exec: only system calls.
bool become_command(const Start& start) {
  sigset_t none;
  sigemptyset(&none);
  ::setsid();
  for (int stream = 0; stream < 3; ++stream)
    if (::dup2(start.streams[static_cast<std::size_t>(stream)], stream) < 0) return false;
  if (!enter_world(start.world) || ::syscall(SYS_close_range, 3, ~0u, 4 /* CLOSE_RANGE_CLOEXEC */) != 0)
    return false;
  limit_all(start.request);
  if (!drop_capabilities()) return false;
  const int ruleset = start.world.ruleset();
  if (ruleset >= 0 && ::syscall(SYS_landlock_restrict_self, ruleset, 0) != 0) return false;
  ::umask(022);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(start.argv[0], start.argv, start.environment);
  return false;
}

[[gnu::noinline]] pid_t fork_command(Start& start) {
  const pid_t pid = ::vfork();
  if (pid == 0) {
    if (!become_command(start)) start.error = errno;
    ::_exit(127);
  }
  return pid;
}

std::vector<char*> pointers_to(const std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (const std::string& string : strings) pointers.push_back(const_cast<char*>(string.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

}  // namespace

std::vector<std::string> environment_of(const WorldMount& world) {
  // bash increments SHLVL, but not if it execs its only command: from -1 both yield 0.
  std::vector<std::string> environment = {"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
                                          "HOME=/home/user",
                                          "USER=user",
                                          "LOGNAME=user",
                                          "SHELL=/bin/bash",
                                          "LC_ALL=C.UTF-8",
                                          "TZ=UTC",
                                          "TERM=dumb",
                                          "SHLVL=-1"};
  for (const std::string& variable : world.variables()) {
    const std::string_view name = std::string_view(variable).substr(0, variable.find('=') + 1);
    std::erase_if(environment, [&](const std::string& one) { return one.starts_with(name); });
    environment.push_back(variable);
  }
  return environment;
}

// A separate file for each run, with no name by which it can be found.
Descriptor input_of(const WorldMount& world) {
  if (world.input().empty()) return Descriptor(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  const char* name = "/scratch/input";
  const Descriptor written(::open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0400));
  const bool whole = written && process::write_all(written.get(), world.input());
  Descriptor input(whole ? ::open(name, O_RDONLY | O_CLOEXEC) : -1);
  ::unlink(name);
  return input;
}

pid_t start_command(const Request& request, const WorldMount& world, const std::array<int, 3>& streams,
                    int& error) {
  const std::vector<std::string> environment = environment_of(world);
  const std::vector<char*> argv = pointers_to(request.argv), variables = pointers_to(environment);
  Start start{request, world, streams, argv.data(), variables.data()};
  const pid_t pid = fork_command(start);
  error = pid < 0 ? errno : start.error;
  return pid;
}

}  // namespace assay::sandbox
