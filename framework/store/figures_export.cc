// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/figures_export.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/figure_columns.h"

namespace assay {
namespace {

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

void export_figures(const Store& store, std::string_view run, std::ostream& out) {
  const std::string run_id = store.resolve(run);
  const RunInfo info = store.load_info(run_id);
  const FigureSource next = store.figures(run_id);
  for (Figures figures; next(figures);)
    out << row_of(info, figures).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace assay
