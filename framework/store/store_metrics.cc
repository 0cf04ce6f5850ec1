// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/store_metrics.h"

#include "assay/internal/metrics_json.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/summary_accumulator.h"

namespace assay {
namespace {

Store opened(StoreOptions::Access access) {
  return Store({.file = default_store_file(), .access = access, .patience = StoreOptions{}.patience});
}

}  // namespace

std::string to_json(const Aggregate& aggregate) {
  return aggregate.retrieval ? to_json(*aggregate.retrieval) : to_json(aggregate.summary);
}

Aggregate compute_aggregate(const Store& store, std::string_view run) {
  const std::string run_id = store.resolve(run);
  const RunInfo info = store.load_info(run_id);
  SummaryAccumulator summary(info.expected);
  RetrievalAccumulator retrieval;
  bool is_retrieval = false;
  const FigureSource next = store.figures(run_id);
  for (Figures figures; next(figures);) {
    if (figures.retrieval) {
      is_retrieval = true;
      retrieval.add(figures);
    }
    summary.take(figures);
  }
  Aggregate aggregate{summary.finish(info.expected), std::nullopt};
  if (is_retrieval) aggregate.retrieval = retrieval.finish();
  return aggregate;
}

Aggregate compute_aggregate(std::string_view run) {
  return compute_aggregate(opened(StoreOptions::Access::read), run);
}

void store_aggregate(Store& store, std::string_view run, const Aggregate& aggregate) {
  store.set_aggregate_json(store.resolve(run), to_json(aggregate));
}

void store_aggregate(std::string_view run, const Aggregate& aggregate) {
  Store store = opened(StoreOptions::Access::write);
  store_aggregate(store, run, aggregate);
}

void refresh_aggregate(Store& store, std::string_view run) {
  store_aggregate(store, run, compute_aggregate(store, run));
}

}  // namespace assay
