#include "desk.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "assay/internal/worker.h"

namespace assay {
extern const std::string_view onnx_program;
}

namespace assay::onnx {
namespace {

constexpr const char* kName = "assay-onnx";

[[noreturn]] void refuse_desk(const std::string& library, std::string what, std::string next) {
  throw Error(
      Problem{.where = {.file = library}, .pointer = {}, .what = std::move(what), .next = std::move(next)});
}

process::Worker started(int stream) {
  const auto null = process::open_null();
  process::Worker worker;
  for (const auto place : {process::ImagePlace::memory, process::ImagePlace::folder}) {
    const auto image = process::make_image(onnx_program, kName, place);
    auto line = process::make_line();
    if (!null || !line.ours || !image) {
      worker.error = errno;
      continue;
    }
    worker = process::start_worker(
        {.image = image.get(), .arguments = {kName}, .null_input = null.get(), .shared = {stream}},
        std::move(line));
    if (worker.pid > 0) break;
  }
  return worker;
}

}  // namespace

std::string default_runtime() {
  const char* named = std::getenv("ASSAY_ONNXRUNTIME");
  return named == nullptr || *named == '\0' ? "libonnxruntime.so.1" : named;
}

struct Desk::Inner {
  explicit Inner(std::string named) : library(std::move(named)) {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
      stream = process::above_standard(ends[0]);
      const auto theirs = process::above_standard(ends[1]);
      if (stream && theirs) worker = started(theirs.get());
    }
    if (worker.pid <= 0)
      refuse_desk(library,
                  std::string("the program that runs ONNX Runtime cannot be started: ") +
                      std::strerror(worker.error != 0 ? worker.error : errno),
                  "does this machine have libstdc++.so.6?");
  }
  ~Inner() {
    if (worker.pid <= 0) return;
    ::shutdown(stream.get(), SHUT_WR);
    process::end_worker(worker.pid, worker.line.get());
  }
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;

  template <class Answer, class Asked>
  Answer ask(const Asked& asked) {
    Writer frame;
    put(frame, asked);
    const std::lock_guard lock(mutex);
    const auto answer =
        process::write_frame(stream.get(), frame) ? process::read_frame(stream.get()) : std::nullopt;
    if (!answer)
      refuse_desk(library, "the program that runs ONNX Runtime has ended",
                  "is this library ONNX Runtime's, and is there memory enough for the model?");
    Reader reader(*answer);
    return answer_of<Answer>(reader);
  }

  std::string library;
  std::mutex mutex;
  process::Descriptor stream;
  process::Worker worker;
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
