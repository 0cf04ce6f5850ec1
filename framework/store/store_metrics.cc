// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/store_metrics.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/compare_input.h"
#include "assay/internal/figures.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/run_totals.h"

namespace assay {
namespace {

Store opened(StoreOptions::Access access) { return Store({.file = default_store_file(), .access = access}); }

CompareInput input_of(const Store& store, std::string_view run, std::string_view suite = {}) {
  return store.compare_input(store.resolve(run, suite));
}

using Json = nlohmann::ordered_json;

// One member per column, null if `is_there` is false.
struct Member {
  Json& row;
  bool is_there = true;
  template <typename T>
  void operator()(const std::string& name, const T& value) {
    if constexpr (ColumnGroup<T>)
      each_column(value, *this);
    else
      row[name] = is_there ? Json(value) : Json(nullptr);
  }
  void operator()(const std::string&, Status status) { row["status"] = to_string(status); }
  void operator()(const std::string& name, RiskLevel level) { (*this)(name, std::string(to_string(level))); }
  void operator()(const std::string& name, std::chrono::nanoseconds time) {
    (*this)(name, std::chrono::duration<double, std::milli>(time).count());
  }
  template <typename T>
  void operator()(const std::string& name, const std::array<T, kCutoffs.size()>& values) {
    for (std::size_t k = 0; k < kCutoffs.size(); ++k)
      (*this)(name + "_" + std::to_string(kCutoffs[k]), values[k]);
  }
  template <typename T>
  void operator()(const std::string& name, const std::optional<T>& value) {
    static const T none{};
    Member{row, is_there && value}(name, value ? *value : none);
  }
};

Json row_of(const RunInfo& info, const Figures& figures) {
  Json row = {{"run_id", info.run_id}, {"suite", info.suite}, {"tool", info.tool}};
  each_column(figures, Member{row});
  if (figures.risk_level.empty()) row["risk_level"] = nullptr;
  row["tags"] = tags_from(figures.tags);
  return row;
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

CompareReport compare_runs(const Store& store_a, std::string_view a, const Store& store_b, std::string_view b,
                           const CompareOptions& options) {
  return compare(input_of(store_a, a), input_of(store_b, b), options);
}

CompareReport compare_runs(const Store& store, std::string_view a, std::string_view b,
                           const CompareOptions& options) {
  return compare_runs(store, a, store, b, options);
}

CompareReport compare_runs(std::string_view a, std::string_view b, const CompareOptions& options) {
  return compare_runs(opened(StoreOptions::Access::read), a, b, options);
}

void export_figures(const Store& store, std::string_view run, std::ostream& out) {
  const std::string run_id = store.resolve(run);
  const RunInfo info = store.load_info(run_id);
  const FigureSource next = store.figures(run_id);
  for (Figures figures; next(figures);)
    out << row_of(info, figures).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace assay
