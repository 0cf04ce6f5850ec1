// SPDX-License-Identifier: Apache-2.0
#include "capture.h"

#include <algorithm>

namespace assay {

std::string Captured::text() const {
  if (!truncated()) return head + tail;
  const std::uint64_t dropped = total - head.size() - tail.size();
  return head + "\n[… " + std::to_string(dropped) + " bytes dropped …]\n" + tail;
}

namespace process {

void Capture::append(std::span<const char> bytes) {
  captured_.total += bytes.size();
  const std::size_t for_head = std::min(bytes.size(), head_limit_ - captured_.head.size());
  captured_.head.append(bytes.data(), for_head);
  append_to_tail(bytes.subspan(for_head));
}

void Capture::append_to_tail(std::span<const char> bytes) {
  std::string& ring = captured_.tail;
  if (bytes.size() > tail_limit_) bytes = bytes.last(tail_limit_);
  const std::size_t fresh = std::min(bytes.size(), tail_limit_ - ring.size());
  ring.append(bytes.data(), fresh);
  for (bytes = bytes.subspan(fresh); !bytes.empty();) {
    const std::size_t run = std::min(bytes.size(), ring.size() - oldest_);
    std::copy_n(bytes.data(), run, ring.begin() + static_cast<std::ptrdiff_t>(oldest_));
    oldest_ = (oldest_ + run) % ring.size();
    bytes = bytes.subspan(run);
  }
}

Captured Capture::take() {
  std::string& ring = captured_.tail;
  std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(oldest_), ring.end());
  oldest_ = 0;
  if (captured_.total == captured_.head.size() + ring.size()) {
    captured_.head += ring;
    ring.clear();
  }
  return std::exchange(captured_, {});
}

}  // namespace process
}  // namespace assay
