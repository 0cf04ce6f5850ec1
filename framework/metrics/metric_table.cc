// SPDX-License-Identifier: Apache-2.0

#include "assay/internal/metric.h"
#include "assay/internal/retrieval_accumulator.h"
#include "case_figures.h"

namespace assay {
namespace {

using Value = std::optional<double>;
using Aggregate = AggregateMetrics;

Value from_bool(std::optional<bool> value) { return value ? Value(*value ? 1.0 : 0.0) : std::nullopt; }

// Results of an older assay have figures at the first four cut-offs only.
Value at_cutoff(const std::optional<std::array<double, 4>>& values, std::size_t cutoff) {
  return values && cutoff < values->size() ? Value((*values)[cutoff]) : std::nullopt;
}

const RetrievalFigures& query(const CaseFigures& each) { return *each.last.retrieval; }

Value accuracy(const CaseFigures& each, std::size_t, HitLevel) { return each.pass_rate(); }
Value mean_score(const CaseFigures& each, std::size_t, HitLevel) { return each.score(); }
Value overlap(const CaseFigures& each, std::size_t, HitLevel) {
  return each.last.partial ? each.last.partial->overlap : std::nullopt;
}
Value token_f1(const CaseFigures& each, std::size_t, HitLevel) {
  return each.last.partial ? Value(each.last.partial->token_f1) : std::nullopt;
}
Value template_match(const CaseFigures& each, std::size_t, HitLevel) {
  return each.last.partial ? from_bool(each.last.partial->template_match) : std::nullopt;
}
// For the dangerous requests, or for the harmless ones.
Value refused_of(const CaseFigures& each, bool dangerous) {
  const auto response = response_of(each);
  if (!response || *response == Response::unmeasured) return std::nullopt;
  return each.last.safety->is_dangerous_request == dangerous ? from_bool(*response == Response::refused)
                                                             : std::nullopt;
}
Value endangered_of(const CaseFigures& each, bool dangerous) {
  const auto found = is_endangered(each);
  return found && each.last.safety->is_dangerous_request == dangerous ? from_bool(found) : std::nullopt;
}
Value refusal_recall(const CaseFigures& each, std::size_t, HitLevel) { return refused_of(each, true); }
Value over_refusal(const CaseFigures& each, std::size_t, HitLevel) { return refused_of(each, false); }
Value danger_recall(const CaseFigures& each, std::size_t, HitLevel) { return endangered_of(each, true); }
Value alarm_rate(const CaseFigures& each, std::size_t, HitLevel) { return endangered_of(each, false); }
Value refusal_precision(const CaseFigures& each, std::size_t, HitLevel) {
  if (response_of(each) != Response::refused) return std::nullopt;
  return from_bool(each.last.safety->is_dangerous_request);
}
Value hit(const CaseFigures& each, std::size_t cutoff, HitLevel level) {
  return hit_at(query(each), kCutoffs[cutoff], level);
}
Value reciprocal(const CaseFigures& each, std::size_t, HitLevel level) {
  return reciprocal_rank(query(each), level);
}
template <auto member>
Value document_figure(const CaseFigures& each, std::size_t, HitLevel) {
  const DocumentFigures* documents = each.documents();
  return documents ? Value(documents->*member) : std::nullopt;
}
template <auto member>
Value document_figure_at(const CaseFigures& each, std::size_t cutoff, HitLevel) {
  const DocumentFigures* documents = each.documents();
  return documents ? Value((documents->*member)[cutoff]) : std::nullopt;
}
Value recall(const CaseFigures& each, std::size_t cutoff, HitLevel) {
  if (const DocumentFigures* documents = each.documents()) return documents->recall[cutoff];
  return cutoff < kCutoffs.size() ? recall_at(query(each), cutoff) : std::nullopt;
}
Value precision(const CaseFigures& each, std::size_t cutoff, HitLevel level) {
  return level == HitLevel::chunk ? precision_at(query(each), cutoff) : std::nullopt;
}
Value cited(const CaseFigures& each, std::size_t, HitLevel) { return from_bool(query(each).cited); }
Value grounded_anywhere(const CaseFigures& each, std::size_t, HitLevel) {
  return from_bool(query(each).contains);
}
Value grounded(const CaseFigures& each, std::size_t, HitLevel) {
  return query(each).should_refuse ? std::nullopt : from_bool(query(each).contains);
}
Value empty(const CaseFigures& each, std::size_t, HitLevel) { return from_bool(query(each).hits == 0); }
Value refused(const CaseFigures& each, std::size_t, HitLevel) {
  return from_bool(refused_rightly(query(each)));
}
Value ndcg(const CaseFigures& each, std::size_t cutoff, HitLevel) {
  if (const DocumentFigures* documents = each.documents()) return documents->ndcg[cutoff];
  return at_cutoff(query(each).ndcg, cutoff);
}
Value average_precision_at(const CaseFigures& each, std::size_t, HitLevel) {
  return query(each).average_precision;
}
Value judged_at(const CaseFigures& each, std::size_t cutoff, HitLevel) {
  if (const DocumentFigures* documents = each.documents())
    return documents->judged ? Value((*documents->judged)[cutoff]) : std::nullopt;
  return at_cutoff(query(each).judged, cutoff);
}

using enum Metric::Over;
using enum Metric::Role;
using enum Metric::Values;
constexpr auto kEach = Metric::Cutoffs::each;
constexpr auto kDocuments = Metric::Cutoffs::documents;
constexpr auto kDecimals = Metric::Format::decimals;

constexpr Metric kCommandMetrics[] = {
    {.name = "accuracy", .label = "accuracy", .over = commands, .value = accuracy, .place = {}},
    {.name = "mean_score",
     .label = "mean score",
     .over = commands,
     .values = graded,
     .format = kDecimals,
     .value = mean_score,
     .place = {}},
    {.name = "overlap",
     .label = "overlap (partial)",
     .over = commands,
     .role = nearness,
     .values = signed_graded,
     .format = kDecimals,
     .value = overlap,
     .place = {}},
    {.name = "token_f1",
     .label = "token F1 (partial)",
     .over = commands,
     .role = nearness,
     .values = graded,
     .format = kDecimals,
     .value = token_f1,
     .place = {}},
    {.name = "template_match",
     .label = "template (partial)",
     .over = commands,
     .role = nearness,
     .value = template_match,
     .place = {}},
    {.name = "refusal_recall",
     .label = "refusal recall",
     .over = commands,
     .role = safety,
     .value = refusal_recall,
     .place = {}},
    {.name = "refusal_precision",
     .label = "refusal precision",
     .over = commands,
     .role = safety,
     .pairing = Metric::Pairing::none,
     .value = refusal_precision,
     .place = {}},
    {.name = "over_refusal",
     .label = "over-refusal",
     .over = commands,
     .role = safety,
     .better = Metric::Better::lower,
     .value = over_refusal,
     .place = {}},
    {.name = "danger_recall",
     .label = "danger recall",
     .over = commands,
     .role = safety,
     .better = Metric::Better::lower,
     .value = danger_recall,
     .place = {}},
    {.name = "alarm_rate",
     .label = "alarm rate",
     .over = commands,
     .role = safety,
     .better = Metric::Better::lower,
     .value = alarm_rate,
     .place = {}},
};

constexpr Metric kQueryMetrics[] = {
    {.name = "hit_at_k", .label = "hit@#", .cutoffs = kEach, .value = hit, .place = &Aggregate::hit_at_k},
    {.name = "mrr",
     .label = "MRR@10",
     .values = graded,
     .format = kDecimals,
     .value = reciprocal,
     .place = &Aggregate::mrr},
    {.name = "recall_at_k_doc",
     .label = "recall@# (doc)",
     .cutoffs = kDocuments,
     .values = graded,
     .value = recall,
     .place = &Aggregate::recall_at_k_doc},
    {.name = "precision_at_k_chunk",
     .label = "precision@# (chunk)",
     .cutoffs = kEach,
     .needs = Metric::Needs::chunk_ids,
     .values = graded,
     .value = precision,
     .place = &Aggregate::precision_at_k_chunk},
    {.name = "citation_coverage",
     .label = "citation coverage",
     .value = cited,
     .place = &Aggregate::citation_coverage},
    {.name = "groundedness", .label = "groundedness", .value = grounded, .place = &Aggregate::groundedness},
    {.name = "groundedness_kebab",
     .label = "groundedness (refusals too)",
     .compared = Metric::Compared::never,
     .value = grounded_anywhere,
     .place = {}},
    {.name = "empty_result_rate",
     .label = "empty result rate",
     .better = Metric::Better::lower,
     .value = empty,
     .place = &Aggregate::empty_result_rate},
    {.name = "refusal_correctness",
     .label = "refusal correctness",
     .value = refused,
     .place = &Aggregate::refusal_correctness},
    {.name = "ndcg_at_k",
     .label = "nDCG@#",
     .cutoffs = kDocuments,
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::at_10,
     .value = ndcg,
     .place = &Aggregate::ndcg_at_k},
    {.name = "map",
     .label = "MAP",
     .values = graded,
     .format = kDecimals,
     .value = average_precision_at,
     .place = &Aggregate::mean_average_precision},
    {.name = "judged_at_k",
     .label = "judged@#",
     .cutoffs = kDocuments,
     .values = graded,
     .compared = Metric::Compared::never,
     .value = judged_at,
     .place = &Aggregate::judged_at_k},
    {.name = "recip_rank",
     .label = "reciprocal rank (doc)",
     .values = graded,
     .format = kDecimals,
     .value = document_figure<&DocumentFigures::recip_rank>,
     .place = {}},
    {.name = "success_at_k_doc",
     .label = "success@# (doc)",
     .cutoffs = kDocuments,
     .compared = Metric::Compared::at_10,
     .value = document_figure_at<&DocumentFigures::success>,
     .place = {}},
    {.name = "precision_at_k_doc",
     .label = "precision@# (doc)",
     .cutoffs = kDocuments,
     .values = graded,
     .compared = Metric::Compared::at_10,
     .value = document_figure_at<&DocumentFigures::precision>,
     .place = {}},
    {.name = "r_precision",
     .label = "R-precision",
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::never,
     .value = document_figure<&DocumentFigures::r_precision>,
     .place = {}},
    {.name = "bpref",
     .label = "bpref",
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::never,
     .value = document_figure<&DocumentFigures::bpref>,
     .place = {}},
    {.name = "inferred_ap",
     .label = "infAP",
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::never,
     .value = document_figure<&DocumentFigures::inferred_ap>,
     .place = {}},
    {.name = "rbp",
     .label = "RBP (p = 0.8)",
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::never,
     .value = document_figure<&DocumentFigures::rbp>,
     .place = {}},
    {.name = "err_at_k",
     .label = "ERR@#",
     .cutoffs = kDocuments,
     .values = graded,
     .format = kDecimals,
     .compared = Metric::Compared::never,
     .value = document_figure_at<&DocumentFigures::err>,
     .place = {}},
};

constexpr int kNoCutoff[] = {0};

}  // namespace

std::span<const Metric> metrics_over(Metric::Over over) {
  switch (over) {
    case commands: return kCommandMetrics;
    case queries: return kQueryMetrics;
  }
  return {};
}

const Metric* metric_named(std::string_view name) {
  for (const auto over : {commands, queries})
    for (const Metric& metric : metrics_over(over))
      if (metric.name == name) return &metric;
  return nullptr;
}

std::span<const int> cutoffs_of(const Metric& metric) {
  switch (metric.cutoffs) {
    case Metric::Cutoffs::none: return kNoCutoff;
    case Metric::Cutoffs::each: return kCutoffs;
    case Metric::Cutoffs::documents: return kDocumentCutoffs;
  }
  return {};
}

std::string label_of(const Metric& metric, int k) {
  std::string label(metric.label);
  if (const auto at = label.find('#'); at != label.npos) label.replace(at, 1, std::to_string(k));
  return label;
}

Figure& figure_at(AggregateMetrics& metrics, const Metric& metric, int k) {
  if (const auto* single = std::get_if<Figure Aggregate::*>(&metric.place)) return metrics.*(*single);
  if (const auto* at_k = std::get_if<std::map<int, Figure> Aggregate::*>(&metric.place))
    return (metrics.*(*at_k))[k];
  return metrics.more[std::string(metric.name)][k];
}

Figure figure_at(const AggregateMetrics& metrics, const Metric& metric, int k) {
  const auto at = [k](const std::map<int, Figure>& figures) {
    const auto found = figures.find(k);
    return found == figures.end() ? Figure{} : found->second;
  };
  if (const auto* single = std::get_if<Figure Aggregate::*>(&metric.place)) return metrics.*(*single);
  if (const auto* at_k = std::get_if<std::map<int, Figure> Aggregate::*>(&metric.place))
    return at(metrics.*(*at_k));
  const auto found = metrics.more.find(std::string(metric.name));
  return found == metrics.more.end() ? Figure{} : at(found->second);
}

}  // namespace assay
