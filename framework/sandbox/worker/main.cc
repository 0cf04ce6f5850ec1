// SPDX-License-Identifier: Apache-2.0
// The sandbox's keeper and its workers: one program, which the harness starts through the worker protocol.
//
//   assay-sandbox PARENT
//
// The keeper gives up its privileges (root's), enters its own namespaces, copies the system into memory
// there, and leaves the host's files behind. Then it forks: each worker is process 1 of new namespaces nested
// in these, with its own world. So a worker costs a few milliseconds, the system is copied once, and nothing
// of the harness is in any of them: neither its memory nor its environment, descriptors or command line.
//
// When the harness ends, its line to the keeper ends; when the keeper ends, so do its workers
// (PR_SET_PDEATHSIG), and with process 1 everything that runs in its namespace.
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "worker/command.h"
#include "worker/lock.h"
#include "worker/mounts.h"
#include "worker/namespaces.h"

namespace assay::sandbox {
namespace {

using process::kLineDescriptor;

void greet(Step step, int landlock, bool has_owners) {
  const Greeting greeting{step, step == Step::none ? 0 : static_cast<std::uint64_t>(errno),
                          static_cast<std::uint64_t>(landlock), has_owners ? 1u : 0u};
  if (::send(kLineDescriptor, &greeting, sizeof greeting, MSG_NOSIGNAL) < 0) ::_exit(1);
}

// The whole of a memory file, which is not modified any more.
std::string_view contents(int file) {
  struct stat found;
  if (::fstat(file, &found) != 0 || found.st_size == 0) return {};
  const auto size = static_cast<std::size_t>(found.st_size);
  void* memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  return memory == MAP_FAILED ? std::string_view() : std::string_view(static_cast<char*>(memory), size);
}

void close_from(unsigned first) { ::close_range(first, ~0u, 0); }

// Receives a message with descriptors, -1 for each missing one. Negative if the line has ended.
template <std::size_t N>
ssize_t receive(char* bytes, std::size_t size, std::array<int, N>& descriptors) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(N * sizeof(int))> control{};
  iovec part{bytes, size};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  descriptors.fill(-1);
  const ssize_t length = ::recvmsg(kLineDescriptor, &message, MSG_CMSG_CLOEXEC);
  const cmsghdr* rights = CMSG_FIRSTHDR(&message);
  if (length > 0 && rights != nullptr && rights->cmsg_type == SCM_RIGHTS)
    std::memcpy(descriptors.data(), CMSG_DATA(rights), rights->cmsg_len - CMSG_LEN(0));
  return length == 0 ? -1 : length;
}

// --- a worker

constexpr int kWorldDescriptor = kLineDescriptor + 1, kAnswerDescriptor = kLineDescriptor + 2;

struct Prepared {
  WorldMount world;
  Descriptor last_process;
  char* answers = nullptr;
  int landlock = 0;
};

Step prepare(Prepared& prepared, std::string_view filter) {
  ASSAY_TRY(make_workers_root(prepared.last_process));
  const std::string_view image = contents(kWorldDescriptor);
  void* answers = ::mmap(nullptr, kAnswerBytes, PROT_READ | PROT_WRITE, MAP_SHARED, kAnswerDescriptor, 0);
  if (image.empty() || answers == MAP_FAILED) return Step::world;
  prepared.answers = static_cast<char*>(answers);
  ASSAY_TRY(prepared.world.make(image));
  ASSAY_TRY(prepared.world.mount());
  ::close(kWorldDescriptor);
  ::close(kAnswerDescriptor);
  if (prepared.world.ruleset() >= 0) prepared.landlock = landlock_version();
  return lock(filter);
}

void serve(Prepared& prepared) {
  const Bench bench{prepared.world, kLineDescriptor, prepared.last_process.get()};
  static char request[kMostRequest];
  for (;;) {
    const ssize_t length = ::recv(kLineDescriptor, request, sizeof request, 0);
    if (length < 0 && errno == EINTR) continue;
    if (length <= 0) return;
    const auto [answer, after] = run_command(bench, {request, static_cast<std::size_t>(length)});
    if (answer.empty() || answer.size() > kAnswerBytes) return;
    std::memcpy(prepared.answers, answer.data(), answer.size());
    const std::uint64_t bytes = answer.size();
    if (::send(kLineDescriptor, &bytes, sizeof bytes, MSG_NOSIGNAL) < 0) return;
    if (after == After::keep) continue;
    prepared.world.reset();
    if (prepared.world.mount() != Step::none) return;
  }
}

// A pipe that tells a worker when the keeper has mapped all ids.
struct Gate {
  Descriptor in, out;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    in = Descriptor(ends[0]);
    out = Descriptor(ends[1]);
    return true;
  }
};

Step wait_for_map(Gate& gate) {
  gate.out.reset();
  char done = 0;
  return ::read(gate.in.get(), &done, 1) == 1 && done == 1 ? Step::none : Step::user_namespace;
}

struct Outer {
  unsigned user = ::geteuid(), group = ::getegid();
};

