#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>

#include "become_program.h"
#include "launch.h"
#include "reaper_protocol.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

namespace assay::process {
namespace {

// What posix_spawn is told; freed on every way out.
struct Instructions {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  Instructions() {
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
  }
  ~Instructions() {
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
  }
  Instructions(const Instructions&) = delete;
};

void describe(const Launch& launch, Instructions& to) {
  sigset_t mask, restored;
  sigemptyset(&mask);
  sigemptyset(&restored);
  for (const int signal : kRestoredSignals) sigaddset(&restored, signal);
  if (launch.image >= 0) sigfillset(&mask);
  posix_spawnattr_setsigmask(&to.attributes, &mask);
  posix_spawnattr_setsigdefault(&to.attributes, &restored);
  posix_spawnattr_setpgroup(&to.attributes, 0);
  posix_spawnattr_setflags(&to.attributes,
                           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  if (launch.cwd != nullptr) posix_spawn_file_actions_addchdir_np(&to.actions, launch.cwd);
  posix_spawn_file_actions_adddup2(&to.actions, launch.input, 0);
  posix_spawn_file_actions_adddup2(&to.actions, launch.output, 1);
  posix_spawn_file_actions_adddup2(&to.actions, launch.errors, 2);
  int first_closed = 3;
  if (launch.image >= 0) {
    posix_spawn_file_actions_adddup2(&to.actions, launch.board, kBoardDescriptor);
    posix_spawn_file_actions_adddup2(&to.actions, launch.bell, kBellDescriptor);
    posix_spawn_file_actions_adddup2(&to.actions, launch.requests, kRequestDescriptor);
    posix_spawn_file_actions_adddup2(&to.actions, launch.image, kImageDescriptor);
    first_closed = kImageDescriptor + 1;
  }
  posix_spawn_file_actions_addclosefrom_np(&to.actions, first_closed);
}

int try_path(const char* path, const Launch& launch, const Instructions& how, pid_t& pid) {
  return ::posix_spawn(&pid, path, &how.actions, &how.attributes, const_cast<char* const*>(launch.argv),
                       const_cast<char* const*>(launch.environment));
}

int try_paths(const Launch& launch, const Instructions& how, pid_t& pid) {
  if (launch.image >= 0) {
    const std::string image = "/proc/self/fd/" + std::to_string(kImageDescriptor);
    return try_path(image.c_str(), launch, how, pid);
  }
  int error = ENOENT;
  bool denied = false;
  for (const char* const* path = launch.paths; *path != nullptr; ++path) {
    error = try_path(*path, launch, how, pid);
    denied = denied || error == EACCES;
    if (error != ENOENT && error != ENOTDIR && error != EACCES) return error;
  }
  return denied ? EACCES : error;
}

bool is_folder(const char* path) {
  struct stat found;
  errno = 0;
  return ::stat(path, &found) == 0 && S_ISDIR(found.st_mode) && ::access(path, X_OK) == 0;
}

}  // namespace

bool has_terminal() {
  const Descriptor terminal(::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY));
  return static_cast<bool>(terminal);
}

Spawned spawn_portably(const Launch& launch) {
  // posix_spawn says that something failed, not what; the folder is the likelier.
  if (launch.cwd != nullptr && !is_folder(launch.cwd)) {
    return {-1, {}, ProcessStep::chdir, errno != 0 ? errno : ENOTDIR};
  }
  Instructions how;
  describe(launch, how);
  pid_t pid = -1;
  if (const int error = try_paths(launch, how, pid)) return {-1, {}, ProcessStep::exec, error};
  // Our child keeps its number until we reap it, so this cannot name somebody else.
  Spawned spawned{pid, Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))), ProcessStep::none, 0};
  if (!spawned.pidfd) {
    const int error = errno;
    ::kill(pid, SIGKILL);
    ::waitpid(pid, nullptr, 0);
    return {-1, {}, ProcessStep::clone, error};
  }
  return spawned;
}

}  // namespace assay::process
