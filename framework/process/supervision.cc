// The reaper's program is compiled into this library and executed from a memory file: nothing to install
// beside the library, nothing to find at run time.
#include "supervision.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string_view>
#include <utility>

#include "request.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

namespace assay {
extern const std::string_view reaper_program;  // empty where it could not be built
}

namespace assay::process {
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
  if (!write_all(file.get(), reaper_program)) return {};
  ::fcntl(file.get(), F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
  return file;
}

// The system's numbers of threads come again; these do not. 0 is none.
std::uint64_t thread_number() {
  static std::atomic<std::uint64_t> last = 0;
  thread_local const std::uint64_t own = ++last;
  return own;
}

}  // namespace

std::unique_ptr<Supervision> Supervision::make(boost::asio::io_context& loop, unsigned runs, int null_input,
                                               bool has_terminal) {
  constexpr unsigned kSpare = 16;  // for runs that cannot be ended
  std::unique_ptr<Supervision> made(new Supervision(loop, runs + kSpare, null_input, has_terminal));
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
  for (const pid_t pid : abandoned_) ::waitpid(pid, nullptr, WNOHANG);
}

// A reaper that was ended while it had nothing to do is noticed here, and another begins. (One that ends
// between the sending of a request and its reading is lost with its run, which then says so.)
Supervision::Begun Supervision::begin(const Launch& launch, Expected more) {
  if (free_.empty()) return {0, ProcessStep::clone, EAGAIN};
  const unsigned slot = free_.back();
  Reaper& reaper = reapers_[slot];
  if (reaper.thread != thread_number()) dismiss(reaper);
  board_.clear(slot);
  const std::string request = request_of(launch);
  bool lacks_reaper = !reaper.line.is_open();
  Sent sent;
  if (!lacks_reaper) {
    sent = send_request(reaper.line.native_handle(), request, launch);
    lacks_reaper = sent.error == EPIPE || sent.error == ECONNRESET;
  }
  if (lacks_reaper) {
    dismiss(reaper);
    sent = start_reaper(slot, request, launch, more);
  }
  if (sent.error != 0) return {slot, sent.failed, sent.error};
  constexpr std::size_t kMuch = 256 << 10;  // of what any program with a C library has resident
  reaper.has_grown |= request.size() > kMuch;
  free_.pop_back();
  return {slot, ProcessStep::none, 0};
}

// The request is there before the reaper is, so that it need not wait; where there will be no other, so is
// the end of the requests.
Sent Supervision::start_reaper(unsigned slot, const std::string& request, const Launch& run, Expected more) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return {ProcessStep::pipes, errno};
  Descriptor ours(ends[0]);
  const Descriptor theirs = above_standard(ends[1]);
  if (!theirs) return {ProcessStep::pipes, errno};
  Reaper& reaper = reapers_[slot];
  reaper.has_grown = false;
  if (const Sent sent = send_request(ours.get(), request, run); sent.error != 0) return sent;
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
  if (spawned.pid < 0) return {spawned.failed, spawned.error};
  reaper.pid = spawned.pid;
  reaper.thread = thread_number();
  reaper.line.assign(ours.release());
  return {};
}

void Supervision::give_back(unsigned slot) {
  Reaper& reaper = reapers_[slot];
  if (reaper.has_grown || board_.read(slot).left == Left::unknown) dismiss(reaper);
  if (reaper.line.is_open()) {
    free_.push_back(slot);
  } else {
    free_.insert(free_.begin(), slot);
  }
}

void Supervision::abandon(unsigned slot) {
  Reaper& reaper = reapers_[slot];
  abandoned_.push_back(reaper.pid);
  boost::system::error_code ignored;
  reaper.line.close(ignored);
  reaper.pid = -1;
}

void Supervision::order(unsigned slot, Order order) {
  board_.order(slot, order);
  signal(slot, kOrderSignal);
  signal(slot, SIGCONT);  // a tool may have stopped its parent
}

// The number is the tool's as long as the reaper has not reaped it; once the reaper is gone, somebody else
// may have done so a moment ago.
void Supervision::kill_tool(unsigned slot) const {
  const ReaperReport report = board_.read(slot);
  if (report.state == ToolState::running && report.tool > 1) ::kill(-report.tool, SIGKILL);
}

// Our child keeps its number until we reap it, which we do not before its line has ended. (Where this program
// ignores SIGCHLD the system reaps it at once: then the line has ended, and who signals finds that out soon.)
void Supervision::signal(unsigned slot, int signal) const {
  if (reapers_[slot].pid > 0) ::kill(reapers_[slot].pid, signal);
}

// The end of a reaper that had not read its request shows as an error, once.
bool Supervision::has_ended(unsigned slot) {
  Stream& line = reapers_[slot].line;
  if (!line.is_open()) return true;
  char byte;
  const ssize_t count = ::recv(line.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno == ECONNRESET);
}

bool Supervision::release_idle() {
  bool any = false;
  for (const unsigned slot : free_) {
    any |= reapers_[slot].line.is_open();
    dismiss(reapers_[slot]);
  }
  return any;
}

// Once its line is shut, a reaper ends after its run; an idle one at once.
void Supervision::dismiss(Reaper& reaper) {
  if (!reaper.line.is_open()) return;
  ::shutdown(reaper.line.native_handle(), SHUT_WR);
  await_end(reaper);
  boost::system::error_code ignored;
  reaper.line.close(ignored);
  reaper.pid = -1;
  reaper.thread = 0;
}

bool Supervision::comes_to_its_end(Reaper& reaper) {
  const auto last = std::chrono::steady_clock::now() + kPatience;
  while (!becomes_readable(reaper.line.native_handle(), kPause)) {
    if (std::chrono::steady_clock::now() >= last) return false;
    ::kill(reaper.pid, SIGCONT);  // a tool may have stopped it
  }
  return true;
}

// One that does not end even so is left behind.
void Supervision::await_end(Reaper& reaper) {
  bool ended = comes_to_its_end(reaper);
  if (!ended) {
    ::kill(reaper.pid, SIGKILL);  // its tool dies with it
    ended = comes_to_its_end(reaper);
  }
  while (ended && ::waitpid(reaper.pid, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace assay::process
