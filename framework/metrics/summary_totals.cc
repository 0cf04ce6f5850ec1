// SPDX-License-Identifier: Apache-2.0
#include "summary_totals.h"

namespace assay {
namespace {

std::optional<Usage> usage_of(const Moments& amounts) {
  if (amounts.count() == 0) return std::nullopt;
  return Usage{static_cast<double>(amounts.sum()), amounts.count()};
}

}  // namespace

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

}  // namespace assay
