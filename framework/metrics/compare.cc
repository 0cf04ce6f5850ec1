#include "assay/compare.h"

#include <utility>

#include "metric_pairs.h"
#include "totals.h"

namespace assay {
namespace {

class Comparison {
 public:
  Comparison(RunInfo a, RunInfo b, const CompareOptions& options)
      : options_(options),
        sides_{Side{{}, RetrievalAccumulator(level(a, b))}, Side{{}, RetrievalAccumulator(level(a, b))}} {
    report_.matched = level(a, b);
    report_.causes = causes_between(a, b);
    report_.a.info = std::move(a);
    report_.b.info = std::move(b);
  }

  void add(const CaseFigures* a, const CaseFigures* b) {
    if (a != nullptr) count(sides_[0], *a);
    if (b != nullptr) count(sides_[1], *b);
    if (a != nullptr && b != nullptr) {
      pair(*a, *b);
    } else {
      miss(a != nullptr ? *a : *b, a == nullptr);
    }
  }

  CompareReport finish() {
    report_.a.all = sides_[0].totals.group("");
    report_.b.all = sides_[1].totals.group("");
    if (sides_[0].is_retrieval || sides_[1].is_retrieval) {
      report_.a.aggregate = sides_[0].retrieval.finish();
      report_.b.aggregate = sides_[1].retrieval.finish();
    }
    for (const MetricPairs& pairs : metrics_) report_.metrics.push_back(pairs.finish(options_.draws));
    adjust(report_.metrics);
    for (MetricComparison& metric : report_.metrics) put_figures(metric);
    return std::move(report_);
  }

 private:
  struct Side {
    Totals totals;
    RetrievalAccumulator retrieval;
    bool is_retrieval = false;
  };

  static HitLevel level(const RunInfo& a, const RunInfo& b);

  void count(Side& side, const CaseFigures& each) {
    side.totals.add(each.last.status, each.last.score);
    if (!each.last.retrieval) return;
    side.is_retrieval = true;
    side.retrieval.add(each.last);
  }

  void pair(const CaseFigures& a, const CaseFigures& b) {
    if (a.last.retrieval.has_value() != b.last.retrieval.has_value())
      throw NotComparable(
          Problem{{},
                  "",
                  "case " + a.last.id + " asks for a command in one run and for documents in the other",
                  "compare runs of one suite"});
    if (metrics_.empty())
      metrics_ = a.last.retrieval ? retrieval_metrics(report_.matched) : command_metrics();
    for (MetricPairs& metric : metrics_) metric.add(a, b, report_.matched);
    keep(compare_case(a, b, report_.matched));
  }

  void miss(const CaseFigures& each, bool in_a) {
    QueryComparison query{each.last.dataset, each.last.id, Change::missing, {}, {}, {}, {}, {}};
    ++(in_a ? report_.missing_in_a : report_.missing_in_b);
    query.note = in_a ? "only in b" : "only in a";
    (in_a ? query.b_score : query.a_score) = each.score();
    if (each.last.retrieval)
      (in_a ? query.b_hit_rank : query.a_hit_rank) = rank_at(*each.last.retrieval, report_.matched);
    list(std::move(query));
  }

  void keep(QueryComparison query) {
    switch (query.kind) {
      case Change::win:
        ++report_.wins;
        break;
      case Change::loss:
        ++report_.losses;
        break;
      case Change::draw:
        ++report_.draws;
        break;
      case Change::regression:
        ++report_.regressions;
        break;
      case Change::missing:
        ++report_.unmeasured;
        break;
    }
    list(std::move(query));
  }

  // Everything while there is room; from then on changes only.
  void list(QueryComparison query) {
    ++cases_;
    if (cases_ == options_.most_queries + 1)
      std::erase_if(report_.per_query, [](const QueryComparison& each) { return each.kind == Change::draw; });
    if (cases_ > options_.most_queries &&
        (query.kind == Change::draw || report_.per_query.size() >= options_.most_queries)) {
      report_.not_listed = cases_ - report_.per_query.size();
      return;
    }
    if (query.kind != Change::draw) explain(query);
    report_.per_query.push_back(std::move(query));
    report_.not_listed = cases_ - report_.per_query.size();
  }

