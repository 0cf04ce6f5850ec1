// SPDX-License-Identifier: Apache-2.0
#include "assay/retrieval.h"

#include <algorithm>

#include "assay/internal/retrieval_accumulator.h"
#include "paired_cases.h"
#include "retrieval_totals.h"
#include "totals.h"

namespace assay {
namespace {

// The number of expected ids at a level.
int expected_at(const RetrievalFigures& figures, HitLevel level) {
  return level == HitLevel::chunk ? figures.chunks_expected : figures.docs_expected;
}

const std::span<const Metric> kMetrics = metrics_over(Metric::Over::queries);

std::vector<AggregateSlice> slices_of(const std::map<std::string, QuerySums>& sums) {
  std::vector<AggregateSlice> out;
  for (const auto& [name, each] : sums) out.push_back({name, each.finish()});
  return out;
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

const DocumentFigures* CaseFigures::documents() const {
  const std::string& ranking = last.retrieval->ranking;
  if (ranking.empty()) return nullptr;
  if (documents_of_ != ranking) documents_ = document_figures(ranking_from(documents_of_ = ranking));
  return &documents_;
}

std::optional<double> hit_at(const RetrievalFigures& figures, int k, HitLevel level) {
  if (expected_at(figures, level) == 0) return std::nullopt;
  const auto rank = rank_at(figures, level);
  return rank && *rank <= k ? 1.0 : 0.0;
}

std::optional<double> recall_at(const RetrievalFigures& figures, std::size_t cutoff) {
  // Where documents are judged and none is relevant, none can be found.
  if (figures.docs_expected == 0) return figures.ndcg ? std::optional(0.0) : std::nullopt;
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

QuerySums::QuerySums(HitLevel level) : level_(level), moments_(kMetrics.size()) {}

void QuerySums::add(const CaseFigures& query) {
  ++queries_;
  if (!was_asked(query.last)) {
    ++unmeasured_;
    return;
  }
  failed_ += query.last.retrieval->failed;
  for (std::size_t m = 0; m < kMetrics.size(); ++m)
    for (std::size_t k = 0; k < cutoffs_of(kMetrics[m]).size(); ++k)
      if (const auto value = kMetrics[m].value(query, k, level_)) moments_[m][k].add(*value);
}

void QuerySums::add(const QuerySums& other) {
  queries_ += other.queries_;
  failed_ += other.failed_;
  unmeasured_ += other.unmeasured_;
  for (std::size_t m = 0; m < moments_.size(); ++m)
    for (std::size_t k = 0; k < kDocumentCutoffs.size(); ++k) moments_[m][k].add(other.moments_[m][k]);
}

AggregateMetrics QuerySums::finish() const {
  AggregateMetrics metrics;
  for (std::size_t m = 0; m < kMetrics.size(); ++m) {
    const auto cutoffs = cutoffs_of(kMetrics[m]);
    for (std::size_t k = 0; k < cutoffs.size(); ++k)
      figure_at(metrics, kMetrics[m], cutoffs[k]) = figure_of(moments_[m][k]);
  }
  metrics.total_queries = queries_;
  metrics.failed_queries = failed_;
  metrics.unmeasured = unmeasured_;
  return metrics;
}

void RetrievalTotals::slice(Slices& into, const std::string& name) {
  if (!name.empty()) into.try_emplace(name, level_).first->second.add(last_);
}

void RetrievalTotals::end_case() {
  if (!has_last_) return;
  has_last_ = false;
  all_.add(last_);
  slice(groups_, last_.last.retrieval->group);
  slice(difficulties_, last_.last.retrieval->difficulty);
  auto names = tags_from(last_.last.tags);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const auto& name : names) slice(tags_, name);
}

void RetrievalTotals::add(const Figures& figures) {
  if (!figures.retrieval) return;
  if (has_last_ && order_of(last_.last, figures) != 0) end_case();
  last_.last = figures;
  has_last_ = true;
}

AggregateMetrics RetrievalTotals::finish() const {
  AggregateMetrics metrics = all_.finish();
  metrics.by_group = slices_of(groups_);
  metrics.by_difficulty = slices_of(difficulties_);
  metrics.by_tag = slices_of(tags_);
  return metrics;
}

}  // namespace assay
