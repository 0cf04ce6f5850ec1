// SPDX-License-Identifier: Apache-2.0
#include "summary_totals.h"

#include <cmath>
#include <numeric>

#include "assay/internal/run_totals.h"
#include "assay/internal/statistics.h"

namespace assay {
namespace {

using std::chrono::nanoseconds;

// The nearest-rank percentile; reorders the times.
nanoseconds percentile_of(std::vector<std::int64_t>& times, double p) {
  const auto at = times.begin() + static_cast<std::ptrdiff_t>(nearest_rank(p, times.size()) - 1);
  std::nth_element(times.begin(), at, times.end());
  return nanoseconds(*at);
}

// A run in which nearly every case has different tags must not hold one facet per case.
constexpr std::size_t kMostFacets = 1 << 15;

std::vector<Group> groups_of(const std::map<std::string, Totals>& sorted) {
  std::vector<Group> groups;
  for (const auto& [name, totals] : sorted) groups.push_back(totals.group(name));
  return groups;
}

// From safe to critical; unknown levels come last.
std::vector<Group> by_risk(std::map<std::string, Totals> levels) {
  using enum RiskLevel;
  std::vector<Group> groups;
  for (const RiskLevel level : {safe, low, medium, high, critical}) {
    const auto found = levels.find(std::string(to_string(level)));
    if (found == levels.end()) continue;
    groups.push_back(found->second.group(found->first));
    levels.erase(found);
  }
  for (auto& group : groups_of(levels)) groups.push_back(std::move(group));
  return groups;
}

std::optional<Usage> usage_of(const Moments& amounts) {
  if (amounts.count() == 0) return std::nullopt;
  return Usage{static_cast<double>(amounts.sum()), amounts.count()};
}

// For each result, the index of its case in the order of first appearance.
std::vector<std::size_t> case_places(const Run& run) {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<std::size_t> of_result;
  of_result.reserve(run.results.size());
  for (const Result& each : run.results)
    of_result.push_back(places.try_emplace(full_name_of(each.asked), places.size()).first->second);
  return of_result;
}

}  // namespace

std::string full_name_of(const Figures& figures) {
  return figures.dataset + "." + (figures.name.empty() ? test_name(figures.id) : figures.name);
}

void Latencies::add(const Figures& figures, const CasePlace& at) {
  const nanoseconds latency = *figures.latency;
  times_.push_back(latency.count());
  if (slowest_.size() == kSlowestNamed && latency <= slowest_.back().value.latency) return;
  const auto place = std::upper_bound(
      slowest_.begin(), slowest_.end(), latency,
      [](nanoseconds each, const Placed<SlowCase>& slow) { return each > slow.value.latency; });
  slowest_.insert(place, {at, {full_name_of(figures), latency}});
  if (slowest_.size() > kSlowestNamed) slowest_.pop_back();
}

std::vector<std::int64_t> Latencies::take_times() {
  std::sort(times_.begin(), times_.end());
  return std::exchange(times_, {});
}

void Latencies::finish(Summary& summary) {
  for (auto& [place, slow] : slowest_) summary.slowest.push_back(std::move(slow));
  if (times_.empty()) return;
  summary.latency = Latency{
      times_.size(), percentile_of(times_, kLatencyShares[0]), percentile_of(times_, kLatencyShares[1]),
      percentile_of(times_, kLatencyShares[2]), percentile_of(times_, kLatencyShares[3])};
}

void RepeatTotals::add(const CaseFigures& each) {
  const std::size_t n = each.measured;
  if (n == 0) return;
  ++cases_;
  attempts_ += n;
  most_.take(n);
  if (n == 1) {
    ++single_[each.passes];
    if (each.scores.count() == 1) means_.add(each.scores.lowest());
    return;
  }
  for (std::size_t k = 1; k <= std::min(n, kMost); ++k) {
    Sum& sum = sums_[k - 1];
    ++sum.cases;
    sum.at.add(*pass_at_k(n, each.passes, k));
    sum.hat.add(*pass_hat_k(n, each.passes, k));
  }
  if (each.scores.count() == 0) return;
  means_.add(each.scores.mean());
  const auto scored = static_cast<long double>(each.scores.count());
  if (each.scores.count() > 1)
    variances_.add(static_cast<double>(each.scores.squares_about_mean() / (scored - 1.0L)));
}

std::optional<Repeats> RepeatTotals::finish() const {
  if (most_.value < 2) return std::nullopt;
  Repeats repeats;
  repeats.cases = cases_;
  repeats.attempts = attempts_;
  repeats.most = most_.value;
  for (std::size_t k = 1; k <= std::min(most_.value, kMost); ++k) {
    Sum sum = sums_[k - 1];
    for (std::size_t passes = 0; k == 1 && passes < single_.size(); ++passes) {
      sum.cases += single_[passes];
      sum.at.add(static_cast<double>(passes), single_[passes]);
      sum.hat.add(static_cast<double>(passes), single_[passes]);
    }
    repeats.at.push_back({k, sum.cases, sum.at.mean(), sum.hat.mean()});
  }
  repeats.score = mean_of(means_);
  if (variances_.count() > 0) repeats.within_case_variance = variances_.mean();
  return repeats;
}

void ClusterTotals::add(const std::string& cluster, double score) {
  if (cluster.empty()) {
    alone_.add(score);
    return;
  }
  clustered_.add(score);
  Sum& sum = clusters_[cluster];
  ++sum.cases;
  sum.scores.add(score);
}

std::optional<Clusters> ClusterTotals::finish() const {
  if (clusters_.empty()) return std::nullopt;
  Clusters clusters{clusters_.size() + alone_.count(), std::nullopt};
  if (clusters.count < 2) return clusters;
  Moments all = alone_;
  all.add(clustered_);
  const long double mean = all.sum() / static_cast<long double>(all.count());
  // Sorts the terms, because the table's iteration order is not the same everywhere.
  std::vector<long double> squares = {alone_.squares_about(mean)};
  for (const auto& [name, sum] : clusters_) {
    const long double off = sum.scores.value() - static_cast<long double>(sum.cases) * mean;
    squares.push_back(off * off);
  }
  std::sort(squares.begin(), squares.end());
  long double total = 0.0L;
  for (const auto square : squares) total += square;
  const auto count = static_cast<long double>(clusters.count);
  clusters.standard_error =
      static_cast<double>(std::sqrt(count / (count - 1.0L) * total) / static_cast<long double>(all.count()));
  return clusters;
}

Facets::Facet& Facets::facet_of(const Figures& figures) {
  constexpr char kEnd = '\x1f';
  key_.clear();
  for (const std::string* part : {&figures.dataset, &figures.category, &figures.risk_level, &figures.tags,
                                  &figures.method, &figures.ending})
    (key_ += *part) += kEnd;
  key_ += figures.posix_compliant ? '1' : '0';
  const auto found = facets_.find(key_);
  if (found != facets_.end()) return found->second;
  if (facets_.size() >= kMostFacets) fold();
  return facets_
      .emplace(key_, Facet{figures.dataset, figures.category, figures.risk_level, figures.tags,
                           figures.method, figures.ending, figures.posix_compliant, Totals{}})
      .first->second;
}

void Facets::add(const Figures& last_attempt) {
  facet_of(last_attempt).totals.add(last_attempt.status, last_attempt.score);
}

void Facets::fold() {
  for (const auto& [key, facet] : facets_) {
    all_.add(facet.totals);
    datasets_[facet.dataset].add(facet.totals);
    categories_[facet.category.empty() ? "(none)" : facet.category].add(facet.totals);
    // A query has no risk level and no standard to comply with.
    if (!facet.risk_level.empty()) {
      risk_levels_[facet.risk_level].add(facet.totals);
      commands_ += facet.totals.counts.total();
      if (facet.posix_compliant) posix_ += facet.totals.counts.total();
    }
    methods_[facet.method].add(facet.totals);
    endings_[facet.ending] += facet.totals.counts.total();
    auto tags = tags_from(facet.tags);
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    for (const auto& tag : tags) tags_[tag].add(facet.totals);
  }
  facets_.clear();
}

void Facets::finish(Summary& summary) {
  fold();
  summary.all = all_.group("");
  summary.accuracy_bounds = bounds_of(static_cast<long double>(all_.counts.pass), all_.counts);
  summary.score_bounds = bounds_of(all_.scores.sum(), all_.counts);
  summary.by_dataset = groups_of(datasets_);
  summary.by_category = groups_of(categories_);
  summary.by_risk_level = by_risk(std::move(risk_levels_));
  summary.by_tag = groups_of(tags_);
  summary.by_method = groups_of(methods_);
  summary.endings = std::move(endings_);
  if (commands_ > 0) summary.posix_share = static_cast<double>(posix_) / static_cast<double>(commands_);
}

NearnessTotals::NearnessTotals() {
  for (const Metric& metric : metrics_over(Metric::Over::commands))
    if (metric.role == Metric::Role::nearness) sums_.push_back({&metric, {}});
}

void NearnessTotals::add(const CaseFigures& each) {
  if (!each.last.partial) return;
  for (auto& [metric, values] : sums_)
    if (const auto value = metric->value(each, 0, HitLevel::chunk)) values.add(*value);
}

void NearnessTotals::add(const NearnessTotals& other) {
  for (std::size_t i = 0; i < sums_.size(); ++i) sums_[i].values.add(other.sums_[i].values);
}

std::map<std::string, Figure> NearnessTotals::finish() const {
  std::map<std::string, Figure> means;
  for (const auto& [metric, values] : sums_)
    if (values.count() > 0) means.emplace(metric->name, figure_of(values));
  return means;
}

void SummaryTotals::count(const Figures& figures) {
  if (figures.tokens) tokens_.add(*figures.tokens);
  if (figures.cost) cost_.add(*figures.cost);
  current_.count(figures);
}

void SummaryTotals::end_case() {
  if (cases_ == 0) return;
  const Figures& last = current_.last;
  facets_.add(last);
  if (last.latency) latencies_.add(last, place_);
  if (last.score) clusters_.add(last.cluster, *last.score);
  repeats_.add(current_);
  nearness_.add(current_);
  safety_.add(current_);
  if (current_.passes == 0 || current_.passes == current_.measured) return;
  ++flaky_cases_;
  if (flaky_.size() < kFlakyNamed)
    flaky_.push_back({place_, {full_name_of(last), current_.measured, current_.passes}});
}

void SummaryTotals::take(Figures& figures, const CasePlace& place) {
  if (!is_same_case(figures)) {
    end_case();
    ++cases_;
    current_.reset();
    place_ = place;
  }
  count(figures);
  swap(current_.last, figures);
}

void SummaryTotals::end() {
  end_case();
  facets_.fold();
}

Summary SummaryTotals::finish(std::size_t expected) {
  Summary summary;
  summary.expected = expected;
  summary.present = cases_;
  summary.complete = summary.present == summary.expected;
  facets_.finish(summary);
  latencies_.finish(summary);
  summary.tokens = usage_of(tokens_);
  summary.cost = usage_of(cost_);
  summary.flaky_cases = flaky_cases_;
  for (auto& [place, flaky] : flaky_) summary.flaky.push_back(std::move(flaky));
  summary.repeats = repeats_.finish();
  summary.partial_credit = nearness_.finish();
  summary.safety = safety_.finish();
  summary.clusters = clusters_.finish();
  return summary;
}

std::string full_name_of(const Case& test) { return test.dataset + "." + test.name; }

std::vector<const Result*> last_attempts(const Run& run) {
  std::vector<const Result*> last;
  const auto places = case_places(run);
  for (std::size_t i = 0; i < run.results.size(); ++i) {
    const Result& each = run.results[i];
    if (places[i] == last.size())
      last.push_back(&each);
    else if (each.attempt >= last[places[i]]->attempt)
      last[places[i]] = &each;
  }
  return last;
}

Summary summarise(const Run& run) {
  const auto places = case_places(run);
  std::vector<std::size_t> order(run.results.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return places[a] != places[b] ? places[a] < places[b] : run.results[a].attempt < run.results[b].attempt;
  });
  RunTotals totals(run.info);
  for (const std::size_t i : order) {
    Figures figures = figures_of(run.results[i]);
    totals.add_attempt(figures);
  }
  return totals.finish().summary;
}

MeanGate judge_mean(const Summary& summary, double least) {
  if (!summary.complete || summary.all.counts.measured() == 0) return MeanGate::unknown;
  const auto [low, high] = summary.score_bounds.value_or(Interval{});
  if (low >= least) return MeanGate::held;
  return high < least ? MeanGate::missed : MeanGate::unknown;
}

}  // namespace assay
