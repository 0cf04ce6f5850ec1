// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/worker.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "assay/internal/worker_descriptors.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

namespace assay::process {
namespace {

Descriptor in_memory(std::string_view program, const char* name) {
  Descriptor file = memory_file(name, MFD_ALLOW_SEALING | MFD_EXEC);
  if (!file && errno == EINVAL) file = memory_file(name, MFD_ALLOW_SEALING);  // before Linux 6.3
  if (!file || !write_all(file.get(), program)) return {};
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

bool lets_execute(const std::string& folder) {
  struct statvfs found;
  return ::statvfs(folder.c_str(), &found) == 0 && (found.f_flag & ST_NOEXEC) == 0;
}

// A file cannot be executed while it is open for writing, so it is opened again.
Descriptor in_folder(std::string_view program, const std::string& folder) {
  std::string path = folder + "/assay-XXXXXX";
  const Descriptor writable(::mkostemp(path.data(), O_CLOEXEC));
  if (!writable) return {};
  Descriptor file;
  if (write_all(writable.get(), program) && ::fchmod(writable.get(), 0500) == 0)
    file = above_standard(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const int error = errno;
  ::unlink(path.c_str());
  errno = error;
  return file;
}

Descriptor in_some_folder(std::string_view program) {
  const char* temporary = std::getenv("TMPDIR");
  errno = EACCES;
  for (const char* folder : {temporary, "/tmp", "/var/tmp", "."}) {
    if (folder == nullptr || !lets_execute(folder)) continue;
    if (Descriptor file = in_folder(program, folder)) return file;
  }
  return {};
}

// Arguments of posix_spawn; freed on every path.
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

void describe(const WorkerStart& start, int line, Instructions& to) {
  sigset_t all;
  sigfillset(&all);
  posix_spawnattr_setsigmask(&to.attributes, &all);
  posix_spawnattr_setpgroup(&to.attributes, 0);
  posix_spawnattr_setflags(&to.attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
  for (int stream = 0; stream < 3; ++stream)
    posix_spawn_file_actions_adddup2(&to.actions, start.null_input, stream);
  posix_spawn_file_actions_adddup2(&to.actions, line, kLineDescriptor);
  int next = kFirstShared;
  for (const int shared : start.shared) posix_spawn_file_actions_adddup2(&to.actions, shared, next++);
  // If fewer than kMostShared are shared, none of our descriptors may remain between them and the image.
  for (; next < kImageDescriptor; ++next) posix_spawn_file_actions_addclose(&to.actions, next);
  posix_spawn_file_actions_adddup2(&to.actions, start.image, kImageDescriptor);
  posix_spawn_file_actions_addclosefrom_np(&to.actions, kImageDescriptor + 1);
}

// Sends SIGCONT repeatedly: what the worker runs may have stopped it.
bool comes_to_its_end(int pid, int line) {
  const auto last = std::chrono::steady_clock::now() + kPatience;
  while (!becomes_readable(line, kPause)) {
    if (std::chrono::steady_clock::now() >= last) return false;
    ::kill(pid, SIGCONT);
  }
  return true;
}

struct StreamEnds {
  Descriptor ours, theirs;
};

StreamEnds make_stream() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {above_standard(ends[0]), above_standard(ends[1])};
}

}  // namespace

Descriptor make_image(std::string_view program, const char* name, ImagePlace place) {
  return place == ImagePlace::memory ? in_memory(program, name) : in_some_folder(program);
}

SocketPair make_socket_pair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return {};
  SocketPair line{above_standard(ends[0]), above_standard(ends[1])};
  return line.ours && line.theirs ? std::move(line) : SocketPair{};
}

Worker start_worker(const WorkerStart& start, SocketPair line) {
  Instructions how;
  describe(start, line.theirs.get(), how);
  std::vector<char*> argv;
  for (const std::string& argument : start.arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::array<char*, 1> none = {nullptr};
  static const std::string kImage = "/proc/self/fd/" + std::to_string(kImageDescriptor);
  pid_t pid = -1;
  const int error =
      ::posix_spawn(&pid, kImage.c_str(), &how.actions, &how.attributes, argv.data(), none.data());
  if (error != 0) return {-1, {}, error};
  return {pid, std::move(line.ours), 0};
}

void end_worker(int pid, int line) {
  ::shutdown(line, SHUT_WR);
  bool ended = comes_to_its_end(pid, line);
  if (!ended) {
    ::kill(pid, SIGKILL);
    ended = comes_to_its_end(pid, line);
  }
  while (ended && ::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// If the worker ended without reading its message, the first recv reports that as an error.
bool has_hung_up(int line) {
  char byte;
  const ssize_t count = ::recv(line, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno == ECONNRESET);
}

int send_message(int line, std::string_view bytes, std::span<const int> descriptors) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostPassed * sizeof(int))> control{};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (!descriptors.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
    cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
    std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  }
  while (::sendmsg(line, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
    if (errno != EINTR) return errno;
  return 0;
}

SharedMemory::SharedMemory(const char* name, std::size_t bytes)
    : file_(memory_file(name, MFD_ALLOW_SEALING)), bytes_(bytes) {
  if (!file_ || ::ftruncate(file_.get(), static_cast<off_t>(bytes_)) != 0) return;
  ::fcntl(file_.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW);  // no SIGBUS on access
  void* memory = ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED, file_.get(), 0);
  if (memory != MAP_FAILED) begin_ = memory;
}

SharedMemory::~SharedMemory() {
  if (begin_ != nullptr) ::munmap(begin_, bytes_);
}

StreamWorker start_stream_worker(std::string_view program, const char* name) {
  StreamWorker started;
  auto ends = make_stream();
  started.error = errno;
  if (!ends.ours || !ends.theirs) return started;
  const auto null = open_null();
  for (const auto place : {ImagePlace::memory, ImagePlace::folder}) {
    const auto image = make_image(program, name, place);
    auto line = make_socket_pair();
    if (!null || !line.ours || !image) {
      started.error = errno;
      continue;
    }
    started.worker = start_worker(
        {.image = image.get(), .arguments = {name}, .null_input = null.get(), .shared = {ends.theirs.get()}},
        std::move(line));
    started.error = started.worker.error;
    if (started.worker.pid > 0) break;
  }
  if (started.worker.pid > 0) started.stream = std::move(ends.ours);
  return started;
}

}  // namespace assay::process
