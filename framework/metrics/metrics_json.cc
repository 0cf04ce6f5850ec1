// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/metrics_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/metric.h"
#include "assay/internal/profile.h"
#include "assay/internal/statistics.h"
#include "json_number.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json pair(const std::optional<Interval>& interval) {
  return interval ? Json::array({rounded(interval->low), rounded(interval->high)}) : Json(nullptr);
}

double milliseconds(std::chrono::nanoseconds time) {
  return rounded(std::chrono::duration<double, std::milli>(time).count());
}

void put_group(Json& json, const Group& group) {
  json["pass"] = group.counts.pass;
  json["miss"] = group.counts.miss;
  json["unmeasured"] = group.counts.unmeasured;
  json["accuracy"] = number(group.accuracy);
  json["accuracy_interval"] = pair(group.interval);
  json["mean_score"] = number(group.score ? std::optional(group.score->value) : std::nullopt);
  json["mean_score_error"] = number(group.score ? group.score->standard_error : std::nullopt);
}

Json groups_json(const std::vector<Group>& groups) {
  Json json = Json::object();
  // Names are unique, so append: looking each one up would take quadratic time.
  auto& members = json.get_ref<Json::object_t&>();
  for (const Group& each : groups) put_group(members.emplace_back(each.name, Json()).second, each);
  return json;
}

Json latency_json(const std::optional<Latency>& latency) {
  if (!latency) return nullptr;
  return {{"answers", latency->answers},
          {"p50", milliseconds(latency->p50)},
          {"p95", milliseconds(latency->p95)},
          {"p99", milliseconds(latency->p99)},
          {"max", milliseconds(latency->max)}};
}

// Four decimals are too few for money: prices go down to a thousandth of a cent.
Json usage_json(const std::optional<Usage>& usage) {
  if (!usage) return nullptr;
  return {{"sum", std::round(usage->sum * 1e9) / 1e9}, {"answers", usage->answers}};
}

void put_cases(Json& json, const Summary& summary) {
  json["slowest"] = Json::array();
  for (const SlowCase& each : summary.slowest) {
    json["slowest"].push_back({{"case", each.name}, {"latency_ms", milliseconds(each.latency)}});
  }
  json["flaky"] = Json::array();
  for (const FlakyCase& each : summary.flaky) {
    json["flaky"].push_back({{"case", each.name}, {"attempts", each.attempts}, {"passes", each.passes}});
  }
}

Json repeats_json(const std::optional<Repeats>& repeats) {
  if (!repeats) return nullptr;
  Json json = {{"cases", repeats->cases}, {"attempts", repeats->attempts}, {"most_attempts", repeats->most}};
  json["mean_score"] = number(repeats->score ? std::optional(repeats->score->value) : std::nullopt);
  json["mean_score_error"] = number(repeats->score ? repeats->score->standard_error : std::nullopt);
  json["within_case_variance"] = number(repeats->within_case_variance);
  for (const auto& each : repeats->at) {
    const std::string k = std::to_string(each.k);
    json["pass_at_k"][k] = rounded(each.pass_at_k);
    json["pass_hat_k"][k] = rounded(each.pass_hat_k);
    json["n"][k] = each.cases;
  }
  return json;
}

Json partial_credit_json(const std::map<std::string, Figure>& means) {
  if (means.empty()) return nullptr;
  Json json;
  Json counts;
  for (const Metric& metric : metrics_over(Metric::Over::commands)) {
    if (metric.role != Metric::Role::nearness) continue;
    const auto found = means.find(std::string(metric.name));
    const Figure figure = found == means.end() ? Figure{} : found->second;
    json[std::string(metric.name)] = number(figure.value);
    counts[std::string(metric.name)] = figure.n;
  }
  json["n"] = std::move(counts);
  return json;
}

Json clusters_json(const std::optional<Clusters>& clusters) {
  if (!clusters) return nullptr;
  return {{"count", clusters->count}, {"mean_score_error", number(clusters->standard_error)}};
}

void put_summary(Json& json, const Summary& summary) {
  json["complete"] = summary.complete;
  json["present"] = summary.present;
  json["expected"] = summary.expected;
  put_group(json, summary.all);
  json["accuracy_bounds"] = pair(summary.accuracy_bounds);
  json["mean_score_bounds"] = pair(summary.score_bounds);
  json["partial_credit"] = partial_credit_json(summary.partial_credit);
  json["clusters"] = clusters_json(summary.clusters);
  json["posix_share"] = number(summary.posix_share);
  json["by_dataset"] = groups_json(summary.by_dataset);
  json["by_category"] = groups_json(summary.by_category);
  json["by_risk_level"] = groups_json(summary.by_risk_level);
  json["by_tag"] = groups_json(summary.by_tag);
  json["by_method"] = groups_json(summary.by_method);
  json["endings"] = summary.endings;
  json["latency_ms"] = latency_json(summary.latency);
  json["tokens"] = usage_json(summary.tokens);
  json["cost"] = usage_json(summary.cost);
  put_cases(json, summary);
  json["flaky_cases"] = summary.flaky_cases;
  json["repeats"] = repeats_json(summary.repeats);
}

void put_evaluation(Json& json, const EvaluationMetrics& metrics, const RunInfo& info) {
  json.update(Json::parse(to_json(metrics, *info.profile)));
  if (!info.judge.empty()) json["judge_match_rate"] = number(metrics.judged.share());
}

}  // namespace

void write_metrics(std::ostream& out, const RunInfo& info, const Summary& summary,
                   const std::optional<AggregateMetrics>& retrieval, const std::optional<Safety>& safety,
                   const std::optional<EvaluationMetrics>& evaluation) {
  Json json;
  RunInfo measured = info;
  measured
      .shards = {};  // sharding changes no figure: a run that was divided differently yields the same files
  json["run"] = Json::parse(to_json(measured));
  put_summary(json, summary);
  json["retrieval"] = retrieval ? Json::parse(to_json(*retrieval)) : Json(nullptr);
  json["safety"] = safety ? Json::parse(to_json(*safety)) : Json(nullptr);
  if (evaluation && info.profile) put_evaluation(json, *evaluation, info);
  out << json.dump(2, ' ', false, Json::error_handler_t::replace) << '\n';
}

std::string to_json(const Summary& summary) {
  Json json;
  put_summary(json, summary);
  json["safety"] = summary.safety ? Json::parse(figures_json(*summary.safety)) : Json(nullptr);
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay
