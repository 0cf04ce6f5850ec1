// SPDX-License-Identifier: Apache-2.0
// Streams the results of a finished run, from memory or from the store. Summaries and reports are made from
// them with only a few results in memory at a time.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay {

// The next result, null at the end. Valid until the next call but one.
using ResultSource = std::function<const Result*()>;

struct RunRows {
  RunInfo info;
  // Starts from the first result each time: dataset by dataset, the attempts of a case consecutively, in
  // ascending order.
  std::function<ResultSource()> open;
};

// For a run in memory, which must outlive them.
RunRows rows_of(const Run& run);

// Reads case by case.
class CaseRows {
 public:
  explicit CaseRows(ResultSource source);
  // Moves to the next case; false at the end.
  bool next();
  // The attempts of the current case; the last one decides. Valid until the next call of next().
  const Result& last() const { return *last_; }
  std::span<const Result> earlier() const { return earlier_; }

 private:
  ResultSource source_;
  std::vector<Result> earlier_;
  const Result* last_ = nullptr;
  const Result* ahead_ = nullptr;
};

}  // namespace assay
