// SPDX-License-Identifier: Apache-2.0
// Queries whose ranks are compared, and the parts of a comparison's result.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"
#include "retrieval_script.h"

namespace assay {

inline const MetricComparison& metric(const CompareReport& report, std::string_view name, int k = 0) {
  const auto found = std::ranges::find_if(
      report.metrics, [&](const MetricComparison& each) { return each.name == name && each.k == k; });
  if (found == report.metrics.end()) throw std::runtime_error("no metric " + std::string(name));
  return *found;
}

inline std::vector<std::string> metric_names(const CompareReport& report) {
  std::vector<std::string> names;
  for (const auto& each : report.metrics) names.push_back(each.name);
  return names;
}

// "id kind" for each query.
inline std::vector<std::string> kinds(const CompareReport& report) {
  std::vector<std::string> texts;
  for (const auto& each : report.per_query)
    texts.push_back(each.query_id + " " + std::string(to_string(each.kind)));
  return texts;
}

// Queries that each expect chunk c#1 of document c, found at the given rank (0: not found). Ranks up to 10
// pass.
inline RetrievalScript ranks(const std::vector<int>& places) {
  RetrievalScript script;
  for (std::size_t i = 0; i < places.size(); ++i) {
    script.query("q" + std::to_string(i + 1)).expects({"c#1"}, {"c"});
    for (int rank = 1; rank < places[i]; ++rank) script.finds({"x" + std::to_string(rank) + "#1"});
    if (places[i] > 0) script.finds({"c#1"});
    if (places[i] > 0 && places[i] <= 10) script.passes();
  }
  return script;
}

}  // namespace assay
