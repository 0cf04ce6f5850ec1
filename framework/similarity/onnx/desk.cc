// SPDX-License-Identifier: Apache-2.0
#include "desk.h"

#include <sys/socket.h>

#include <cstdlib>
#include <cstring>
#include <mutex>

#include "assay/internal/stream_worker.h"

namespace assay {
extern const std::string_view onnx_program;
}

namespace assay::onnx {
namespace {

[[noreturn]] void refuse_desk(const std::string& library, std::string what, std::string next) {
  throw Error(
      Problem{.where = {.file = library}, .pointer = {}, .what = std::move(what), .next = std::move(next)});
}

}  // namespace

std::string default_runtime() {
  const char* named = std::getenv("ASSAY_ONNXRUNTIME");
  return named == nullptr || *named == '\0' ? "libonnxruntime.so.1" : named;
}

struct Desk::Inner {
  explicit Inner(std::string named)
      : library(std::move(named)), program(process::start_stream_worker(onnx_program, "assay-onnx")) {
    if (program.worker.pid <= 0)
      refuse_desk(library,
                  std::string("the program that runs ONNX Runtime cannot be started: ") +
                      std::strerror(program.error),
                  "does this machine have libstdc++.so.6?");
  }
  ~Inner() {
    if (program.worker.pid <= 0) return;
    ::shutdown(program.stream.get(), SHUT_WR);
    process::end_worker(program.worker.pid, program.worker.line.get());
  }
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;

  template <class Answer, class Asked>
  Answer ask(const Asked& asked) {
    Writer frame;
    put(frame, asked);
    const std::lock_guard lock(mutex);
    const auto answer = process::write_frame(program.stream.get(), frame)
                            ? process::read_frame(program.stream.get())
                            : std::nullopt;
    if (!answer)
      refuse_desk(library, "the program that runs ONNX Runtime has ended",
                  "is this library ONNX Runtime's, and is there memory enough for the model?");
    Reader reader(*answer);
    return answer_of<Answer>(reader);
  }

  std::string library;
  std::mutex mutex;
  process::StreamWorker program;
  Description description;
};

Desk::Desk(const std::string& library, const std::filesystem::path& model)
    : inner_(std::make_unique<Inner>(library)) {
  inner_->description = inner_->ask<Description>(
      Opening{.library = library, .model = std::filesystem::absolute(model).string()});
}
Desk::~Desk() = default;

const Description& Desk::description() const { return inner_->description; }
Output Desk::run(const Question& question) { return inner_->ask<Output>(question); }

}  // namespace assay::onnx
