// SPDX-License-Identifier: Apache-2.0
#include "nearness.h"

#include "case_figures.h"

namespace assay {

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

}  // namespace assay
