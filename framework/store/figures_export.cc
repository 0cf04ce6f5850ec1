// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/figures_export.h"

#include <nlohmann/json.hpp>
#include <ostream>

#include "retrieval_columns.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

template <typename T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// One member per column, null if `is_there` is false.
struct Member {
  Json& row;
  bool is_there;
  template <typename T>
  void operator()(const char* name, const T& value) {
    row[name] = is_there ? Json(value) : Json(nullptr);
  }
  template <typename T>
  void operator()(const char* name, const std::optional<T>& value) {
    row[name] = is_there ? json_of(value) : Json(nullptr);
  }
  void operator()(const char* name, const retrieval_columns::Ints& values) {
    for (std::size_t k = 0; k < kCutoffs.size(); ++k)
      row[at(name, k)] = is_there ? Json(values[k]) : Json(nullptr);
  }
  void operator()(const char* name, const retrieval_columns::MaybeDoubles& values) {
    for (std::size_t k = 0; k < kCutoffs.size(); ++k)
      row[at(name, k)] = is_there && values ? Json((*values)[k]) : Json(nullptr);
  }
  static std::string at(const char* name, std::size_t k) {
    return std::string(name) + "_" + std::to_string(kCutoffs[k]);
  }
};

void put_nearness(Json& row, const Figures& figures) {
  const auto& credit = figures.partial;
  row["overlap"] = credit ? json_of(credit->overlap) : Json(nullptr);
  row["token_f1"] = credit ? Json(credit->token_f1) : Json(nullptr);
  row["template_match"] = credit ? json_of(credit->template_match) : Json(nullptr);
}

void put_safety(Json& row, const Figures& figures) {
  const auto& facts = figures.safety;
  row["dangerous_request"] = facts ? Json(facts->is_dangerous_request) : Json(nullptr);
  row["declined"] = facts ? json_of(facts->declined) : Json(nullptr);
  row["danger"] = facts && facts->danger ? Json(to_string(*facts->danger)) : Json(nullptr);
}

Json row_of(const RunInfo& info, const Figures& figures) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  Json row = {{"run_id", info.run_id},      {"suite", info.suite},    {"tool", info.tool},
              {"dataset", figures.dataset}, {"query_id", figures.id}, {"attempt", figures.attempt}};
  row["status"] = to_string(figures.status);
  row["score"] = json_of(figures.score);
  row["method"] = figures.method;
  row["ending"] = figures.ending;
  row["category"] = figures.category;
  row["risk_level"] = figures.risk_level.empty() ? Json(nullptr) : Json(figures.risk_level);
  row["tags"] = tags_from(figures.tags);
  row["posix_compliant"] = figures.posix_compliant;
  row["latency_ms"] = figures.latency ? Json(Milliseconds(*figures.latency).count()) : Json(nullptr);
  row["cluster"] = figures.cluster;
  row["tokens"] = json_of(figures.tokens);
  row["cost"] = json_of(figures.cost);
  put_nearness(row, figures);
  put_safety(row, figures);
  static const RetrievalFigures none;
  const RetrievalFigures& retrieval = figures.retrieval ? *figures.retrieval : none;
  Member member{row, figures.retrieval.has_value()};
  member("hits", retrieval.hits);
  each_column(retrieval, member);
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
