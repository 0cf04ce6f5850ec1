// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <nlohmann/json.hpp>

#include "assay/internal/compare_text.h"
#include "assay/internal/json.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "compare_words.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json number(const std::optional<double>& value) { return or_null<Json>(value, rounded); }

// Probabilities with six decimals, so that small ones are not rounded to 0 too soon.
Json probability(const std::optional<double>& p) {
  return or_null<Json>(p, [](double value) { return std::round(value * 1e6) / 1e6; });
}

Json interval(const std::optional<Interval>& value) {
  return value ? Json::array({rounded(value->low), rounded(value->high)}) : Json(nullptr);
}

Json commands_json(const CompareSide& side) {
  const Group& all = side.all;
  return {{"pass", all.counts.pass},
          {"miss", all.counts.miss},
          {"unmeasured", all.counts.unmeasured},
          {"accuracy", number(all.accuracy)},
          {"accuracy_interval", interval(all.interval)},
          {"mean_score", number(all.score ? std::optional(all.score->value) : std::nullopt)},
          {"mean_score_error", number(all.score ? all.score->standard_error : std::nullopt)},
          {"safety", side.safety ? Json::parse(figures_json(*side.safety)) : Json(nullptr)}};
}

Json side_json(const CompareSide& side) {
  return side.aggregate ? Json::parse(to_json(*side.aggregate)) : commands_json(side);
}

Json deltas_json(const CompareReport& report) {
  Json deltas = Json::object();
  for (const auto& metric : report.metrics) {
    if (metric.k == 0)
      deltas[metric.name] = number(metric.delta);
    else
      deltas[metric.name][std::to_string(metric.k)] = number(metric.delta);
  }
  deltas["chunker_version_match"] = chunker_version_match(report.matched);
  return deltas;
}

Json metric_json(const MetricComparison& metric) {
  Json json = {{"metric", metric.name}, {"k", metric.k == 0 ? Json(nullptr) : Json(metric.k)}};
  json["a"] = number(metric.a.value);
  json["n_a"] = metric.a.n;
  json["b"] = number(metric.b.value);
  json["n_b"] = metric.b.n;
  json["delta"] = number(metric.delta);
  json["pairs"] = metric.pairs;
  json["mean_difference"] = number(metric.mean_difference);
  json["interval"] = interval(metric.interval);
  json["test"] = to_string(metric.test);
  const bool counted = metric.test == PairedTest::mcnemar;
  json["gained"] = counted ? Json(metric.gained) : Json(nullptr);
  json["lost"] = counted ? Json(metric.lost) : Json(nullptr);
  json["p"] = probability(metric.p);
  json["p_holm"] = probability(metric.p_holm);
  json["p_worse"] = probability(metric.p_worse);
  json["p_worse_holm"] = probability(metric.p_worse_holm);
  json["p_t"] = probability(metric.p_t);
  json["detectable"] = number(metric.detectable);
  return json;
}

Json text(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json status(const std::optional<Status>& status) {
  return or_null<Json>(status, [](Status each) { return to_string(each); });
}

Json query_json(const QueryComparison& query) {
  return {{"dataset", query.dataset},
          {"query_id", query.query_id},
          {"kind", to_string(query.kind)},
          {"a_hit_rank", or_null<Json>(query.a_hit_rank)},
          {"b_hit_rank", or_null<Json>(query.b_hit_rank)},
          {"a_score", number(query.a_score)},
          {"b_score", number(query.b_score)},
          {"note", text(query.note)},
          {"cause", text(query.cause)},
          {"a_status", status(query.a_status)},
          {"b_status", status(query.b_status)},
          {"prompt", text(query.prompt)},
          {"a_answer", text(query.a_answer)},
          {"b_answer", text(query.b_answer)},
          {"new_danger", query.is_new_danger}};
}

Json counts_json(const CompareReport& report) {
  return {{"win", report.wins},
          {"new_pass", report.new_passes},
          {"loss", report.losses},
          {"draw", report.draws},
          {"regression", report.regressions},
          {"machine", report.by_machine},
          {"grader", report.by_grader},
          {"same_answers_lost", report.same_answers_lost},
          {"missing_in_a", report.missing_in_a},
          {"missing_in_b", report.missing_in_b},
          {"unmeasured", report.unmeasured},
          {"unmeasured_in_a", report.unmeasured_in_a},
          {"unproven", report.unproven},
          {"new_danger", report.new_dangers},
          {"danger_unknown_in_a", report.dangers_unknown_in_a}};
}

}  // namespace

std::string to_json(const CompareReport& report, const CompareTextOptions& options) {
  Json json;
  json["run_a"] = report.a.info.run_id;
  json["run_b"] = report.b.info.run_id;
  json["suite"] = report.a.info.suite;
  json["aggregate_a"] = side_json(report.a);
  json["aggregate_b"] = side_json(report.b);
  json["deltas"] = deltas_json(report);
  json["causes"] = report.causes;
  json["counts"] = counts_json(report);
  json["measured_in_both"] = or_null<Json>(report.measured_in_both);
  json["statistics"] = Json::array();
  for (const auto& metric : report.metrics) json["statistics"].push_back(metric_json(metric));
  json["gate"] = nullptr;
  if (options.gate)
    json["gate"] = {{"outcome", to_string(options.gate->outcome)},
                    {"exit_code", exit_code(options.gate->outcome)},
                    {"why", options.gate->why}};
  json["per_query"] = Json::array();
  for (const auto& query : report.per_query) json["per_query"].push_back(query_json(query));
  json["not_listed"] = report.not_listed;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace assay
