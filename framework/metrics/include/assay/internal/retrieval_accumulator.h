// SPDX-License-Identifier: Apache-2.0
// AggregateMetrics (assay/retrieval.h) over streamed results that are not kept, and the values of single
// queries.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "assay/internal/figures.h"
#include "assay/retrieval.h"

namespace assay {

// The rank of the first expected hit at a level.
std::optional<int> rank_at(const RetrievalFigures& figures, HitLevel level);

// 1/rank within the top 10, otherwise 0. None if nothing is expected.
std::optional<double> reciprocal_rank(const RetrievalFigures& figures, HitLevel level);
// 1 if an expected hit is among the top k, else 0. None if nothing is expected.
std::optional<double> hit_at(const RetrievalFigures& figures, int k, HitLevel level);
// The share of the expected documents that are among those of the top k hits. `cutoff` indexes kCutoffs.
std::optional<double> recall_at(const RetrievalFigures& figures, std::size_t cutoff);
// Expected chunks among the top k, divided by k. None if no chunk is expected.
std::optional<double> precision_at(const RetrievalFigures& figures, std::size_t cutoff);
// Whether the tool refused when it should; none if it should not, or did not answer.
std::optional<bool> refused_rightly(const RetrievalFigures& figures);

// Accumulates streamed results; of a case's attempts the last one counts.
class RetrievalAccumulator {
 public:
  explicit RetrievalAccumulator(HitLevel level = HitLevel::chunk);
  ~RetrievalAccumulator();
  RetrievalAccumulator(RetrievalAccumulator&&) noexcept;
  // REQUIRES: the attempts of a case are added consecutively, in ascending order. Ignores results of
  // commands.
  void add(const Figures& figures);
  // The figures of all added results; no further attempt of the last case may follow.
  AggregateMetrics finish();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
