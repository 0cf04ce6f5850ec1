// The reaper's program is compiled into this library and executed from a memory file: nothing to install
// beside the library, nothing to find at run time, and no slower than a file on disk
// (bench/execution_bench.cc).
#include "supervision.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <string_view>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

namespace assay {
extern const std::string_view reaper_program;  // empty where it could not be built
}

namespace assay::execution {
namespace {

Descriptor executable_memory() {
  Descriptor file = memory_file("assay-reaper", MFD_ALLOW_SEALING | MFD_EXEC);
  if (!file && errno == EINVAL) file = memory_file("assay-reaper", MFD_ALLOW_SEALING);  // before Linux 6.3
  return file;
}

Descriptor reaper_image() {
  if (reaper_program.empty()) return {};
  Descriptor file = executable_memory();
  if (!file) return {};
  const auto written = ::write(file.get(), reaper_program.data(), reaper_program.size());
  if (written != static_cast<ssize_t>(reaper_program.size())) return {};
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

std::size_t count_of(const char* const* strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  return count;
}

// One message with descriptors. 0, or the errno.
int send_message(int socket, std::string_view bytes, std::span<const int> descriptors) {
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kMostDescriptors * sizeof(int))> control{};
  iovec part{const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = CMSG_SPACE(descriptors.size_bytes());
  cmsghdr* rights = CMSG_FIRSTHDR(&message);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(descriptors.size_bytes());
  std::memcpy(CMSG_DATA(rights), descriptors.data(), descriptors.size_bytes());
  while (::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0) {
    if (errno != EINTR) return errno;
  }
  return 0;
}

// Our folder as it is now. A folder that we may not search has no "." for us.
Descriptor open_folder() {
  Descriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == EACCES) folder = Descriptor(::open("/proc/self/cwd", O_PATH | O_CLOEXEC));
  return folder;
}

bool write_all(const Descriptor& file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace

std::unique_ptr<Supervision> Supervision::make(boost::asio::io_context& loop, unsigned slots, int null_input,
                                               bool has_terminal) {
  std::unique_ptr<Supervision> made(new Supervision(loop, slots, null_input, has_terminal));
  return made->image_ && made->bell_ && made->board_ ? std::move(made) : nullptr;
}

Supervision::Supervision(boost::asio::io_context& loop, unsigned slots, int null_input, bool has_terminal)
    : image_(reaper_image()),
      bell_(above_standard(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))),
      board_(slots),
      null_input_(null_input),
      has_terminal_(has_terminal) {
  reapers_.reserve(slots);
  for (unsigned slot = 0; slot < slots; ++slot) reapers_.emplace_back(loop);
  for (unsigned slot = slots; slot-- > 0;) free_.push_back(slot);
}

Supervision::~Supervision() {
  for (Reaper& reaper : reapers_) {
    if (reaper.line.is_open()) ::shutdown(reaper.line.native_handle(), SHUT_WR);
  }
  for (Reaper& reaper : reapers_) dismiss(reaper);
}

// A reaper that was ended while it had nothing to do is noticed here, and another begins.
Supervision::Begun Supervision::begin(const Launch& launch, Expected more) {
  const unsigned slot = free_.back();
  Reaper& reaper = reapers_[slot];
  if (reaper.thread != ::gettid()) dismiss(reaper);
  board_.clear(slot);
  pack(launch);
  Begun begun{.error = EPIPE};
  if (reaper.line.is_open()) begun = send(reaper, reaper.line.native_handle(), launch);
  if (begun.error == EPIPE || begun.error == ECONNRESET) {
    dismiss(reaper);
    begun = start_reaper(slot, launch, more);
  }
  begun.slot = slot;
  if (begun.error == 0) free_.pop_back();
  return begun;
}

// The request is there before the reaper is, so that it need not wait; where there will be no other, so is
// the end of the requests.
Supervision::Begun Supervision::start_reaper(unsigned slot, const Launch& run, Expected more) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return {0, ProcessStep::pipes, errno};
  Descriptor ours(ends[0]);
  const Descriptor theirs = above_standard(ends[1]);
  if (!theirs) return {0, ProcessStep::pipes, errno};
  Reaper& reaper = reapers_[slot];
  reaper.has_grown = false;
  if (const Begun sent = send(reaper, ours.get(), run); sent.error != 0) return sent;
  if (more == Expected::none) ::shutdown(ours.get(), SHUT_WR);
  const std::string number = std::to_string(slot), parent = std::to_string(::getpid());
  const std::array<const char*, 4> argv = {"assay-reaper", number.c_str(), parent.c_str(), nullptr};
  const std::array<const char*, 1> none = {nullptr};
  Launch launch{.paths = none.data(), .argv = argv.data(), .environment = none.data()};
  launch.input = launch.output = launch.errors = null_input_;
  launch.image = image_.get();
  launch.board = board_.descriptor();
  launch.bell = bell_.get();
  launch.requests = theirs.get();
  launch.has_terminal = has_terminal_;
  const Spawned spawned = spawn(launch);
  if (spawned.pid < 0) return {0, spawned.failed, spawned.error};
  reaper.pid = spawned.pid;
  reaper.thread = ::gettid();
  reaper.line.assign(ours.release());
  return {};
}

// The request for `launch`: what it is in memory, offsets in place of pointers.
void Supervision::pack(const Launch& launch) {
  Request request{};
  request.paths = static_cast<std::uint32_t>(count_of(launch.paths));
  request.arguments = static_cast<std::uint32_t>(count_of(launch.argv));
  request.variables = static_cast<std::uint32_t>(count_of(launch.environment));
  const std::size_t words = request.paths + request.arguments + request.variables + 3;
  request_.assign(sizeof request + words * sizeof(std::uint64_t), '\0');
  std::size_t word = sizeof request;
  for (const char* const* strings : {launch.paths, launch.argv, launch.environment}) {
    for (; *strings != nullptr; ++strings, word += sizeof(std::uint64_t)) {
      const std::uint64_t offset = request_.size();
      std::memcpy(request_.data() + word, &offset, sizeof offset);
      request_.append(*strings).push_back('\0');
    }
    word += sizeof(std::uint64_t);
  }
  if (launch.cwd != nullptr) {
    request.folder = static_cast<std::uint32_t>(request_.size());
    request_.append(launch.cwd).push_back('\0');
  }
  request.bytes = static_cast<std::uint32_t>(request_.size());
  request.in_file = request_.size() > kMostInMessage;
  std::memcpy(request_.data(), &request, sizeof request);
}

Supervision::Begun Supervision::send(Reaper& reaper, int socket, const Launch& launch) {
  const Descriptor folder = open_folder();
  if (!folder) return {0, ProcessStep::chdir, errno};
  std::array<int, kMostDescriptors> descriptors = {launch.input, launch.output, launch.errors, folder.get()};
  std::span<const int> sent = std::span(descriptors).first(kRequestFile);
  std::string_view message = request_;
  Descriptor file;
  if (message.size() > kMostInMessage) {
    file = memory_file("assay-request");
    if (!file || !write_all(file, request_)) return {0, ProcessStep::pipes, errno};
    descriptors[kRequestFile] = file.get();
    sent = descriptors;
    message = message.substr(0, sizeof(Request));
    reaper.has_grown = true;
  }
  const int error = send_message(socket, message, sent);
  return {0, error == 0 ? ProcessStep::none : ProcessStep::pipes, error};
}

void Supervision::end(unsigned slot) {
  Reaper& reaper = reapers_[slot];
  if (reaper.has_grown || board_.read(slot).left == Left::unknown) dismiss(reaper);
  if (reaper.line.is_open()) {
    free_.push_back(slot);
  } else {
    free_.insert(free_.begin(), slot);
  }
}

void Supervision::order(unsigned slot, Order order) {
  board_.order(slot, order);
  signal(slot, kOrderSignal);
  signal(slot, SIGCONT);  // a tool may have stopped its parent
}

// Our child keeps its number until we reap it, which we do not before its line has ended.
void Supervision::signal(unsigned slot, int signal) const { ::kill(reapers_[slot].pid, signal); }

bool Supervision::has_ended(unsigned slot) {
  char byte;
  Stream& line = reapers_[slot].line;
  return !line.is_open() || ::recv(line.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

bool Supervision::release_idle() {
  bool any = false;
  for (const unsigned slot : free_) {
    any |= reapers_[slot].line.is_open();
    dismiss(reapers_[slot]);
  }
  return any;
}

// Without its line a reaper ends when it has nothing to do, at once if it has.
void Supervision::dismiss(Reaper& reaper) {
  if (!reaper.line.is_open()) return;
  ::shutdown(reaper.line.native_handle(), SHUT_WR);
  await_end(reaper);
  boost::system::error_code ignored;
  reaper.line.close(ignored);
  reaper.pid = reaper.thread = -1;
}

void Supervision::await_end(Reaper& reaper) {
  pollfd end{reaper.line.native_handle(), POLLIN, 0};
  const auto has_come = [&] {
    int ready = 0;
    do {
      ready = ::poll(&end, 1, static_cast<int>(std::chrono::milliseconds(kPatience).count()));
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
  };
  bool ended = has_come();
  if (!ended) {
    ::kill(reaper.pid, SIGKILL);  // its tool dies with it
    ended = has_come();
  }
  while (ended && ::waitpid(reaper.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace assay::execution
