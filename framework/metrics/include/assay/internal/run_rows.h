// SPDX-License-Identifier: Apache-2.0
// The results of a finished run one by one, from memory or from where they are kept: what summaries and
// reports are made of, so that no more than a few of them are in memory at a time.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "assay/result.h"

namespace assay {

// The next result, null at the end. It lives until the call after the next one.
using ResultSource = std::function<const Result*()>;

struct RunRows {
  RunInfo info;
  // Begins at the first one each time: dataset by dataset, a case's attempts one after the other, in
  // ascending order.
  std::function<ResultSource()> open;
};

// Of a run in memory, which must outlive them.
RunRows rows_of(const Run& run);

// Reads case by case.
class CaseRows {
 public:
  explicit CaseRows(ResultSource source);
  // Whether there is a further case.
  bool next();
  // Its attempts; the last one decides. They live until the next call of next().
  const Result& last() const { return *last_; }
  std::span<const Result> earlier() const { return earlier_; }

 private:
  ResultSource source_;
  std::vector<Result> earlier_;
  const Result* last_ = nullptr;
  const Result* ahead_ = nullptr;
};

}  // namespace assay
