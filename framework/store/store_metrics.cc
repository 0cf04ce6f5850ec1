// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/store_metrics.h"

#include "assay/internal/metrics_json.h"
#include "assay/internal/run_totals.h"

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
  RunTotals totals(store.load_info(run_id));
  const FigureSource next = store.figures(run_id);
  for (Figures figures; next(figures);) totals.add_attempt(figures);
  RunFigures figures = totals.finish();
  return {std::move(figures.summary), std::move(figures.retrieval)};
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
