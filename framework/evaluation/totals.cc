// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/profile.h"

namespace assay {
namespace {

void count_match(MatchRate& rate, std::optional<bool> match) {
  if (!match) return;
  ++rate.measured;
  rate.matches += *match;
}

}  // namespace

void EvaluationTotals::add(const EvaluationResult& result, bool is_answer) {
  ++metrics_.total;
  if (is_answer) count_match(metrics_.exact, result.exact_match);
  count_match(metrics_.semantic, result.semantic_match);
  count_match(metrics_.judged, result.llm_judge_match);
  count_match(metrics_.functional, result.functionally_equivalent);
  if (!result.semantic_similarity) return;
  similarity_.add(*result.semantic_similarity);
  ++similarities_;
}

EvaluationMetrics EvaluationTotals::finish() const {
  EvaluationMetrics metrics = metrics_;
  if (similarities_ > 0)
    metrics.avg_similarity =
        static_cast<double>(similarity_.value() / static_cast<long double>(similarities_));
  return metrics;
}

std::string rate_text(const MatchRate& rate) {
  if (!rate.share()) return "not measured";
  return fmt::format("{}/{} = {:.1f} %", rate.matches, rate.measured, 100 * *rate.share());
}

std::vector<std::pair<std::string, std::string>> described(const EvaluationMetrics& metrics) {
  const auto& average = metrics.avg_similarity;
  return {{"Exact match rate", rate_text(metrics.exact)},
          {"Semantic match rate", rate_text(metrics.semantic)},
          {"Functional match rate", rate_text(metrics.functional)},
          {"Average similarity", average ? fmt::format("{:.4f}", *average) : "not measured"}};
}

std::string to_json(const EvaluationMetrics& metrics, const EvaluationTerms& terms) {
  const nlohmann::ordered_json json = {
      {"total", metrics.total},
      {"exact_match_rate", or_null<nlohmann::ordered_json>(metrics.exact.share())},
      {"semantic_match_rate", or_null<nlohmann::ordered_json>(metrics.semantic.share())},
      {"functional_match_rate", or_null<nlohmann::ordered_json>(metrics.functional.share())},
      {"avg_similarity", or_null<nlohmann::ordered_json>(metrics.avg_similarity)},
      {"threshold", terms.threshold},
      {"measured",
       {{"exact", metrics.exact.measured},
        {"semantic", metrics.semantic.measured},
        {"judge", metrics.judged.measured},
        {"functional", metrics.functional.measured}}},
      {"profile", to_string(terms.profile)}};
  return json.dump();
}

}  // namespace assay
