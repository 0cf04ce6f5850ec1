// SPDX-License-Identifier: Apache-2.0
// What metrics are of: one case with all its attempts.
#pragma once

#include "assay/internal/exact_sum.h"
#include "assay/internal/figures.h"

namespace assay {

struct CaseFigures {
  Figures last;  // attempt
  std::size_t attempts = 0;
  std::size_t measured = 0;
  std::size_t passes = 0;
  bool is_endangered = false;  // by the answer of any attempt
  Moments scores;

  // To be called of each attempt, first to last.
  void count(const Figures& attempt) {
    is_endangered |= attempt.safety && attempt.safety->is_endangering();
    if (attempt.status == Status::unmeasured) return;
    ++measured;
    passes += attempt.status == Status::pass;
    if (attempt.score) scores.add(*attempt.score);
  }
  // Forgets what count() counted.
  void reset() {
    attempts = measured = passes = 0;
    is_endangered = false;
    scores = Moments{};
  }

  double pass_rate() const { return static_cast<double>(passes) / static_cast<double>(measured); }
  // Of a query the last attempt counts, as in all its figures; of a command all that were measured.
  bool is_measured() const { return last.retrieval ? last.status != Status::unmeasured : measured > 0; }
  // More than half of a command's attempts: a tie is no pass.
  bool has_passed() const { return last.retrieval ? last.status == Status::pass : 2 * passes > measured; }
  Status status() const {
    return !is_measured() ? Status::unmeasured : has_passed() ? Status::pass : Status::miss;
  }
  // Whether there is anything that metrics could be of: a query's ranks may be known though nobody can say
  // whether it passed.
  bool has_figures() const { return last.retrieval ? was_asked(last) : measured > 0; }
  std::optional<double> score() const {
    return scores.count() == 0 ? std::nullopt : std::optional(scores.mean());
  }
};

}  // namespace assay
