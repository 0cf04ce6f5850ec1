// SPDX-License-Identifier: Apache-2.0
// Reads runs and their results.
#include <algorithm>

#include "assay/internal/figures.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/text.h"
#include "assay/store.h"
#include "connection.h"
#include "database.h"
#include "query.h"

namespace assay {
namespace {

// The number of cases of a run that have a result: attempts are numbered from 1.
std::size_t cases_of(Database& database, const std::string& run_id) {
  Query query(database, "SELECT count(*) FROM eval_figures WHERE run_id = ? AND attempt = 1");
  query.text(1, run_id).step();
  return static_cast<std::size_t>(query.integer(0));
}

// As in a summary, the last attempt decides a case.
void count_last_attempts(Database& database, StoredRun& run) {
  Query query(database,
              "SELECT count(*) FILTER (WHERE pass = 1), count(pass) FROM eval_figures AS last "
              "WHERE run_id = ?1 AND NOT EXISTS (SELECT 1 FROM eval_figures WHERE run_id = ?1 AND "
              "dataset = last.dataset AND query_id = last.query_id AND attempt > last.attempt)");
  query.text(1, run.run_id).step();
  run.passed = static_cast<std::size_t>(query.integer(0));
  run.measured = static_cast<std::size_t>(query.integer(1));
}

void add_counts(Database& database, StoredRun& run) {
  Query query(database,
              "SELECT count(*), count(*) FILTER (WHERE attempt = 1), count(*) FILTER (WHERE pass = 1), "
              "count(pass) FROM eval_figures WHERE run_id = ?");
  query.text(1, run.run_id).step();
  const auto number = [&](int at) { return static_cast<std::size_t>(query.integer(at)); };
  run.results = number(0);
  run.cases = number(1);
  run.passed = number(2);
  run.measured = number(3);
  if (run.results > run.cases) count_last_attempts(database, run);
}

// Uses SQLite's own check; a server's files are not checked.
std::vector<std::string> file_faults(Database& database) {
  std::vector<std::string> faults;
  if (database.file() == nullptr) return faults;
  Query query(database, "PRAGMA integrity_check");
  while (query.step())
    if (query.text(0) != "ok") faults.emplace_back(query.text(0));
  return faults;
}

// Reports the first figure or row of a run that was changed after it was written.
void check_run(const Store& store, const std::string& run_id, std::vector<std::string>& faults) try {
  const FigureSource figures = store.figures(run_id);
  for (Figures each; figures(each);) continue;
  const ResultSource rows = store.rows(run_id).open();
  while (rows() != nullptr) continue;
} catch (const Error& error) {
  faults.push_back(error.problems().front().what);
}

// Resolves the names that users give for runs.

// How far "latest~N" goes back; empty if the name has another form.
std::optional<std::size_t> steps_back(std::string_view name) {
  constexpr std::string_view kLatest = "latest";
  if (!name.starts_with(kLatest)) return std::nullopt;
  name.remove_prefix(kLatest.size());
  if (name.empty()) return 0;
  if (name == "~") return 1;
  if (name.front() != '~') return std::nullopt;
  return number_from<std::size_t>(name.substr(1));
}

// The first few names, newest first.
std::string named(const std::vector<std::string>& runs) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < runs.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + runs[i];
  if (runs.size() > kShown) text += ", …";
  return text;
}

// The run `back` steps before the newest complete one; empty if there are too few. Counts results no further
// back than needed.
std::optional<std::string> pick_complete(const Store& store, const std::vector<std::string>& runs,
                                         std::size_t back, std::size_t& complete) {
  for (const std::string& run : runs)
    if (store.is_complete(run) && complete++ == back) return run;
  return std::nullopt;
}

std::string pick_latest(const Store& store, const std::vector<std::string>& runs, std::size_t back,
                        Latest latest) {
  std::size_t complete = 0;
  switch (latest) {
    case Latest::complete:
      if (auto run = pick_complete(store, runs, back, complete)) return *std::move(run);
      break;
    case Latest::any: break;
  }
  if (complete > 0)
    throw store_error(store.file(),
                      "the store has only " + counted(complete, "complete run", "complete runs"),
                      "assay runs lists them all; partial ones are named by their ids");
  if (back < runs.size()) return runs[back];
  throw store_error(store.file(), "the store has only " + std::to_string(runs.size()) + " such runs",
                    "assay runs lists them");
}

std::string pick_named(const Store& store, const std::vector<std::string>& runs, std::string_view name,
                       std::string_view suite) {
  const auto& file = store.file();
  std::vector<std::string> matching;
  if (std::ranges::find(runs, name) != runs.end()) return std::string(name);
  if (auto run = store.run_named(name, suite)) return *std::move(run);
  for (const std::string& run : runs)
    if (!name.empty() && run.starts_with(name)) matching.push_back(run);
  if (matching.size() == 1) return matching.front();
  if (matching.empty())
    throw store_error(file, "the store has no run " + std::string(name), "the newest are " + named(runs));
  throw store_error(file,
                    std::string(name) + " is the beginning of " + std::to_string(matching.size()) + " runs",
                    "say more of one of " + named(matching));
}

}  // namespace

bool Store::has_run(const std::string& run_id) const {
  return guarded(file(), [&] {
    Query query(*inner_->database, "SELECT 1 FROM eval_runs WHERE run_id = ?");
    return query.text(1, run_id).step();
  });
}

