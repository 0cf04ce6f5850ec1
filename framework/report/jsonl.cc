// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/json.h"
#include "assay/internal/reports.h"
#include "assay/internal/retrieval_accumulator.h"
#include "assay/internal/statistics.h"
#include "assay/retrieval.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

// A figure at each of kCutoffs.
template <typename At>
Json at_cutoffs(At at) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kCutoffs.size(); ++i)
    json[std::to_string(kCutoffs[i])] = or_null<Json>(std::optional<double>(at(i)));
  return json;
}

Json found(const Result& result) {
  Json ids = Json::array();
  if (!result.answer.retrieval) return ids;
  for (const Hit& hit : result.answer.retrieval->hits)
    ids.push_back({{"chunk_id", hit.chunk_id}, {"doc_id", hit.doc_id}});
  return ids;
}

// A query that was not asked has no figures.
RetrievalFigures figures_if_asked(const Figures& query) {
  if (was_asked(query)) return *query.retrieval;
  RetrievalFigures none;
  none.should_refuse = query.retrieval->should_refuse;
  return none;
}

void put_figures(Json& row, const Figures& query) {
  const RetrievalFigures figures = figures_if_asked(query);
  const auto reciprocal = reciprocal_rank(figures, HitLevel::chunk);
  row["hits"] = was_asked(query) ? Json(figures.hits) : Json(nullptr);
  row["chunk_rank"] = or_null<Json>(figures.chunk_rank);
  row["doc_rank"] = or_null<Json>(figures.doc_rank);
  row["reciprocal_rank"] = or_null<Json>(reciprocal, rounded);
  row["recall_at_k_doc"] = at_cutoffs([&](std::size_t i) -> std::optional<double> {
    const auto recall = recall_at(figures, i);
    return recall ? std::optional(rounded(*recall)) : std::nullopt;
  });
  row["ndcg_at_k"] = at_cutoffs([&](std::size_t i) -> std::optional<double> {
    return figures.ndcg ? std::optional(rounded((*figures.ndcg)[i])) : std::nullopt;
  });
  row["failed"] = figures.failed;
  row["should_refuse"] = figures.should_refuse;
  row["refused"] = or_null<Json>(figures.refused);
  row["cited"] = or_null<Json>(figures.cited);
  row["contains"] = or_null<Json>(figures.contains);
}

}  // namespace

void write_result(std::ostream& out, const Result& result) { out << to_json_line(result) << '\n'; }

void write_query(std::ostream& out, const Result& result) {
  if (!result.asked.retrieval) return;
  const RetrievalExpectation& expected = *result.asked.retrieval;
  Json row = {{"query_id", result.asked.id},
              {"dataset", result.asked.dataset},
              {"attempt", result.attempt},
              {"query", result.asked.prompt},
              {"group", expected.group},
              {"difficulty", expected.difficulty},
              {"status", to_string(result.grade.status)},
              {"why", result.grade.why},
              {"ending", to_string(result.answer.ending)}};
  put_figures(row, figures_of(result));
  row["found"] = found(result);
  out << row.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace assay
