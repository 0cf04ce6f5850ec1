// SPDX-License-Identifier: Apache-2.0
// The input of metrics: one case with all its attempts.
#pragma once

#include "assay/internal/exact_sum.h"
#include "assay/internal/figures.h"

namespace assay {

struct CaseFigures {
  Figures last;  // the last attempt's
  std::size_t attempts = 0;
  std::size_t measured = 0;
  std::size_t passes = 0;
  bool is_endangered = false;  // by the answer of any attempt
  Moments scores;

  // Call for each attempt, first to last.
  void count(const Figures& attempt) {
    is_endangered |= attempt.safety && attempt.safety->is_endangering();
    if (attempt.status == Status::unmeasured) return;
    ++measured;
    passes += attempt.status == Status::pass;
    if (attempt.score) scores.add(*attempt.score);
  }
  // Resets the counters of count().
  void reset() {
    attempts = measured = passes = 0;
    is_endangered = false;
    scores = Moments{};
  }

  double pass_rate() const { return static_cast<double>(passes) / static_cast<double>(measured); }
  // For a query the last attempt counts, as in all its figures; for a command all measured ones.
  bool is_measured() const { return last.retrieval ? last.status != Status::unmeasured : measured > 0; }
  // More than half of a command's attempts passed: a tie is not a pass.
  bool has_passed() const { return last.retrieval ? last.status == Status::pass : 2 * passes > measured; }
  Status status() const {
    return !is_measured() ? Status::unmeasured : has_passed() ? Status::pass : Status::miss;
  }
  // Whether metrics apply to the case: a query's ranks may be known even if its status is unmeasured.
  bool has_figures() const { return last.retrieval ? was_asked(last) : measured > 0; }
  std::optional<double> score() const {
    return scores.count() == 0 ? std::nullopt : std::optional(scores.mean());
  }
};

}  // namespace assay
