// SPDX-License-Identifier: Apache-2.0
// The metrics in a comparison's result.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"

namespace assay {

inline const MetricComparison& metric(const CompareReport& report, std::string_view name) {
  const auto found = std::ranges::find(report.metrics, name, &MetricComparison::name);
  if (found == report.metrics.end()) throw std::runtime_error("no metric " + std::string(name));
  return *found;
}

inline std::vector<std::string> metric_names(const CompareReport& report) {
  std::vector<std::string> names;
  for (const auto& each : report.metrics) names.push_back(each.name);
  return names;
}

}  // namespace assay
