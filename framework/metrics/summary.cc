#include "assay/summary.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "assay/internal/summary_accumulator.h"
#include "facets.h"
#include "latencies.h"
#include "nearness.h"
#include "repeats.h"
#include "safety_tally.h"

namespace assay {
namespace {

constexpr std::size_t kMostFlakyNamed = 1000;

// For each result the place of its case in the order in which cases first come up.
std::vector<std::size_t> case_places(const Run& run) {
  std::unordered_map<std::string, std::size_t> places;
  std::vector<std::size_t> of_result;
  of_result.reserve(run.results.size());
  for (const Result& each : run.results)
    of_result.push_back(places.try_emplace(full_name_of(each.asked), places.size()).first->second);
  return of_result;
}

std::optional<Usage> usage_of(const Moments& amounts) {
  if (amounts.count() == 0) return std::nullopt;
  return Usage{static_cast<double>(amounts.sum()), amounts.count()};
}

}  // namespace

struct SummaryAccumulator::Inner {
  explicit Inner(std::size_t expected) : latencies(expected) {}

  CaseFigures current;  // that is being added to
  std::size_t cases = 0;
  Facets facets;
  Latencies latencies;
  RepeatTotals repeats;
  NearnessTotals nearness;
  SafetyTally safety;
  ClusterTotals clusters;
  Moments tokens;
  Moments cost;
  std::vector<FlakyCase> flaky;
  std::size_t flaky_cases = 0;

  bool is_same_case(const Figures& figures) const {
    return cases > 0 && current.last.id == figures.id && current.last.dataset == figures.dataset;
  }

  void count(const Figures& figures) {
    if (figures.tokens) tokens.add(*figures.tokens);
    if (figures.cost) cost.add(*figures.cost);
    current.count(figures);
  }

  void end_case() {
    if (cases == 0) return;
    const Figures& last = current.last;
    facets.add(last);
    if (last.latency) latencies.add(last);
    if (last.score) clusters.add(last.cluster, *last.score);
    repeats.add(current);
    nearness.add(current);
    safety.add(current);
    if (current.passes == 0 || current.passes == current.measured) return;
    ++flaky_cases;
    if (flaky.size() < kMostFlakyNamed)
      flaky.push_back({full_name_of(last), current.measured, current.passes});
  }
};

SummaryAccumulator::SummaryAccumulator(std::size_t expected_cases)
    : inner_(std::make_unique<Inner>(expected_cases)) {}
SummaryAccumulator::~SummaryAccumulator() = default;
SummaryAccumulator::SummaryAccumulator(SummaryAccumulator&&) noexcept = default;

void SummaryAccumulator::add(Figures figures) { take(figures); }

void SummaryAccumulator::take(Figures& figures) {
  Inner& inner = *inner_;
  if (!inner.is_same_case(figures)) {
    inner.end_case();
    ++inner.cases;
    inner.current.reset();
  }
  inner.count(figures);
  swap(inner.current.last, figures);
}

Summary SummaryAccumulator::finish(std::size_t expected) {
  Inner& inner = *inner_;
  inner.end_case();
  Summary summary;
  summary.expected = expected;
  summary.present = inner.cases;
  summary.complete = summary.present == summary.expected;
  inner.facets.finish(summary);
  inner.latencies.finish(summary);
  summary.tokens = usage_of(inner.tokens);
  summary.cost = usage_of(inner.cost);
  summary.flaky_cases = inner.flaky_cases;
  summary.flaky = std::move(inner.flaky);
  summary.repeats = inner.repeats.finish();
  summary.partial_credit = inner.nearness.finish();
  summary.safety = inner.safety.finish();
  summary.clusters = inner.clusters.finish();
  return summary;
}

std::string full_name_of(const Case& asked) { return asked.dataset + "." + asked.name; }

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
  SummaryAccumulator accumulator(run.results.size());
  for (const std::size_t i : order) accumulator.add(figures_of(run.results[i]));
  return accumulator.finish(run.info.expected);
}

MeanGate judge_mean(const Summary& summary, double least) {
  if (!summary.complete || summary.all.counts.measured() == 0) return MeanGate::unknown;
  const auto [low, high] = summary.score_bounds.value_or(Interval{});
  if (low >= least) return MeanGate::held;
  return high < least ? MeanGate::missed : MeanGate::unknown;
}

}  // namespace assay
