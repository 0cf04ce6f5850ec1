// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/matrix_text.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/statistics.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json run_json(const MatrixRun& run) {
  return {{"label", run.label},
          {"run_id", run.info.run_id},
          {"suite", run.info.suite},
          {"tool", run.info.tool},
          {"summary", Json::parse(to_json(run.summary))}};
}

// Six decimals, as in docs/compare-format.md.
Json p_value(const std::optional<double>& p) {
  return or_null<Json>(p, [](double value) { return std::round(value * 1e6) / 1e6; });
}

Json alone_json(const MatrixPair::Alone& alone) { return {{"count", alone.count}, {"first", alone.names}}; }

Json pair_json(const Matrix& matrix, const MatrixPair& pair) {
  const auto difference = pair.difference();
  return {
      {"a", matrix.runs[pair.a].label},
      {"b", matrix.runs[pair.b].label},
      {"cases", pair.cases},
      {"only_a", alone_json(pair.only_a)},
      {"only_b", alone_json(pair.only_b)},
      {"difference", or_null<Json>(difference, rounded)},
      {"interval", pair.interval ? Json::array({rounded(pair.interval->low), rounded(pair.interval->high)})
                                 : Json(nullptr)},
      {"p", p_value(pair.p)},
      {"p_holm", p_value(pair.p_holm)},
      {"significant", pair.is_significant()}};
}

Json parting_json(const PartingCase& each) {
  Json statuses = Json::array();
  for (const Status status : each.statuses) statuses.push_back(to_string(status));
  return {{"dataset", each.dataset}, {"id", each.id}, {"category", each.category}, {"statuses", statuses}};
}

}  // namespace

std::string to_json(const Matrix& matrix) {
  Json json = {{"runs", Json::array()}, {"pairs", Json::array()}};
  for (const MatrixRun& run : matrix.runs) json["runs"].push_back(run_json(run));
  for (const MatrixPair& pair : matrix.pairs) json["pairs"].push_back(pair_json(matrix, pair));
  json["cases"] = matrix.cases;
  json["all_passed"] = matrix.all_passed;
  json["all_missed"] = matrix.all_missed;
  json["parting"] = Json::array();
  for (const PartingCase& each : matrix.parting) json["parting"].push_back(parting_json(each));
  json["not_listed"] = matrix.not_listed;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
