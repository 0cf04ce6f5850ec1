// SPDX-License-Identifier: Apache-2.0
#include "retrieval_totals.h"

#include <algorithm>

#include "paired_cases.h"
#include "totals.h"

namespace assay {
namespace {

const std::span<const Metric> kMetrics = metrics_over(Metric::Over::queries);

std::vector<AggregateSlice> slices_of(const std::map<std::string, QuerySums>& sums) {
  std::vector<AggregateSlice> out;
  for (const auto& [name, each] : sums) out.push_back({name, each.finish()});
  return out;
}

}  // namespace

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
    for (std::size_t k = 0; k < kCutoffs.size(); ++k) moments_[m][k].add(other.moments_[m][k]);
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
