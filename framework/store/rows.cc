// SPDX-License-Identifier: Apache-2.0
// Reads the results of a run one by one, in the run's order.
#include <algorithm>
#include <deque>
#include <future>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "assay/internal/compare_input.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/threads.h"
#include "assay/store.h"
#include "connection.h"
#include "fault.h"
#include "query.h"
#include "row_checksum.h"

namespace assay {
namespace {

// The position of a row in its run. Small: there may be millions.
struct Place {
  std::string id;
  std::int64_t line = 0;
  std::int64_t row_id = 0;
  std::uint32_t dataset = 0;  // index
  std::int32_t attempt = 1;
  auto key() const { return std::tie(dataset, line, id, attempt); }
};

std::size_t rows_of(Database& database, const std::string& run_id) {
  Query query(database, "SELECT count(*) FROM eval_figures WHERE run_id = ?");
  query.text(1, run_id).step();
  return static_cast<std::size_t>(query.integer(0));
}

// In the run's own order of datasets, followed by those that it does not list.
std::vector<Place> places_of(Database& database, const RunInfo& info) {
  std::map<std::string, std::uint32_t, std::less<>> datasets;
  const auto index_of = [&](const std::string& name) {
    return datasets.try_emplace(name, static_cast<std::uint32_t>(datasets.size())).first->second;
  };
  for (const auto& each : info.datasets) index_of(each.name);
  Query query(
      database,
      "SELECT dataset, line, query_id, attempt, row_id FROM eval_figures WHERE run_id = ? ORDER BY dataset");
  query.text(1, info.run_id);
  std::vector<Place> places;
  places.reserve(rows_of(database, info.run_id));
  while (query.step())
    places.push_back({.id = std::string(query.text(2)),
                      .line = query.integer(1),
                      .row_id = query.integer(4),
                      .dataset = index_of(std::string(query.text(0))),
                      .attempt = static_cast<std::int32_t>(query.integer(3))});
  std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.key() < b.key(); });
  return places;
}

struct StoredRow {
  std::string json, out, err;
  bool outputs_forgotten = false;
};
using StoredRows = std::vector<StoredRow>;

std::vector<Result> parsed_rows(StoredRows rows, const std::string& file) {
  std::vector<Result> results;
  results.reserve(rows.size());
  for (StoredRow& row : rows) {
    Result& result = results.emplace_back(result_from_json(row.json, {file, 0}));
    result.answer.stdout_bytes = std::move(row.out);
    result.answer.stderr_bytes = std::move(row.err);
    result.outputs_forgotten = row.outputs_forgotten;
  }
  return results;
}

// Parsing takes most of the time of reading, so other threads parse the next few rows while the caller uses
// these. The database is read in the caller's thread alone.
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
    if (at_ == results_.size() && !turn()) return nullptr;
    return &results_[at_++];
  }

 private:
  // The first few rows are parsed here: a thread costs more than a short run takes.
  bool turn() {
    if (ahead_.empty() && read_ == places_.size()) return false;
    if (ahead_.empty()) parse(std::launch::deferred);
    previous_ = std::exchange(results_, ahead_.front().get());
    ahead_.pop_front();
    at_ = 0;
    while (ahead_.size() < 2 && read_ < places_.size()) parse(std::launch::async);
    return true;
  }

  void parse(std::launch when) {
    const auto work = [rows = std::make_shared<StoredRows>(some_rows()), file = file_.string()] {
      return parsed_rows(std::move(*rows), file);
    };
    if (when == std::launch::async)
      ahead_.push_back(run_async(work));
    else
      ahead_.push_back(std::async(when, work));
  }

  StoredRows some_rows() {
    constexpr std::size_t kRows = 128, kBytes = 1u << 20;
    StoredRows rows;
    for (std::size_t bytes = 0; read_ < places_.size() && rows.size() < kRows && bytes < kBytes;) {
      const StoredRow& row = rows.emplace_back(row_at(places_[read_++]));
      bytes += row.json.size() + row.out.size() + row.err.size();
    }
    return rows;
  }

  StoredRow row_at(const Place& place) {
    query_.integer(1, place.row_id);
    if (!query_.step()) throw changed_error(file_, run_id_, place.id, place.attempt);
    if (!query_.is_null(3) &&
        query_.integer(3) != row_checksum(query_.text(0), query_.blob(1), query_.blob(2)))
      throw changed_error(file_, run_id_, place.id, place.attempt);
    StoredRow row{std::string(query_.text(0)), std::string(query_.blob(1)), std::string(query_.blob(2)),
                  query_.integer(4) != 0};
    query_.reset();
    return row;
  }

  std::filesystem::path file_;
  std::string run_id_;
  std::vector<Place> places_;
  std::size_t read_ = 0;  // of them
  Query query_;
  std::vector<Result> previous_, results_;  // the last result stays valid while the next is read
  std::size_t at_ = 0;                      // of results_: the next one
  std::deque<std::future<std::vector<Result>>> ahead_;
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
