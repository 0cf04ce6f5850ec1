// SPDX-License-Identifier: Apache-2.0
// The program that runs ONNX Runtime: it serves a model to the process at the other end of the stream, and
// ends with the stream.
#include <unistd.h>

#include "assay/internal/worker_descriptors.h"
#include "program_session.h"

namespace assay::onnx {
namespace {

constexpr int kStream = process::kFirstShared;

template <class T, class Do>
OrProblem<T> result_of(const Do& attempt) try {
  return attempt();
} catch (const Error& error) {
  return error.problems().front();
}

template <class T>
bool answer(const OrProblem<T>& answer) {
  Writer frame;
  put(frame, answer);
  return process::write_frame(kStream, frame);
}

void serve() {
  const auto first = process::read_frame(kStream);
  if (!first) return;
  Reader opening(*first);
  std::unique_ptr<Session> session;
  const auto opened = result_of<Description>([&] {
    session = std::make_unique<Session>(opening_of(opening));
    return session->description();
  });
  if (!answer(opened) || !session) return;
  while (const auto frame = process::read_frame(kStream)) {
    Reader question(*frame);
    if (!answer(result_of<Output>([&] { return session->run(question_of(question)); }))) return;
  }
}

}  // namespace
}  // namespace assay::onnx

int main() {
  ::close(assay::process::kImageDescriptor);
  assay::onnx::serve();
}
