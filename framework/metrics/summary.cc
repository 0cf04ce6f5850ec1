// SPDX-License-Identifier: Apache-2.0
#include "assay/summary.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "assay/internal/run_totals.h"

namespace assay {
namespace {

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
