// SPDX-License-Identifier: Apache-2.0
#include "nearness_table.h"

#include "assay/internal/metric.h"
#include "numbers.h"

namespace assay {

std::vector<NearnessRow> nearness_rows(const Summary& summary) {
  std::vector<NearnessRow> rows;
  for (const Metric& metric : metrics_over(Metric::Over::commands))
    if (const auto found = summary.partial_credit.find(std::string(metric.name));
        found != summary.partial_credit.end())
      rows.push_back({metric.name, decimals(found->second.value), found->second.n});
  return rows;
}

}  // namespace assay
