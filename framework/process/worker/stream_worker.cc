// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/stream_worker.h"

#include <sys/socket.h>

#include <cerrno>

namespace assay::process {
namespace {

struct StreamEnds {
  Descriptor ours, theirs;
};

StreamEnds make_stream() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return {};
  return {above_standard(ends[0]), above_standard(ends[1])};
}

}  // namespace

StreamWorker start_stream_worker(std::string_view program, const char* name) {
  StreamWorker started;
  auto ends = make_stream();
  started.error = errno;
  if (!ends.ours || !ends.theirs) return started;
  const auto null = open_null();
  for (const auto place : {ImagePlace::memory, ImagePlace::folder}) {
    const auto image = make_image(program, name, place);
    auto line = make_line();
    if (!null || !line.ours || !image) {
      started.error = errno;
      continue;
    }
    started.worker = start_worker(
        {.image = image.get(), .arguments = {name}, .null_input = null.get(), .shared = {ends.theirs.get()}},
        std::move(line));
    started.error = started.worker.error;
    if (started.worker.pid > 0) break;
  }
  if (started.worker.pid > 0) started.stream = std::move(ends.ours);
  return started;
}

}  // namespace assay::process
