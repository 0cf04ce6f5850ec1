#include "side_figures.h"

namespace assay {
namespace {

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

}  // namespace

SideFigures::SideFigures(HitLevel matched)
    : shared_{{}, RetrievalAccumulator(matched)}, alone_{{}, RetrievalAccumulator(matched)} {}

void SideFigures::add(Part& part, const CaseFigures& each) {
  part.totals.add(each.last.status, each.last.score);
  if (!each.last.retrieval) return;
  has_queries_ = true;
  part.retrieval.add(each.last);
}

void SideFigures::add_shared(const CaseFigures& each) { add(shared_, each); }

void SideFigures::add_alone(const CaseFigures& each) { add(alone_, each); }

SideFigures::Finished SideFigures::finish(Kind kind) {
  Finished finished;
  finished.shared.all = shared_.totals.group("");
  alone_.totals.add(shared_.totals);
  finished.whole.all = alone_.totals.group("");
  switch (kind) {
    case Kind::commands:
      break;
    case Kind::queries:
      finished.shared.aggregate = shared_.retrieval.finish();
      alone_.retrieval.add(std::move(shared_.retrieval));
      finished.whole.aggregate = alone_.retrieval.finish();
      break;
  }
  return finished;
}

Figure figure_of(const SideFigures::Figures& figures, const std::string& name, int k) {
  return figures.aggregate ? figure_of(*figures.aggregate, name, k) : figure_of(figures.all, name);
}

}  // namespace assay
