// SPDX-License-Identifier: Apache-2.0
// AggregateMetrics as JSON: the members that other readers expect, and an "n" beside them.
#include <nlohmann/json.hpp>

#include "assay/internal/json.h"
#include "assay/internal/metric.h"
#include "assay/retrieval.h"

namespace assay {
namespace {

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
      figure_at(metrics, metric, k) =
          k == 0 ? figure_from(values, counts) : figure_from(values.at(at), counts.at(at));
    }
  }
  metrics.total_queries = json.at("total_queries");
  metrics.failed_queries = json.at("failed_queries");
  metrics.unmeasured = json.at("unmeasured");
  return metrics;
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
    throw Error(Problem{.where = where,
                        .pointer = "",
                        .what = std::string("no aggregate of a retrieval run: ") + error.what(),
                        .next = "compute it again from the run's results"});
  }
}

}  // namespace assay
