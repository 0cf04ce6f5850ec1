// SPDX-License-Identifier: Apache-2.0
// AggregateMetrics (assay/retrieval.h) of results that come one by one and are not kept, and what single
// queries add to them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "assay/internal/figures.h"
#include "assay/retrieval.h"

namespace assay {

// The rank and the number of expected things at a level.
std::optional<int> rank_at(const RetrievalFigures& figures, HitLevel level);
int expected_at(const RetrievalFigures& figures, HitLevel level);

// 1/rank within the top 10, otherwise 0. None where nothing is expected.
std::optional<double> reciprocal_rank(const RetrievalFigures& figures, HitLevel level);
// 1 or 0: something expected is among the top k. None where nothing is expected.
std::optional<double> hit_at(const RetrievalFigures& figures, int k, HitLevel level);
// Expected documents among those of the top k hits, as a share of all expected ones. `cutoff` indexes
// kCutoffs.
std::optional<double> recall_at(const RetrievalFigures& figures, std::size_t cutoff);
// Expected chunks among the top k, divided by k. None where none is expected.
std::optional<double> precision_at(const RetrievalFigures& figures, std::size_t cutoff);
// Whether the tool refused, where it should; none where it should not, and where it did not answer.
std::optional<bool> refused_rightly(const RetrievalFigures& figures);

// Results one by one; of the attempts of a case the last one counts.
class RetrievalAccumulator {
 public:
  explicit RetrievalAccumulator(HitLevel level = HitLevel::chunk);
  ~RetrievalAccumulator();
  RetrievalAccumulator(RetrievalAccumulator&&) noexcept;
  // REQUIRES: the attempts of a case come one after the other, in ascending order. Results of commands are
  // passed over.
  void add(const Figures& figures);
  // Of all that was added; no attempt of the last case may follow.
  AggregateMetrics finish();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
