// SPDX-License-Identifier: Apache-2.0
// The reaper's program is compiled into this library and executed from a memory file: nothing to install with
// the library, nothing to find at run time.
#include "reaper/supervision.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <span>
#include <string_view>

#include "assay/error.h"

namespace assay::process {
namespace {

// Far more than the system accepts, and less than offsets can express.
constexpr std::size_t kMostBytes = 64 << 20;

std::size_t count_of(const char* const* strings) {
  std::size_t count = 0;
  while (strings[count] != nullptr) ++count;
  return count;
}

// Our current folder. "." cannot be opened if we may not search the folder.
Descriptor open_folder() {
  Descriptor folder(::open(".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == EACCES) folder = Descriptor(::open("/proc/self/cwd", O_PATH | O_CLOEXEC));
  return folder;
}

// Whether it must be sent in a memory file, which the reaper then maps for a while.
bool is_large(const std::string& request) { return request.size() > kMostInMessage; }

}  // namespace

Board::Board(unsigned slots) : memory_("assay-board", slots * sizeof(Slot)) {}

void Board::clear(unsigned slot) { std::memset(&slots()[slot], 0, sizeof(Slot)); }

// Values read after the state are as new as the state, or newer.
ReaperReport Board::read(unsigned slot) const {
  ReaperReport& written = slots()[slot].report;
  const ToolState state = std::atomic_ref(written.state).load(std::memory_order_acquire);
  ReaperReport report;
  std::memcpy(&report, &written, sizeof report);
  report.state = state;
  return report;
}

void Board::order(unsigned slot, Order order) {
  std::atomic_ref(slots()[slot].order).store(order, std::memory_order_release);
}

std::string request_of(const Launch& launch, Reach reach) {
  Request head{};
  head.paths = static_cast<std::uint32_t>(count_of(launch.paths));
  head.arguments = static_cast<std::uint32_t>(count_of(launch.argv));
  head.variables = static_cast<std::uint32_t>(count_of(launch.environment));
  const std::size_t words = head.paths + head.arguments + head.variables + 3;
  std::string request(sizeof head + words * sizeof(std::uint64_t), '\0');
  std::size_t word = sizeof head;
  for (const char* const* strings : {launch.paths, launch.argv, launch.environment}) {
    for (; *strings != nullptr; ++strings, word += sizeof(std::uint64_t)) {
      const std::uint64_t offset = request.size();
      std::memcpy(request.data() + word, &offset, sizeof offset);
      request.append(*strings).push_back('\0');
    }
    word += sizeof(std::uint64_t);
  }
  if (launch.cwd != nullptr) {
    head.folder = static_cast<std::uint32_t>(request.size());
    request.append(launch.cwd).push_back('\0');
  }
  head.bytes = static_cast<std::uint32_t>(request.size());
  head.in_file = is_large(request);
  head.reach = reach;
  std::memcpy(request.data(), &head, sizeof head);
  return request;
}

Sent send_request(int line, const std::string& request, const Launch& launch) {
  if (request.size() > kMostBytes) return {ProcessStep::exec, E2BIG};
  const Descriptor folder = open_folder();
  if (!folder) return {ProcessStep::chdir, errno};
  std::array<int, kMostDescriptors> descriptors = {launch.input, launch.output, launch.errors, folder.get()};
  std::span<const int> sent = std::span(descriptors).first(kRequestFile);
  std::string_view message = request;
  Descriptor file;
  if (is_large(request)) {
    file = memory_file("assay-request");
    if (!file || !write_all(file.get(), request)) return {ProcessStep::pipes, errno};
    descriptors[kRequestFile] = file.get();
    sent = descriptors;
    message = message.substr(0, sizeof(Request));
  }
  const int error = send_message(line, message, sent);
  return {error == 0 ? ProcessStep::none : ProcessStep::pipes, error};
}

}  // namespace assay::process

namespace assay {

extern const std::string_view reaper_program;
}

namespace assay::process {
namespace {

constexpr unsigned kSpare = 16;  // slots for runs that cannot be ended
constexpr const char* kName = "assay-reaper";

[[noreturn]] void fail(const std::string& what, int error, const std::string& next_step) {
  throw Error({}, "programs cannot be run: " + what + ": " + std::strerror(error), next_step);
}

bool is_forbidden(int error) {
  return error == EACCES || error == EPERM || error == ENOENT || error == ENOSYS;
}

// Unlike the system's thread ids, these are never reused. 0 is no thread.
std::uint64_t thread_number() {
  static std::atomic<std::uint64_t> last = 0;
  thread_local const std::uint64_t own = ++last;
  return own;
}

}  // namespace

Supervision::Supervision(boost::asio::io_context& loop, unsigned runs, Reach reach, int null_input)
    : reach_(reach),
      image_(make_image(reaper_program, kName, place_)),
      bell_(above_standard(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))),
      board_(runs + kSpare),
      null_input_(null_input) {
  if (!bell_ || !board_) fail("shared memory", errno, "raise the limits of open files and of file sizes");
  const unsigned slots = runs + kSpare;
  reapers_.reserve(slots);
  for (unsigned slot = 0; slot < slots; ++slot) reapers_.emplace_back(loop);
  for (unsigned slot = slots; slot-- > 0;) free_.push_back(slot);
}

Supervision::~Supervision() {
  for (Reaper& reaper : reapers_)
    if (reaper.line.is_open()) ::shutdown(reaper.line.native_handle(), SHUT_WR);
  for (Reaper& reaper : reapers_) dismiss(reaper);
  for (const pid_t pid : abandoned_) ::waitpid(pid, nullptr, WNOHANG);
}

// Notices a reaper that was killed while idle, and starts another. (If one ends between the sending of a
// request and its reading, its run is lost with it, and reports that.)
Supervision::Begun Supervision::begin(const Launch& launch) {
  if (free_.empty()) return {0, ProcessStep::clone, EAGAIN};
  const unsigned slot = free_.back();
  Reaper& reaper = reapers_[slot];
  if (reaper.thread != thread_number()) dismiss(reaper);
  board_.clear(slot);
  const std::string request = request_of(launch, reach_);
  bool lacks_reaper = !reaper.line.is_open();
  Sent sent;
  if (!lacks_reaper) {
    sent = send_request(reaper.line.native_handle(), request, launch);
    lacks_reaper = sent.error == EPIPE || sent.error == ECONNRESET;
  }
  if (lacks_reaper) {
    dismiss(reaper);
    sent = start_reaper(slot, request, launch);
  }
  if (sent.error != 0) return {slot, sent.failed, sent.error};
  constexpr std::size_t kMuch = 256 << 10;  // any program with a C library has this much resident
  reaper.has_grown |= request.size() > kMuch;
  free_.pop_back();
  return {slot, ProcessStep::none, 0};
}

// If the system does not let us execute memory, uses a file, also for later reapers.
Sent Supervision::start_reaper(unsigned slot, const std::string& request, const Launch& run) {
  const WorkerStart start{.image = image_.get(),
                          .arguments = {kName, std::to_string(slot), std::to_string(::getpid())},
                          .null_input = null_input_,
                          .shared = {board_.descriptor(), bell_.get()}};
  Sent sent;
  Worker worker{-1, {}, EACCES};
  if (image_) worker = execute(start, request, run, sent);
  if (sent.error == 0 && is_forbidden(worker.error)) {
    if (place_ == ImagePlace::folder)
      fail("executing the supervising program", worker.error,
           "let TMPDIR name a folder that programs can be executed in; /proc must be mounted");
    place_ = ImagePlace::folder;
    image_ = make_image(reaper_program, kName, place_);
    return start_reaper(slot, request, run);
  }
  if (sent.error != 0) return sent;
  if (worker.error != 0) return {ProcessStep::clone, worker.error};
  Reaper& reaper = reapers_[slot];
  reaper.has_grown = false;
  reaper.pid = worker.pid;
  reaper.thread = thread_number();
  reaper.line.assign(worker.line.release());
  return {};
}

// The request is sent before the reaper starts, so that it need not wait.
Worker Supervision::execute(const WorkerStart& start, const std::string& request, const Launch& run,
                            Sent& sent) {
  SocketPair line = make_socket_pair();
  if (!line.ours) {
    sent = {ProcessStep::pipes, errno};
    return {};
  }
  sent = send_request(line.ours.get(), request, run);
  return sent.error == 0 ? start_worker(start, std::move(line)) : Worker{};
}

void Supervision::give_back(unsigned slot) {
  Reaper& reaper = reapers_[slot];
  if (reaper.has_grown || board_.read(slot).left == Left::unknown) dismiss(reaper);
  if (reaper.line.is_open())
    free_.push_back(slot);
  else
    free_.insert(free_.begin(), slot);
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

// The pid is the tool's as long as the reaper has not reaped it; once the reaper is gone, it may have been
// reaped a moment ago.
void Supervision::kill_tool(unsigned slot) const {
  const ReaperReport report = board_.read(slot);
  if (report.state == ToolState::running && report.tool > 1) ::kill(-report.tool, SIGKILL);
}

// Our child keeps its pid until we reap it, which happens only after its line has ended. (If this program
// ignores SIGCHLD, the system reaps it at once: then the line has ended, and the caller soon finds that out.)
void Supervision::signal(unsigned slot, int signal) const {
  if (reapers_[slot].pid > 0) ::kill(reapers_[slot].pid, signal);
}

bool Supervision::has_ended(unsigned slot) {
  Stream& line = reapers_[slot].line;
  return !line.is_open() || has_hung_up(line.native_handle());
}

bool Supervision::release_idle() {
  bool any = false;
  for (const unsigned slot : free_) {
    any |= reapers_[slot].line.is_open();
    dismiss(reapers_[slot]);
  }
  return any;
}

// Once its line is shut, a busy reaper exits after its run, an idle one at once.
void Supervision::dismiss(Reaper& reaper) {
  if (!reaper.line.is_open()) return;
  end_worker(reaper.pid, reaper.line.native_handle());
  boost::system::error_code ignored;
  reaper.line.close(ignored);
  reaper.pid = -1;
  reaper.thread = 0;
}

}  // namespace assay::process