  void explain(QueryComparison& query) const {
    if (query.kind == Change::missing) return;
    for (const auto& cause : report_.causes) query.note += (query.note.empty() ? "" : "; ") + cause;
  }

  void put_figures(MetricComparison& metric) const;

  CompareOptions options_;
  CompareReport report_;
  Side sides_[2];
  std::vector<MetricPairs> metrics_;
  std::size_t cases_ = 0;
};

HitLevel Comparison::level(const RunInfo& a, const RunInfo& b) {
  const auto chunker = [](const RunInfo& info) {
    const auto found = info.parts.find("chunker");
    return found == info.parts.end() ? std::string() : found->second;
  };
  return chunker(a) == chunker(b) ? HitLevel::chunk : HitLevel::document;
}

Figure figure_of(const AggregateMetrics& metrics, const std::string& name, int k) {
  if (name == "hit_at_k") return metrics.hit_at_k.at(k);
  if (name == "mrr") return metrics.mrr;
  if (name == "recall_at_k_doc") return metrics.recall_at_k_doc.at(k);
  if (name == "precision_at_k_chunk") return metrics.precision_at_k_chunk.at(k);
  if (name == "citation_coverage") return metrics.citation_coverage;
  if (name == "groundedness") return metrics.groundedness;
  if (name == "empty_result_rate") return metrics.empty_result_rate;
  if (name == "refusal_correctness") return metrics.refusal_correctness;
  if (name == "ndcg_at_k") return metrics.ndcg_at_k.at(k);
  if (name == "map") return metrics.mean_average_precision;
  return {};
}

Figure figure_of(const Group& all, const std::string& name) {
  if (name == "accuracy" && all.accuracy) return {rounded(*all.accuracy), all.counts.measured()};
  if (name == "mean_score" && all.score) return {rounded(all.score->value), all.counts.measured()};
  return {};
}

Figure figure_of(const CompareSide& side, const std::string& name, int k) {
  return side.aggregate ? figure_of(*side.aggregate, name, k) : figure_of(side.all, name);
}

void Comparison::put_figures(MetricComparison& metric) const {
  metric.a = figure_of(report_.a, metric.name, metric.k);
  metric.b = figure_of(report_.b, metric.name, metric.k);
  if (metric.a.value && metric.b.value) metric.delta = rounded(*metric.b.value - *metric.a.value);
}

}  // namespace

std::string_view to_string(Change change) {
  switch (change) {
    case Change::win:
      return "win";
    case Change::loss:
      return "loss";
    case Change::draw:
      return "draw";
    case Change::regression:
      return "regression";
    case Change::missing:
      return "missing";
  }
  return "";
}

std::string_view to_string(PairedTest test) {
  switch (test) {
    case PairedTest::mcnemar:
      return "mcnemar";
    case PairedTest::sign_flip:
      return "sign_flip";
  }
  return "";
}

std::string_view chunker_version_match(HitLevel matched) {
  switch (matched) {
    case HitLevel::chunk:
      return "exact";
    case HitLevel::document:
      return "fallback_doc";
  }
  return "";
}

CompareReport compare(CompareInput a, CompareInput b, const CompareOptions& options) {
  if (auto problems = obstacles(a.info, b.info, options); !problems.empty())
    throw NotComparable(std::move(problems));
  Comparison comparison(std::move(a.info), std::move(b.info), options);
  CaseReader in_a(std::move(a.figures));
  CaseReader in_b(std::move(b.figures));
  while (in_a.current() != nullptr || in_b.current() != nullptr) {
    const CaseFigures* left = in_a.current();
    const CaseFigures* right = in_b.current();
    const int order = left == nullptr ? 1 : right == nullptr ? -1 : order_of(left->last, right->last);
    comparison.add(order <= 0 ? left : nullptr, order >= 0 ? right : nullptr);
    if (order <= 0) in_a.advance();
    if (order >= 0) in_b.advance();
  }
  return comparison.finish();
}

CompareReport compare(const Run& a, const Run& b, const CompareOptions& options) {
  return compare({a.info, figures_of(a)}, {b.info, figures_of(b)}, options);
}

}  // namespace assay
