#include "assay/retrieval.h"

#include <algorithm>

#include "assay/internal/statistics.h"
#include "exact_sum.h"

namespace assay {
namespace {

// One set of queries.
struct Sums {
  explicit Sums(HitLevel counted) : level(counted) {}

  HitLevel level;
  std::array<Moments, 4> hit;
  Moments reciprocal;
  std::array<Moments, 4> recall;
  std::array<Moments, 4> precision;
  Moments cited;
  Moments contains;
  Moments empty;
  Moments refused;
  std::array<Moments, 4> ndcg;
  Moments average_precision;
  std::array<Moments, 4> judged;
  std::size_t failed = 0;
  std::size_t unmeasured = 0;

  void add(const Figures& query);
  void add(const RetrievalFigures& query);
  void add(const Sums& other);
  AggregateMetrics finish() const;
};

void put(Moments& moments, const std::optional<double>& value) {
  if (value) moments.add(*value);
}

void put(Moments& moments, const std::optional<bool>& value) {
  if (value) moments.add(*value ? 1.0 : 0.0);
}

void put(std::array<Moments, 4>& moments, const std::array<Moments, 4>& others) {
  for (std::size_t i = 0; i < moments.size(); ++i) moments[i].add(others[i]);
}

void Sums::add(const Figures& query) {
  if (was_asked(query))
    add(*query.retrieval);
  else
    ++unmeasured;
}

void Sums::add(const Sums& other) {
  put(hit, other.hit);
  put(recall, other.recall);
  put(precision, other.precision);
  put(ndcg, other.ndcg);
  put(judged, other.judged);
  reciprocal.add(other.reciprocal);
  cited.add(other.cited);
  contains.add(other.contains);
  empty.add(other.empty);
  refused.add(other.refused);
  average_precision.add(other.average_precision);
  failed += other.failed;
  unmeasured += other.unmeasured;
}

void Sums::add(const RetrievalFigures& query) {
  for (std::size_t i = 0; i < kCutoffs.size(); ++i) {
    put(hit[i], hit_at(query, kCutoffs[i], level));
    put(recall[i], recall_at(query, i));
    if (level == HitLevel::chunk) put(precision[i], precision_at(query, i));
    if (query.judged) judged[i].add((*query.judged)[i]);
    if (query.ndcg) ndcg[i].add((*query.ndcg)[i]);
  }
  put(reciprocal, reciprocal_rank(query, level));
  put(cited, query.cited);
  put(contains, query.contains);
  empty.add(query.hits == 0 ? 1.0 : 0.0);
  put(refused, refused_rightly(query));
  put(average_precision, query.average_precision);
  failed += query.failed ? 1 : 0;
}

Figure figure(const Moments& moments) {
  if (moments.count() == 0) return {};
  return {rounded(moments.mean()), moments.count()};
}

std::map<int, Figure> figures(const std::array<Moments, 4>& moments) {
  std::map<int, Figure> at;
  for (std::size_t i = 0; i < kCutoffs.size(); ++i) at[kCutoffs[i]] = figure(moments[i]);
  return at;
}

AggregateMetrics Sums::finish() const {
  AggregateMetrics metrics;
  metrics.hit_at_k = figures(hit);
  metrics.mrr = figure(reciprocal);
  metrics.recall_at_k_doc = figures(recall);
  metrics.precision_at_k_chunk = figures(precision);
  metrics.citation_coverage = figure(cited);
  metrics.groundedness = figure(contains);
  metrics.empty_result_rate = figure(empty);
  metrics.refusal_correctness = figure(refused);
  metrics.ndcg_at_k = figures(ndcg);
  metrics.mean_average_precision = figure(average_precision);
  metrics.judged_at_k = figures(judged);
  metrics.total_queries = empty.count() + unmeasured;
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

struct RetrievalAccumulator::Inner {
  explicit Inner(HitLevel counted) : level(counted), all(counted) {}

  HitLevel level;
  Figures last;
  bool has_last = false;
  Sums all;
  std::map<std::string, Sums> groups;
  std::map<std::string, Sums> difficulties;
  std::map<std::string, Sums> tags;

  void slice(std::map<std::string, Sums>& into, const std::string& name, const Figures& query) {
    if (!name.empty()) into.try_emplace(name, level).first->second.add(query);
  }

  void merge(std::map<std::string, Sums>& into, const std::map<std::string, Sums>& others) {
    for (const auto& [name, sums] : others) into.try_emplace(name, level).first->second.add(sums);
  }

  void end_case() {
    if (!has_last) return;
    has_last = false;
    all.add(last);
    slice(groups, last.retrieval->group, last);
    slice(difficulties, last.retrieval->difficulty, last);
    auto names = tags_from(last.tags);
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
  if (inner.has_last && (inner.last.id != figures.id || inner.last.dataset != figures.dataset))
    inner.end_case();
  inner.last = figures;
  inner.has_last = true;
}

void RetrievalAccumulator::add(RetrievalAccumulator other) {
  other.inner_->end_case();
  inner_->all.add(other.inner_->all);
  inner_->merge(inner_->groups, other.inner_->groups);
  inner_->merge(inner_->difficulties, other.inner_->difficulties);
  inner_->merge(inner_->tags, other.inner_->tags);
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
