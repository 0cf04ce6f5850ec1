#include "assay/retrieval.h"

#include <algorithm>

#include "assay/internal/metric.h"
#include "assay/internal/retrieval_accumulator.h"
#include "paired_cases.h"
#include "totals.h"

namespace assay {
namespace {

const std::span<const Metric> kMetrics = metrics_over(Metric::Over::queries);

// One set of queries.
struct Sums {
  explicit Sums(HitLevel counted) : level(counted), moments(kMetrics.size()) {}

  HitLevel level;
  std::vector<std::array<Moments, kCutoffs.size()>> moments;  // a metric, then a cut-off
  std::size_t queries = 0;
  std::size_t failed = 0;
  std::size_t unmeasured = 0;

  void add(const CaseFigures& query);
  AggregateMetrics finish() const;
};

void Sums::add(const CaseFigures& query) {
  ++queries;
  if (!was_asked(query.last)) {
    ++unmeasured;
    return;
  }
  failed += query.last.retrieval->failed;
  for (std::size_t m = 0; m < kMetrics.size(); ++m)
    for (std::size_t k = 0; k < cutoffs_of(kMetrics[m]).size(); ++k)
      if (const auto value = kMetrics[m].value(query, k, level)) moments[m][k].add(*value);
}

AggregateMetrics Sums::finish() const {
  AggregateMetrics metrics;
  for (std::size_t m = 0; m < kMetrics.size(); ++m) {
    const auto cutoffs = cutoffs_of(kMetrics[m]);
    for (std::size_t k = 0; k < cutoffs.size(); ++k)
      figure_at(metrics, kMetrics[m], cutoffs[k]) = figure_of(moments[m][k]);
  }
  metrics.total_queries = queries;
  metrics.failed_queries = failed;
  metrics.unmeasured = unmeasured;
  return metrics;
}

std::vector<AggregateSlice> slices(const std::map<std::string, Sums>& sums) {
  std::vector<AggregateSlice> out;
  for (const auto& [name, each] : sums) out.push_back({name, each.finish()});
  return out;
}

}  // namespace

std::optional<int> rank_at(const RetrievalFigures& figures, HitLevel level) {
  return level == HitLevel::chunk ? figures.chunk_rank : figures.doc_rank;
}

int expected_at(const RetrievalFigures& figures, HitLevel level) {
  return level == HitLevel::chunk ? figures.chunks_expected : figures.docs_expected;
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
  explicit Inner(HitLevel counted) : level(counted), all(counted) {}

  HitLevel level;
  CaseFigures last;
  bool has_last = false;
  Sums all;
  std::map<std::string, Sums> groups;
  std::map<std::string, Sums> difficulties;
  std::map<std::string, Sums> tags;

  void slice(std::map<std::string, Sums>& into, const std::string& name, const CaseFigures& query) {
    if (!name.empty()) into.try_emplace(name, level).first->second.add(query);
  }

  void end_case() {
    if (!has_last) return;
    has_last = false;
    all.add(last);
    slice(groups, last.last.retrieval->group, last);
    slice(difficulties, last.last.retrieval->difficulty, last);
    auto names = tags_from(last.last.tags);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    for (const auto& name : names) slice(tags, name, last);
  }
};

RetrievalAccumulator::RetrievalAccumulator(HitLevel level) : inner_(std::make_unique<Inner>(level)) {}
RetrievalAccumulator::~RetrievalAccumulator() = default;
RetrievalAccumulator::RetrievalAccumulator(RetrievalAccumulator&&) noexcept = default;

void RetrievalAccumulator::add(const Figures& figures) {
  if (!figures.retrieval) return;
  Inner& inner = *inner_;
  if (inner.has_last && order_of(inner.last.last, figures) != 0) inner.end_case();
  inner.last.last = figures;
  inner.has_last = true;
}

AggregateMetrics RetrievalAccumulator::finish() {
  inner_->end_case();
  AggregateMetrics metrics = inner_->all.finish();
  metrics.by_group = slices(inner_->groups);
  metrics.by_difficulty = slices(inner_->difficulties);
  metrics.by_tag = slices(inner_->tags);
  return metrics;
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
