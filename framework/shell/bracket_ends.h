// SPDX-License-Identifier: Apache-2.0
// Where the brackets of patterns close.
#pragma once

#include <cstddef>
#include <vector>

#include "brace.h"

namespace assay::shell {

// Computed for all positions at once: otherwise a word with many brackets would be scanned once for each.
class BracketEnds {
 public:
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  explicit BracketEnds(const Units& units);

  // The bracket that closes an open one at `at`; those of classes like [:digit:] do not count.
  std::size_t end_from(std::size_t at) const { return at < ends_.size() ? ends_[at] : kNowhere; }
  bool expands(std::size_t begin, std::size_t end) const { return expanding_[begin] != expanding_[end]; }

 private:
  std::vector<std::size_t> ends_;
  std::vector<std::size_t> expanding_;  // how many units from here to the end contain an expansion
};

}  // namespace assay::shell
