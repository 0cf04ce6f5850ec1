// SPDX-License-Identifier: Apache-2.0
// Bytes of a stream of unknown length, kept in bounded memory: the beginning, the end, and how many there
// were.
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
  // What was kept; leaves this empty.
  Captured take();

 private:
  void append_to_tail(std::span<const char> bytes);

  std::size_t head_limit_;
  std::size_t tail_limit_;
  std::size_t oldest_ = 0;  // in captured_.tail, a ring once it has reached its limit
  Captured captured_;
};

}  // namespace assay::process
