// AggregateMetrics as JSON: the members that readers of such files look for, and an "n" beside them.
#include <nlohmann/json.hpp>

#include "assay/retrieval.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

using SingleFigure = Figure AggregateMetrics::*;
using FigureAtK = std::map<int, Figure> AggregateMetrics::*;
using Slices = std::vector<AggregateSlice> AggregateMetrics::*;

struct Member {
  const char* name;
  SingleFigure single;
  FigureAtK at_k;
};

// In the order in which they are written.
constexpr Member kMembers[] = {{"hit_at_k", nullptr, &AggregateMetrics::hit_at_k},
                               {"mrr", &AggregateMetrics::mrr, nullptr},
                               {"recall_at_k_doc", nullptr, &AggregateMetrics::recall_at_k_doc},
                               {"precision_at_k_chunk", nullptr, &AggregateMetrics::precision_at_k_chunk},
                               {"citation_coverage", &AggregateMetrics::citation_coverage, nullptr},
                               {"groundedness", &AggregateMetrics::groundedness, nullptr},
                               {"empty_result_rate", &AggregateMetrics::empty_result_rate, nullptr},
                               {"refusal_correctness", &AggregateMetrics::refusal_correctness, nullptr},
                               {"ndcg_at_k", nullptr, &AggregateMetrics::ndcg_at_k},
                               {"map", &AggregateMetrics::mean_average_precision, nullptr},
                               {"judged_at_k", nullptr, &AggregateMetrics::judged_at_k}};

constexpr std::pair<const char*, Slices> kSlices[] = {{"by_group", &AggregateMetrics::by_group},
                                                      {"by_difficulty", &AggregateMetrics::by_difficulty},
                                                      {"by_tag", &AggregateMetrics::by_tag}};

Json value_json(const Figure& figure) { return figure.value ? Json(*figure.value) : Json(nullptr); }

Json values_json(const AggregateMetrics& metrics, const Member& member) {
  if (member.single) return value_json(metrics.*member.single);
  Json at = Json::object();
  for (const auto& [k, figure] : metrics.*member.at_k) at[std::to_string(k)] = value_json(figure);
  return at;
}

Json counts_json(const AggregateMetrics& metrics, const Member& member) {
  if (member.single) return (metrics.*member.single).n;
  Json at = Json::object();
  for (const auto& [k, figure] : metrics.*member.at_k) at[std::to_string(k)] = figure.n;
  return at;
}

Json figures_json(const AggregateMetrics& metrics) {
  Json json;
  Json counts;
  for (const Member& member : kMembers) {
    json[member.name] = values_json(metrics, member);
    counts[member.name] = counts_json(metrics, member);
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

AggregateMetrics figures_from(const Json& json) {
  AggregateMetrics metrics;
  for (const Member& member : kMembers) {
    const Json& values = json.at(member.name);
    const Json& counts = json.at("n").at(member.name);
    if (member.single) {
      metrics.*member.single = figure_from(values, counts);
      continue;
    }
    for (const auto& [k, value] : values.items())
      (metrics.*member.at_k)[std::stoi(k)] = figure_from(value, counts.at(k));
  }
  metrics.total_queries = json.at("total_queries");
  metrics.failed_queries = json.at("failed_queries");
  metrics.unmeasured = json.at("unmeasured");
  return metrics;
}

}  // namespace

std::string to_json(const AggregateMetrics& metrics) {
  Json json = figures_json(metrics);
  for (const auto& [name, slices] : kSlices) {
    json[name] = Json::object();
    for (const auto& slice : metrics.*slices) json[name][slice.name] = figures_json(slice.metrics);
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
