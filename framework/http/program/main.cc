// SPDX-License-Identifier: Apache-2.0
// The program of a Courier: a client that reads its requests from a stream and exits at its end.
#include <unistd.h>

#include <cstdlib>
#include <map>
#include <mutex>
#include <system_error>

#include "assay/internal/http_client.h"
#include "assay/internal/worker_descriptors.h"
#include "frames.h"

namespace assay::http {
namespace {

constexpr int kStream = process::kFirstShared;

void take_variable(const char* name, std::string_view value) {
  if (!value.empty()) ::setenv(name, std::string(value).c_str(), 1);
}

class HttpWorker {
 public:
  explicit HttpWorker(ClientOptions options) : client_(std::move(options)) {}

  void take(process::Reader frame) {
    const auto kind = static_cast<FrameKind>(frame.number());
    const auto id = frame.number();
    switch (kind) {
      case FrameKind::request: return ask(id, request_of(frame));
      case FrameKind::cancellation: return cancel(id);
    }
  }

 private:
  void ask(std::uint64_t id, Request request) {
    std::stop_source stop;
    {
      const std::lock_guard lock(mutex_);
      stops_[id] = stop;
    }
    client_.post(std::move(request), stop.get_token(), [this, id](const Reply& reply) { answer(id, reply); });
  }

  // Runs only in the client's thread.
  void answer(std::uint64_t id, const Reply& reply) {
    {
      const std::lock_guard lock(mutex_);
      stops_.erase(id);
    }
    process::Writer frame;
    frame.number(id);
    put(frame, reply);
    process::write_frame(kStream, frame);  // if nobody reads it, the stream's end is read soon
  }

  void cancel(std::uint64_t id) {
    std::stop_source stop(std::nostopstate);
    {
      const std::lock_guard lock(mutex_);
      if (const auto found = stops_.find(id); found != stops_.end()) stop = found->second;
    }
    stop.request_stop();
  }

  std::mutex mutex_;
  std::map<std::uint64_t, std::stop_source> stops_;
  Client client_;  // destroyed first, as it calls back into the members above
};

void serve() {
  const auto first = process::read_frame(kStream);
  if (!first) return;
  process::Reader opening(*first);
  for (const char* name : kPassedVariables) take_variable(name, opening.text());
  HttpWorker worker(options_of(opening));
  while (const auto frame = process::read_frame(kStream)) worker.take(process::Reader(*frame));
}

}  // namespace
}  // namespace assay::http

int main() {
  ::close(assay::process::kImageDescriptor);
  try {
    assay::http::serve();
  } catch (const std::system_error&) {
    return 1;  // no thread can be started; who asks sees that the program has ended
  }
}