RunInfo Store::load_info(const std::string& run_id) const {
  return guarded(file(), [&] {
    Query query(*inner_->database, "SELECT config_snapshot_json FROM eval_runs WHERE run_id = ?");
    if (!query.text(1, run_id).step())
      throw store_error(file(), "the store has no run " + run_id, "assay runs lists them");
    return run_info_from_json(query.text(0), {file().string(), 0});
  });
}

std::vector<FinishedCase> Store::finished_cases(const std::string& run_id) const {
  return guarded(file(), [&] {
    Query query(*inner_->database,
                "SELECT dataset, query_id, attempt, pass IS NOT NULL FROM eval_figures WHERE run_id = ? "
                "ORDER BY dataset, query_id, attempt");
    query.text(1, run_id);
    std::vector<FinishedCase> cases;
    while (query.step())
      cases.push_back({std::string(query.text(0)), std::string(query.text(1)),
                       static_cast<int>(query.integer(2)), query.integer(3) != 0});
    return cases;
  });
}

std::vector<StoredRun> Store::list_runs(std::string_view suite) const {
  return guarded(file(), [&] {
    Query query(
        *inner_->database,
        "SELECT run_id, name, parent_run_id, suite, tool, commit_hash, created_at, finished_at, expected "
        "FROM eval_runs WHERE ?1 = '' OR suite = ?1 ORDER BY sequence DESC, run_id DESC");
    query.text(1, suite);
    std::vector<StoredRun> runs;
    while (query.step()) {
      const auto text = [&](int at) { return std::string(query.text(at)); };
      runs.push_back({text(0), text(1), text(2), text(3), text(4), text(5), text(6), text(7),
                      static_cast<std::size_t>(query.integer(8))});
      add_counts(*inner_->database, runs.back());
    }
    return runs;
  });
}

std::vector<std::string> Store::run_ids(std::string_view suite) const {
  return guarded(file(), [&] {
    Query query(
        *inner_->database,
        "SELECT run_id FROM eval_runs WHERE ?1 = '' OR suite = ?1 ORDER BY sequence DESC, run_id DESC");
    query.text(1, suite);
    std::vector<std::string> ids;
    while (query.step()) ids.emplace_back(query.text(0));
    return ids;
  });
}

std::optional<std::string> Store::run_named(std::string_view name, std::string_view suite) const {
  return guarded(file(), [&]() -> std::optional<std::string> {
    if (name.empty()) return std::nullopt;
    Query query(*inner_->database,
                "SELECT run_id FROM eval_runs WHERE name = ?1 AND (?2 = '' OR suite = ?2) "
                "ORDER BY sequence DESC, run_id DESC LIMIT 1");
    query.text(1, name).text(2, suite);
    if (!query.step()) return std::nullopt;
    return std::string(query.text(0));
  });
}

bool Store::is_complete(const std::string& run_id) const {
  return guarded(file(), [&] {
    Query query(*inner_->database, "SELECT expected FROM eval_runs WHERE run_id = ?");
    if (!query.text(1, run_id).step())
      throw store_error(file(), "the store has no run " + run_id, "assay runs lists them");
    return cases_of(*inner_->database, run_id) >= static_cast<std::size_t>(query.integer(0));
  });
}

std::size_t Store::count_results(const std::string& run_id) const {
  return guarded(file(), [&] {
    Query query(*inner_->database, "SELECT count(*) FROM eval_figures WHERE run_id = ?");
    query.text(1, run_id).step();
    return static_cast<std::size_t>(query.integer(0));
  });
}

std::optional<std::string> Store::aggregate_json(const std::string& run_id) const {
  return guarded(file(), [&]() -> std::optional<std::string> {
    Query query(*inner_->database, "SELECT aggregate_json FROM eval_runs WHERE run_id = ?");
    if (!query.text(1, run_id).step() || query.is_null(0)) return std::nullopt;
    return std::string(query.text(0));
  });
}

std::vector<std::string> Store::check() const try {
  return guarded(file(), [&] {
    std::vector<std::string> faults = file_faults(*inner_->database);
    if (!faults.empty()) return faults;
    Query rows(*inner_->database,
               "SELECT run_id, query_id FROM eval_figures f "
               "WHERE NOT EXISTS (SELECT 1 FROM eval_rows r WHERE r.row_id = f.row_id) LIMIT 100");
    while (rows.step())
      faults.push_back("run " + std::string(rows.text(0)) + " has figures without a row: case " +
                       std::string(rows.text(1)));
    if (faults.empty())
      for (const std::string& run : run_ids()) check_run(*this, run, faults);
    return faults;
  });
} catch (const Error& error) {  // too damaged to be read at all
  return {error.problems().front().what};
}

std::string Store::resolve(std::string_view name, std::string_view suite, Latest latest) const {
  const std::vector<std::string> runs = run_ids(suite);
  if (runs.empty())
    throw store_error(
        file(),
        suite.empty() ? "the store has no runs" : "the store has no runs of suite " + std::string(suite),
        "run a suite first, or name another store (ASSAY_STORE)");
  const auto back = steps_back(name);
  return back ? pick_latest(*this, runs, *back, latest) : pick_named(*this, runs, name, suite);
}

}  // namespace assay
