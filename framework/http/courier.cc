// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/courier.h"

#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "frames.h"

namespace assay {
extern const std::string_view http_program;
}

namespace assay::http {
namespace {

constexpr const char* kName = "assay-http";

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Reply unreachable(std::string why) { return {.ending = Ending::unreachable, .why = std::move(why)}; }

}  // namespace

struct Courier::State {
  struct Pending {
    std::function<void(Reply)> done;
    std::optional<std::stop_callback<std::function<void()>>> on_stop;
  };

  explicit State(ClientOptions given) : options(std::move(given)) {}

  ~State() {
    if (!reader.joinable()) return;
    ::shutdown(stream.get(), SHUT_WR);  // the program cancels what is under way, replies, and exits
    reader.join();
    process::end_worker(worker.pid, worker.line.get());
  }

  // REQUIRES: the lock is held.
  void start() {
    if (reader.joinable() || !failure.empty()) return;
    auto started = process::start_stream_worker(http_program, kName);
    if (started.worker.pid <= 0) {
      failure =
          std::string("the program that asks servers cannot be started: ") + std::strerror(started.error);
      return;
    }
    worker = std::move(started.worker);
    stream = std::move(started.stream);
    process::Writer opening;
    for (const char* name : kPassedVariables) opening.text(variable(name));
    put(opening, options);
    process::write_frame(stream.get(), opening);
    try {
      reader = std::thread([this] { read_replies(); });
    } catch (const std::system_error& error) {
      failure = std::string("no thread can be started to read servers' replies: ") + error.code().message();
      stream = process::Descriptor();
      process::end_worker(worker.pid, worker.line.get());
    }
  }

  void read_replies() {
    while (const auto frame = process::read_frame(stream.get())) {
      process::Reader reply(*frame);
      const auto id = reply.number();
      std::shared_ptr<Pending> found;
      {
        const std::lock_guard lock(mutex);
        if (auto node = pending.extract(id)) found = std::move(node.mapped());
      }
      if (found) found->done(reply_of(reply));
    }
    give_up();
  }

  // In the reader's thread, when the program has exited.
  void give_up() {
    std::map<std::uint64_t, std::shared_ptr<Pending>> left;
    {
      const std::lock_guard lock(mutex);
      failure = "the program that asks servers has ended";
      left.swap(pending);
    }
    for (const auto& [id, each] : left) each->done(unreachable(failure));
  }

  void send(FrameKind kind, std::uint64_t id, const Request* request = nullptr) {
    process::Writer frame;
    frame.number(static_cast<std::uint64_t>(kind));
    frame.number(id);
    if (request != nullptr) put(frame, *request);
    const std::lock_guard lock(writing);
    process::write_frame(stream.get(), frame);  // if the program has exited, the reader notices
  }

  const ClientOptions options;
  std::mutex mutex;
  std::string failure;  // empty: none; never changes once set
  process::Worker worker;
  process::Descriptor stream;
  std::uint64_t next = 0;
  std::map<std::uint64_t, std::shared_ptr<Pending>> pending;
  std::mutex writing;
  std::thread reader;
};

Courier::Courier(ClientOptions options) : state_(std::make_unique<State>(std::move(options))) {}
Courier::~Courier() = default;

void Courier::post(Request request, std::stop_token stop, std::function<void(Reply)> done) {
  const auto pending = std::make_shared<State::Pending>();
  pending->done = std::move(done);
  std::uint64_t id = 0;
  {
    std::unique_lock lock(state_->mutex);
    state_->start();
    if (!state_->failure.empty()) {
      const auto why = state_->failure;
      lock.unlock();
      return pending->done(unreachable(why));
    }
    id = state_->next++;
    state_->pending.emplace(id, pending);
  }
  state_->send(FrameKind::request, id, &request);
  // Outside the locks: if a stop was already requested, the callback runs here.
  pending->on_stop.emplace(std::move(stop),
                           [state = state_.get(), id] { state->send(FrameKind::cancellation, id); });
}

}  // namespace assay::http
