// SPDX-License-Identifier: Apache-2.0
#include "retrieval_table.h"

#include "assay/internal/metric.h"
#include "numbers.h"

namespace assay {
namespace {

RetrievalRow row_of(const AggregateMetrics& metrics, const Metric& metric) {
  RetrievalRow row{std::string(metric.name), {}, 0};
  for (const int k : cutoffs_of(metric)) {
    const Figure figure = figure_at(metrics, metric, k);
    row.values.push_back(decimals(figure.value));
    row.n = figure.n;  // a query counts at every k or at none
  }
  return row;
}

}  // namespace

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics) {
  std::vector<RetrievalRow> rows;
  for (const auto cutoffs : {Metric::Cutoffs::each, Metric::Cutoffs::none})
    for (const Metric& metric : metrics_over(Metric::Over::queries))
      if (metric.cutoffs == cutoffs) rows.push_back(row_of(metrics, metric));
  return rows;
}

}  // namespace assay
