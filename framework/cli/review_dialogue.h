// SPDX-License-Identifier: Apache-2.0
// Misses one by one on a terminal, or on streams that stand for one.
#pragma once

#include <functional>
#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/difference.h"
#include "review_files.h"

namespace assay::cli {

// What the dialogue asks of others.
struct ReviewHelp {
  std::function<std::string(const Result&)> obstacle;                 // as in review_objections.h
  std::function<std::vector<std::string>(const Result&)> objections;  // likewise
  std::function<void(const Case&)> edit;                              // opens the dataset at the case
  std::function<void(std::span<const Reviewed>)> write;               // what is decided up to now
};

// One key and a newline each. What is decided is handed to `write` at the end, which the end of the input is
// too, and before an editor has the files; until then it can be undone. Returns how many misses were not
// looked at.
std::size_t review(std::span<const Result> misses, const ReviewHelp& help, std::istream& in,
                   std::ostream& out, Colour colour);

}  // namespace assay::cli
