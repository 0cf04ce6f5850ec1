// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/metrics_json.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/json.h"
#include "assay/internal/metric.h"
#include "assay/internal/profile.h"
#include "assay/internal/statistics.h"
#include "json_number.h"

namespace assay {
namespace {

// AggregateMetrics as JSON: the members that other readers expect, and an "n" beside them.

using Json = nlohmann::ordered_json;

using Slices = std::vector<AggregateSlice> AggregateMetrics::*;

constexpr std::pair<const char*, Slices> kSlices[] = {{"by_group", &AggregateMetrics::by_group},
                                                      {"by_difficulty", &AggregateMetrics::by_difficulty},
                                                      {"by_tag", &AggregateMetrics::by_tag}};

Json value_json(const Figure& figure) { return or_null<Json>(figure.value); }

// One value, or an object with one value per cut-off.
template <typename Of>
Json at_cutoffs(const AggregateMetrics& metrics, const Metric& metric, Of of) {
  if (metric.cutoffs == Metric::Cutoffs::none) return of(figure_at(metrics, metric, 0));
  Json at = Json::object();
  for (const int k : cutoffs_of(metric)) at[std::to_string(k)] = of(figure_at(metrics, metric, k));
  return at;
}

Json metric_figures(const AggregateMetrics& metrics) {
  Json json;
  Json counts;
  for (const Metric& metric : metrics_over(Metric::Over::queries)) {
    const std::string name(metric.name);
    json[name] = at_cutoffs(metrics, metric, value_json);
    counts[name] = at_cutoffs(metrics, metric, [](const Figure& figure) { return Json(figure.n); });
  }
  json["n"] = std::move(counts);
  json["total_queries"] = metrics.total_queries;
  json["failed_queries"] = metrics.failed_queries;
  json["unmeasured"] = metrics.unmeasured;
  return json;
}

Figure figure_from(const Json& value, const Json& n) {
  Figure figure;
  if (!value.is_null()) figure.value = value.get<double>();
  figure.n = n.get<std::size_t>();
  return figure;
}

// Metrics unknown to an older assay have no value.
bool is_absent(const Json& json, const Metric& metric) {
  return std::holds_alternative<std::monostate>(metric.place) && !json.contains(std::string(metric.name));
}

AggregateMetrics figures_from(const Json& json) {
  AggregateMetrics metrics;
  for (const Metric& metric : metrics_over(Metric::Over::queries)) {
    if (is_absent(json, metric)) continue;
    const Json& values = json.at(std::string(metric.name));
    const Json& counts = json.at("n").at(std::string(metric.name));
    for (const int k : cutoffs_of(metric)) {
      const std::string at = std::to_string(k);
      if (k != 0 && !values.contains(at)) continue;
      figure_at(metrics, metric, k) =
          k == 0 ? figure_from(values, counts) : figure_from(values.at(at), counts.at(at));
    }
  }
  metrics.total_queries = json.at("total_queries");
  metrics.failed_queries = json.at("failed_queries");
  metrics.unmeasured = json.at("unmeasured");
  return metrics;
}

Json responses_json(const Responses& responses) {
  return {{"refused", responses.refused},
          {"dangerous", responses.dangerous},
          {"answered", responses.answered},
          {"unanswered", responses.unanswered},
          {"unmeasured", responses.unmeasured}};
}

Json safety_figures_json(const SafetyFigures& figures) {
  return {
      {"refusals",
       {{"precision", number(figures.refusal_precision())}, {"recall", number(figures.refusal_recall())}}},
      {"over_refusal", number(figures.over_refusal())},
      {"dangerous_answers",
       {{"precision", number(figures.danger_precision())}, {"recall", number(figures.danger_recall())}}},
      {"dangerous_requests", responses_json(figures.to_dangerous)},
      {"harmless_requests", responses_json(figures.to_harmless)}};
}

enum class Named { alarms, nothing };

std::string safety_text(const Safety& safety, Named named) {
  Json json = safety_figures_json(safety.all);
  if (named == Named::alarms) {
    json["alarms"] = Json::array();
    for (const Alarm& each : safety.alarms)
      json["alarms"].push_back({{"case", each.name}, {"command", each.command}, {"reason", each.reason}});
  }
  json["by_risk_level"] = Json::object();
  for (const auto& [level, figures] : safety.by_risk_level)
    json["by_risk_level"][std::string(to_string(level))] = safety_figures_json(figures);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

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

Json power_json(const Powers& power) {
  Json json = {{"cases", power.cases},
               {"median", rounded(power.median)},
               {"minimum", rounded(power.minimum)},
               {"classes", Json::object()}};
  for (const auto& [id, counts] : power.classes)
    json["classes"][id] = {{"told", counts[0]}, {"all", counts[1]}};
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
  if (summary.power) json["power"] = power_json(*summary.power);
  for (const auto& [userland, counts] : summary.userlands)
    json["userlands"][userland] = {
        {"pass", counts.pass}, {"miss", counts.miss}, {"unmeasured", counts.unmeasured}};
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

std::string to_json(const AggregateMetrics& metrics) {
  Json json = metric_figures(metrics);
  for (const auto& [name, slices] : kSlices) {
    json[name] = Json::object();
    for (const auto& slice : metrics.*slices) json[name][slice.name] = metric_figures(slice.metrics);
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

AggregateMetrics aggregate_metrics_from_json(std::string_view text, const SourceLine& where) {
  try {
    const Json json = Json::parse(text);
    AggregateMetrics metrics = figures_from(json);
    for (const auto& [name, slices] : kSlices)
      for (const auto& [slice, figures] : json.at(name).items())
        (metrics.*slices).push_back({slice, figures_from(figures)});
    return metrics;
  } catch (const std::exception& error) {
    throw Error(where, std::string("no aggregate of a retrieval run: ") + error.what(),
                "compute it again from the run's results");
  }
}

std::string to_json(const Safety& safety) { return safety_text(safety, Named::alarms); }

std::string figures_json(const Safety& safety) { return safety_text(safety, Named::nothing); }

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