[[noreturn]] void work(const std::array<int, kWorkerDescriptors>& given, std::string_view filter,
                       const Outer& outer, Gate& gate) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  const Step mapped = gate.in ? wait_for_map(gate) : map_user(outer.user, outer.group);
  const int map_error = errno;
  // The given descriptors are above these numbers, since all lower ones were taken.
  for (int i = 0; i < kWorkerDescriptors; ++i)
    ::dup3(given[static_cast<std::size_t>(i)], kLineDescriptor + i, O_CLOEXEC);
  close_from(kAnswerDescriptor + 1);
  Prepared prepared;
  errno = map_error;
  const Step step = mapped == Step::none ? prepare(prepared, filter) : mapped;
  const bool is_copied = step == Step::none && prepared.world.is_copied();
  if (is_copied) errno = prepared.world.overlay_error();
  greet(is_copied ? Step::overlay : step, prepared.landlock, static_cast<bool>(gate.in));
  if (step == Step::none) serve(prepared);
  ::_exit(0);
}

// --- the keeper

struct Child {
  std::uint64_t number;
  pid_t pid;
  Descriptor network;
};

struct Workers {
  std::vector<Child> children;
  Networks networks;
};

Step become_keeper(Reader& setup, bool& has_owners) {
  Mapper mapper;
  ASSAY_TRY(give_up_root());
  ASSAY_TRY(enter_user_namespace(mapper, has_owners));
  ASSAY_TRY(enter_other_namespaces());
  return make_keepers_root(setup);
}

void reap(Workers& workers) {
  for (pid_t ended; (ended = ::waitpid(-1, nullptr, WNOHANG)) > 0;) {
    const auto child = std::ranges::find(workers.children, ended, &Child::pid);
    if (child == workers.children.end()) continue;
    workers.networks.give_back(std::move(child->network));
    workers.children.erase(child);
  }
}

void begin_worker(KeeperOrder order, std::uint64_t number, const std::array<int, kWorkerDescriptors>& given,
                  std::string_view filter, Workers& workers) {
  const Outer outer;
  Gate gate;
  const bool is_gated = order == KeeperOrder::begin_with_owners;
  Descriptor network = workers.networks.enter();
  const pid_t pid = !network || (is_gated && !gate.open()) ? -1 : fork_into_namespaces();
  if (pid == 0) work(given, filter, outer, gate);
  if (pid > 0)
    workers.children.push_back({number, pid, std::move(network)});
  else if (network)
    workers.networks.give_back(std::move(network));
  if (pid > 0 && is_gated) {
    const char done = map_child(pid) ? 1 : 0;
    if (::write(gate.out.get(), &done, 1) != 1) ::kill(pid, SIGKILL);
  }
  if (pid < 0) {
    const Greeting greeting{Step::namespaces, static_cast<std::uint64_t>(errno)};
    ::send(given[0], &greeting, sizeof greeting, MSG_NOSIGNAL);
  }
}

void keep(std::string_view filter, pid_t harness) {
  Workers workers;
  for (;;) {
    // A child of the harness may hold the line, so its end may not come.
    pollfd line{kLineDescriptor, POLLIN, 0};
    const int ready = ::poll(&line, 1, 1000);
    reap(workers);
    if (ready <= 0) {
      if (::getppid() != harness) return;
      continue;
    }
    std::array<std::uint64_t, 2> order{};
    std::array<int, kWorkerDescriptors> given;
    if (receive(reinterpret_cast<char*>(order.data()), sizeof order, given) < 0) return;
    const auto what = static_cast<KeeperOrder>(order[0]);
    if (what != KeeperOrder::end && given.back() >= 0) {
      begin_worker(what, order[1], given, filter, workers);
    } else {
      for (const Child& child : workers.children)
        if (child.number == order[1]) ::kill(child.pid, SIGKILL);
    }
    for (const int descriptor : given)
      if (descriptor >= 0) ::close(descriptor);
  }
}

void restore_signals() {
  for (int signal = 1; signal < 32; ++signal) ::signal(signal, SIG_DFL);
}

void raise_limits() {
  for (const auto what : {RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_AS, RLIMIT_DATA, RLIMIT_CPU}) {
    rlimit found;
    if (::getrlimit(what, &found) != 0) continue;
    found.rlim_cur = found.rlim_max;
    ::setrlimit(what, &found);
  }
}

int be_keeper(const char* parent) {
  const pid_t harness = std::atoi(parent);
  restore_signals();
  raise_limits();
  ::prctl(PR_SET_NAME, "assay-sandbox");
  ::umask(0);
  const std::string_view bytes = contents(kSetupDescriptor);
  close_from(kLineDescriptor + 1);
  ::fcntl(kLineDescriptor, F_SETFD, FD_CLOEXEC);
  Reader setup(bytes);
  const std::string_view filter = setup.text();
  bool has_owners = false;
  const Step step = become_keeper(setup, has_owners);
  greet(step, 0, has_owners);
  if (step == Step::none) keep(filter, harness);
  return 0;
}

}  // namespace
}  // namespace assay::sandbox

int main(int argc, char** argv) { return argc == 2 ? assay::sandbox::be_keeper(argv[1]) : 1; }
