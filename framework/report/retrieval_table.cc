#include "retrieval_table.h"

#include <fmt/format.h>

namespace assay {
namespace {

std::string text_of(const Figure& figure) {
  return figure.value ? fmt::format("{:.4f}", *figure.value) : "–";
}

RetrievalRow row_of(std::string name, const Figure& figure) {
  return {std::move(name), {text_of(figure)}, figure.n};
}

// A query counts at every k or at none, so one n stands for all.
RetrievalRow row_of(std::string name, const std::map<int, Figure>& at_k) {
  RetrievalRow row{std::move(name), {}, 0};
  for (const auto& [k, figure] : at_k) {
    row.values.push_back(text_of(figure));
    row.n = figure.n;
  }
  return row;
}

}  // namespace

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics) {
  return {row_of("hit_at_k", metrics.hit_at_k),
          row_of("recall_at_k_doc", metrics.recall_at_k_doc),
          row_of("precision_at_k_chunk", metrics.precision_at_k_chunk),
          row_of("ndcg_at_k", metrics.ndcg_at_k),
          row_of("judged_at_k", metrics.judged_at_k),
          row_of("mrr", metrics.mrr),
          row_of("map", metrics.mean_average_precision),
          row_of("citation_coverage", metrics.citation_coverage),
          row_of("groundedness", metrics.groundedness),
          row_of("empty_result_rate", metrics.empty_result_rate),
          row_of("refusal_correctness", metrics.refusal_correctness)};
}

}  // namespace assay
