// SPDX-License-Identifier: Apache-2.0
// Keeps a stream of unknown length in bounded memory: its beginning, its end, and its total size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "assay/process.h"

namespace assay::process {

class Capture {
 public:
  explicit Capture(std::size_t limit) : head_limit_(limit - limit / 2), tail_limit_(limit / 2) {}

  void append(std::span<const char> bytes);
  std::uint64_t total() const { return captured_.total; }
  // Returns the kept bytes; leaves this empty.
  Captured take();

 private:
  void append_to_tail(std::span<const char> bytes);

  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::size_t oldest_ = 0;  // index in captured_.tail, a ring buffer once it has reached its limit
  Captured captured_;
};

}  // namespace assay::process
