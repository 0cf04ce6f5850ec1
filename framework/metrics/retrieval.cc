// SPDX-License-Identifier: Apache-2.0
#include "assay/retrieval.h"

#include <algorithm>

#include "assay/internal/retrieval_accumulator.h"
#include "retrieval_totals.h"

namespace assay {
namespace {

// The number of expected ids at a level.
int expected_at(const RetrievalFigures& figures, HitLevel level) {
  return level == HitLevel::chunk ? figures.chunks_expected : figures.docs_expected;
}

}  // namespace

std::optional<int> rank_at(const RetrievalFigures& figures, HitLevel level) {
  return level == HitLevel::chunk ? figures.chunk_rank : figures.doc_rank;
}

std::optional<double> reciprocal_rank(const RetrievalFigures& figures, HitLevel level) {
  if (expected_at(figures, level) == 0) return std::nullopt;
  const auto rank = rank_at(figures, level);
  return rank && *rank <= 10 ? 1.0 / *rank : 0.0;
}

std::optional<double> hit_at(const RetrievalFigures& figures, int k, HitLevel level) {
  if (expected_at(figures, level) == 0) return std::nullopt;
  const auto rank = rank_at(figures, level);
  return rank && *rank <= k ? 1.0 : 0.0;
}

std::optional<double> recall_at(const RetrievalFigures& figures, std::size_t cutoff) {
  if (figures.docs_expected == 0) return std::nullopt;
  return static_cast<double>(figures.docs_found[cutoff]) / figures.docs_expected;
}

std::optional<double> precision_at(const RetrievalFigures& figures, std::size_t cutoff) {
  if (figures.chunks_expected == 0) return std::nullopt;
  return static_cast<double>(figures.chunks_found[cutoff]) / kCutoffs[cutoff];
}

std::optional<bool> refused_rightly(const RetrievalFigures& figures) {
  return figures.should_refuse ? figures.refused : std::nullopt;
}

bool AggregateMetrics::operator==(const AggregateMetrics&) const = default;
bool AggregateSlice::operator==(const AggregateSlice&) const = default;

struct RetrievalAccumulator::Inner {
  RetrievalTotals totals;
};

RetrievalAccumulator::RetrievalAccumulator(HitLevel level)
    : inner_(std::make_unique<Inner>(Inner{RetrievalTotals(level)})) {}
RetrievalAccumulator::~RetrievalAccumulator() = default;
RetrievalAccumulator::RetrievalAccumulator(RetrievalAccumulator&&) noexcept = default;

void RetrievalAccumulator::add(const Figures& figures) { inner_->totals.add(figures); }

AggregateMetrics RetrievalAccumulator::finish() {
  inner_->totals.end();
  return inner_->totals.finish();
}

AggregateMetrics aggregate_retrieval(const Run& run, HitLevel level) {
  RetrievalAccumulator accumulator(level);
  const FigureSource next = figures_of(run);
  for (Figures figures; next(figures);) accumulator.add(figures);
  return accumulator.finish();
}

std::optional<AggregateMetrics> retrieval_of(const Run& run) {
  const bool any = std::any_of(run.results.begin(), run.results.end(),
                               [](const Result& each) { return each.asked.retrieval.has_value(); });
  if (!any) return std::nullopt;
  return aggregate_retrieval(run);
}

}  // namespace assay
