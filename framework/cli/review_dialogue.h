// SPDX-License-Identifier: Apache-2.0
// Goes through misses one by one on a terminal, or on streams in place of one.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/difference.h"
#include "assay/internal/review.h"

namespace assay::cli {

// The operations that the dialogue delegates.
struct ReviewHelp {
  std::function<std::string(const Result&)> obstacle;                 // as obstacle_to()
  std::function<std::vector<std::string>(const Result&)> objections;  // as objections_to()
  std::function<void(const Case&)> edit;                              // opens the dataset at the case
  std::function<void(std::span<const Reviewed>)> write;               // writes the decisions so far
};

// Each key is followed by a newline. Decisions are passed to `write` at the end (end of input included) and
// before an editor opens the files; until then they can be undone. Returns the number of misses not reviewed.
std::size_t review(std::span<const Result> misses, const ReviewHelp& help, std::istream& in,
                   std::ostream& out, Colour colour);

}  // namespace assay::cli
