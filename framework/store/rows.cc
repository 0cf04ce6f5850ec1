// SPDX-License-Identifier: Apache-2.0
// Reads the results of a run one by one, in the run's order.
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "assay/internal/compare_input.h"
#include "assay/internal/run_rows.h"
#include "assay/store.h"
#include "connection.h"
#include "fault.h"
#include "query.h"
#include "row_checksum.h"

namespace assay {
namespace {

// The position of a row in its run.
struct Place {
  std::size_t dataset = 0;
  std::int64_t line = 0;
  std::string id;
  int attempt = 1;
  std::int64_t row_id = 0;
  auto key() const { return std::tie(dataset, line, id, attempt); }
};

std::size_t rows_of(Database& database, const std::string& run_id) {
  Query query(database, "SELECT count(*) FROM eval_figures WHERE run_id = ?");
  query.text(1, run_id).step();
  return static_cast<std::size_t>(query.integer(0));
}

// In the run's own order of datasets, followed by those that it does not list.
std::vector<Place> places_of(Database& database, const RunInfo& info) {
  std::map<std::string, std::size_t, std::less<>> datasets;
  for (const auto& each : info.datasets) datasets.emplace(each.name, datasets.size());
  Query query(
      database,
      "SELECT dataset, line, query_id, attempt, row_id FROM eval_figures WHERE run_id = ? ORDER BY dataset");
  query.text(1, info.run_id);
  std::vector<Place> places;
  places.reserve(rows_of(database, info.run_id));
  while (query.step()) {
    const auto dataset = datasets.try_emplace(std::string(query.text(0)), datasets.size()).first->second;
    places.push_back({dataset, query.integer(1), std::string(query.text(2)),
                      static_cast<int>(query.integer(3)), query.integer(4)});
  }
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key() < b.key(); });
  return places;
}

class RowCursor {
 public:
  RowCursor(Database& database, const std::filesystem::path& file, const RunInfo& info)
      : file_(file),
        run_id_(info.run_id),
        places_(places_of(database, info)),
        query_(database,
               "SELECT r.result_json, coalesce(o.bytes, r.stdout), coalesce(e.bytes, r.stderr), r.checksum, "
               "r.outputs_forgotten "
               "FROM eval_rows r LEFT JOIN blobs o ON o.sha256 = r.stdout_sha256 "
               "LEFT JOIN blobs e ON e.sha256 = r.stderr_sha256 WHERE r.row_id = ?") {}

  const Result* next() {
    if (at_ == places_.size()) return nullptr;
    const Place& place = places_[at_++];
    Result& result = results_[at_ % 2];
    query_.integer(1, place.row_id);
    if (!query_.step()) throw changed_error(file_, run_id_, place.id, place.attempt);
    if (!query_.is_null(3) &&
        query_.integer(3) != row_checksum(query_.text(0), query_.blob(1), query_.blob(2)))
      throw changed_error(file_, run_id_, place.id, place.attempt);
    result = result_from_json(query_.text(0), {file_.string(), 0});
    result.answer.stdout_bytes = query_.blob(1);
    result.answer.stderr_bytes = query_.blob(2);
    result.outputs_forgotten = query_.integer(4) != 0;
    query_.reset();
    return &result;
  }

 private:
  std::filesystem::path file_;
  std::string run_id_;
  std::vector<Place> places_;
  std::size_t at_ = 0;
  std::array<Result, 2> results_;  // the previous result stays valid while the next is read
  Query query_;
};

}  // namespace

RunRows Store::rows(const std::string& run_id) const {
  const RunInfo info = load_info(run_id);
  return {info, [store = inner_, info]() -> ResultSource {
            return guarded(store->file, [&]() -> ResultSource {
              const auto cursor = std::make_shared<RowCursor>(*store->database, store->file, info);
              return [store, cursor] { return guarded(store->file, [&] { return cursor->next(); }); };
            });
          }};
}

Run Store::load_run(const std::string& run_id) const {
  const RunRows rows = this->rows(run_id);
  Run run{rows.info, {}};
  const ResultSource next = rows.open();
  while (const Result* result = next()) run.results.push_back(*result);
  return run;
}

namespace {

std::optional<CaseText> text_of(Database& database, const std::filesystem::path& file,
                                const std::string& run_id, const Figures& figures) {
  Query query(database,
              "SELECT r.result_json FROM eval_figures f JOIN eval_rows r ON r.row_id = f.row_id "
              "WHERE f.run_id = ? AND f.dataset = ? AND f.query_id = ? ORDER BY f.attempt DESC LIMIT 1");
  query.text(1, run_id).text(2, figures.dataset).text(3, figures.id);
  if (!query.step()) return std::nullopt;
  return case_text_of(result_from_json(query.text(0), {file.string(), 0}));
}

}  // namespace

CompareInput Store::compare_input(const std::string& run_id) const {
  return {load_info(run_id), figures(run_id), [store = inner_, run_id](const Figures& figures) {
            return guarded(store->file,
                           [&] { return text_of(*store->database, store->file, run_id, figures); });
          }};
}

}  // namespace assay
