// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/fixture.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

#include "assay/internal/file.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "assay/internal/threads.h"
#include "assay/process.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

template <typename Address>
bool connects(int family, const Address& address) {
  const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return false;
  const bool is_open = ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(fd);
  return is_open;
}

bool is_listened_at(int port) {
  sockaddr_in four{};
  four.sin_family = AF_INET;
  four.sin_port = htons(static_cast<std::uint16_t>(port));
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 six{};
  six.sin6_family = AF_INET6;
  six.sin6_port = four.sin_port;
  six.sin6_addr = in6addr_loopback;
  return connects(AF_INET, four) || connects(AF_INET6, six);
}

using std::chrono::milliseconds;

constexpr milliseconds kServerPollInterval{20};       // between checks whether a server is ready
constexpr std::chrono::hours kLongerThanAnyRun{480};  // the system's timers reach 24 days
constexpr std::size_t kLogRead = 1u << 20;            // limit on what is read from the beginning or the end
                                                      // of the server's log

std::string beginning_of(const fs::path& file) {
  std::string text(kLogRead, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  return text;
}

std::string last_line_in(const fs::path& file) {
  std::error_code error;
  const auto size = fs::file_size(file, error);
  std::ifstream in(file, std::ios::binary);
  if (!error && size > kLogRead) in.seekg(static_cast<std::streamoff>(size - kLogRead));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return one_line(shortened(last_line(text), 200));
}

fs::path made(const fs::path& folder) {
  make_own_folder(folder);
  return folder;
}

// The given folder, or a temporary one that is removed with this object.
class Folder {
 public:
  explicit Folder(fs::path given) : path_(std::move(given)) {
    if (!path_.empty()) {
      made(path_);
      return;
    }
    auto name = (fs::temp_directory_path() / "assay-fixture-XXXXXX").string();
    is_own_ = ::mkdtemp(name.data()) != nullptr;
    path_ = is_own_ ? fs::path(name) : made(name);
  }
  ~Folder() {
    std::error_code ignored;
    if (is_own_) fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  bool is_own_ = false;
};

const Program* program_of(const Tool& tool) { return std::get_if<Program>(&tool.how); }

}  // namespace

struct RunningFixture::Inner {
  Inner(const Tool& tool, fs::path at) : program(std::get<Program>(tool.how)), folder(std::move(at)) {}

  const Program program;
  const Folder folder;
  fs::path home;
  Executor executor{{.max_in_flight = 1}};
  std::jthread thread;  // drives the server's executor
  mutable std::mutex mutex;
  std::condition_variable server_over;
  std::string fault;
  bool is_over = false;  // the server has ended
  bool is_ended = false;

  void begin() {
    if (program.home == Home::per_run) furnish_home(program, home = shared_home(folder.path()));
    fault = ran("setup", program.fixture.setup);
    if (fault.empty() && program.fixture.server) fault = start(*program.fixture.server);
  }

  ProcessSpec spec_of(const std::vector<std::string>& command) const {
    auto spec = fixture_invocation(program, command);
    if (!home.empty()) set_home(spec, home);
    return spec;
  }

  // The fault of a command that runs to its end; empty if it succeeded.
  std::string ran(const std::string& what, const std::vector<std::string>& command) const {
    if (command.empty()) return "";
    const auto answer = read_answer(Program{}, run_process(spec_of(command)));
    for (const Ending fine : {Ending::answered, Ending::empty, Ending::not_utf8, Ending::malformed_output})
      if (answer.ending == fine) return "";
    return what + " of the tool failed: " + one_line(command.front()) + ": " + answer.detail;
  }

  // The log is a file: it is searched for the ready line and is there to read afterwards.
  std::string start(const Server& server) {
    if (server.port != 0 && is_listened_at(server.port))
      return "the server of the tool cannot be started: port " + std::to_string(server.port) +
             " is in use by something else";
    std::vector<std::string> command = {
        "sh", "-c", R"(echo "$$" >"$0/server.pid"; exec "$@" >"$0/server.log" 2>&1)", folder.path().string()};
    command.insert(command.end(), server.argv.begin(), server.argv.end());
    auto spec = spec_of(command);
    spec.limits.timeout = kLongerThanAnyRun;
    spec.limits.term_grace = std::min<milliseconds>(program.fixture.limit, std::chrono::seconds(5));
    executor.start(std::move(spec), [this](const ProcessResult&) { note_end(); });
    try {
      thread = new_thread([this] {
        try {
          executor.run();
        } catch (const std::exception&) {  // the state of the server is unknown
          note_end();
        }
      });
    } catch (const Error& error) {
      return "the server of the tool cannot be started: " + error.problems().front().what;
    }
    return wait_for(server);
  }

  void note_end() {
    const std::lock_guard lock(mutex);
    is_over = true;
    server_over.notify_all();
  }

  std::string wait_for(const Server& server) {
    const auto until = std::chrono::steady_clock::now() + program.fixture.limit;
    std::unique_lock lock(mutex);
    while (!is_ready(server)) {
      if (server_over.wait_for(lock, kServerPollInterval, [this] { return is_over; }))
        return server_ended(folder.path()) + ", before it was ready";
      if (std::chrono::steady_clock::now() > until)
        return "the server of the tool was not ready after " +
               std::to_string(
                   std::chrono::duration_cast<std::chrono::seconds>(program.fixture.limit).count()) +
               " s (limits.fixture_s): " +
               (server.port != 0 ? "nothing listens at port " + std::to_string(server.port)
                                 : "it has not printed " + one_line(server.line));
    }
    return "";
  }

  bool is_ready(const Server& server) const {
    if (server.port != 0) return is_listened_at(server.port) && server_runs(folder.path());
    return Regex(server.line).search(beginning_of(folder.path() / "server.log")).has_value();
  }
};

bool has_fixture(const Tool& tool) {
  const Program* program = program_of(tool);
  return program && !program->fixture.empty();
}

RunningFixture::RunningFixture(const Tool& tool, fs::path folder) {
  const Program* program = program_of(tool);
  if (!program || (program->fixture.empty() && program->home != Home::per_run)) return;
  inner_ = std::make_unique<Inner>(tool, std::move(folder));
  inner_->begin();
}

RunningFixture::~RunningFixture() { end(); }

std::string RunningFixture::obstacle() const {
  if (!inner_) return "";
  if (!inner_->fault.empty()) return inner_->fault;
  const bool runs = !inner_->program.fixture.server || server_runs(inner_->folder.path());
  return runs ? "" : server_ended(inner_->folder.path());
}

void RunningFixture::take_part(EvaluateOptions& options) const {
  if (!inner_) return;
  options.home = inner_->home;
  options.obstacle = [this] { return obstacle(); };
}

std::vector<Problem> RunningFixture::end() {
  if (!inner_ || std::exchange(inner_->is_ended, true)) return {};
  inner_->executor.cancel_all();
  if (inner_->thread.joinable()) inner_->thread.join();
  const auto fault = inner_->ran("teardown", inner_->program.fixture.teardown);
  std::error_code ignored;
  if (!inner_->home.empty()) fs::remove_all(inner_->home, ignored);
  if (fault.empty()) return {};
  return {Problem{.what = fault, .next = "clean up by hand; no result depends on it"}};
}

fs::path shared_home(const fs::path& fixture_folder) { return made(fixture_folder / "home"); }

bool server_runs(const fs::path& fixture_folder) {
  int pid = 0;
  if (!(std::ifstream(fixture_folder / "server.pid") >> pid)) return false;
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  // Unlike an iterator over the file, getline() does not throw if the process ends before it is read.
  std::string text, line;
  while (std::getline(file, line)) text += line + '\n';  // the name of the program may hold a line's end
  const auto name_end = text.rfind(") ");                // the name before it may contain anything
  return name_end != text.npos && text[name_end + 2] != 'Z' && text[name_end + 2] != 'X';
}

std::string server_ended(const fs::path& fixture_folder) {
  const auto line = last_line_in(fixture_folder / "server.log");
  return "the server of the tool ended" + (line.empty() ? "" : ": " + line);
}

}  // namespace assay
