// SPDX-License-Identifier: Apache-2.0
// Runs that are kept: one SQLite file, or the database of a PostgreSQL server, that is written while a run
// goes on, read again, compared and merged.
//
// The schema is docs/store-schema.md. A result that `add_result` returned for is in the store whatever kills
// the process afterwards; another process sees it at once. Several processes may write to one store, each
// waiting for the others; one Store belongs to one thread at a time. Whatever goes wrong is an Error that
// names the file and what to do.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/result.h"

namespace assay {

// What rooms of assay read of a run without holding it in memory: assay/internal/figures.h, run_rows.h and
// compare_input.h.
struct CompareInput;
struct Figures;
struct RunRows;

// Of which results a store keeps what the tool printed. Answers, verdicts and figures stay in any case.
enum class KeptOutputs {
  all,
  failures,  // of those that did not pass: missed or not measured
  none,
};

// Whether a store is on a server: postgresql://… in place of a file. What libpq reads of the environment
// counts there, passwords among it; a URL with a password is refused.
bool names_server(const std::filesystem::path& store);

struct StoreOptions {
  std::filesystem::path file;  // or the URL of a server's database
  enum class Access {
    write,  // made where it is missing; one of an older assay is brought up to date
    read,   // must exist; is never changed
  } access = Access::write;
  std::chrono::milliseconds patience{20'000};   // how long to wait for another process that writes
  KeptOutputs kept_outputs = KeptOutputs::all;  // of the results that are added
};

// $ASSAY_STORE, a file or a URL, otherwise assay.db in the current folder.
std::filesystem::path default_store_file();

// What is known of a run without reading its results.
struct StoredRun {
  std::string run_id;
  std::string name;  // that somebody gave it; may be empty
  std::string parent_run_id;
  std::string suite;
  std::string tool;
  std::string commit;
  std::string created_at;
  std::string finished_at;  // empty: still going on, or killed
  std::size_t expected = 0;
  std::size_t results = 0;  // rows: attempts count
  std::size_t cases = 0;    // that have a result
  std::size_t passed = 0;   // of the rows
  std::size_t measured = 0;

  bool is_complete() const { return cases >= expected; }
  // Of the rows that were measured; none where none was.
  std::optional<double> pass_rate() const {
    if (measured == 0) return std::nullopt;
    return static_cast<double>(passed) / static_cast<double>(measured);
  }
};

// One attempt of a case that a run has a result for.
struct FinishedCase {
  std::string dataset;
  std::string id;
  int attempt = 1;
  bool measured = true;
  bool operator==(const FinishedCase&) const = default;
};

struct MergeCounts {
  std::size_t runs_added = 0;
  std::size_t runs_joined = 0;  // that both stores had a part of
  std::size_t results_added = 0;
};

struct GarbageCounts {
  std::size_t outputs = 0;  // that no result refers to any more
  std::size_t bytes = 0;    // of the file, given back
};

// What "latest" means.
enum class Latest {
  complete,  // the newest run in which every case has a result; where there is none, the newest
  any,       // the newest, though it was stopped or asked some cases alone
};

class Store {
 public:
  explicit Store(const StoreOptions& options);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // Or the URL, as it may be shown.
  const std::filesystem::path& file() const;

  // A run begins. Throws Error where the store has one of that id.
  void add_run(const RunInfo& info);
  // The same where it may have begun before: a run that is resumed, or whose processes each open it. Throws
  // Error where the run of that id is another one: of another suite, tool, dataset or other levels.
  void resume_run(const RunInfo& info);
  // The same for one of several processes that ask parts of a run: what the store says of the run covers all
  // of them then, whoever comes first (earliest start, latest end, all hosts and shards).
  void join_run(const RunInfo& info);
  // One finished case, committed when this returns. A result that the run has already is passed over; one
  // that contradicts it (the same case and attempt, another row) is an Error. So is an unknown run, and, here
  // and wherever a run is written, a file that somebody removed or replaced meanwhile.
  void add_result(const std::string& run_id, const Result& result);
  // Many, in one transaction: all of them or none.
  void add_results(const std::string& run_id, std::span<const Result> results);
  // The run's description as it ended: REQUIRES that it was added.
  void finish_run(const RunInfo& info);
  // A whole run in one transaction.
  void add(const Run& run);

  bool has_run(const std::string& run_id) const;
  RunInfo load_info(const std::string& run_id) const;
  // With its results by dataset (in the run's order of them), line and attempt.
  Run load_run(const std::string& run_id) const;
  // The same one by one: a few results are in memory at a time, and 64 bytes a result. The rows keep the
  // store's file open. Throws Error, there and wherever rows or figures are read, for one that was changed
  // after it was written.
  RunRows rows(const std::string& run_id) const;
  // Ordered by dataset, id and attempt: what a run that is resumed need not ask again where it was measured.
  std::vector<FinishedCase> finished_cases(const std::string& run_id) const;
  // The one that came into the store last is first, whatever the clocks said; of one suite where it is named.
  std::vector<StoredRun> list_runs(std::string_view suite = {}) const;
  // Their ids alone: no result is counted.
  std::vector<std::string> run_ids(std::string_view suite = {}) const;
  // The newest run that was given this name; none where there is none.
  std::optional<std::string> run_named(std::string_view name, std::string_view suite = {}) const;

  // "latest", "latest~1" (the one before), a run id, the name that was given to a run (the newest of that
  // name) or the beginning of just one id, as a run id. Of one suite where it is named. Throws Error that
  // names what there is. "latest" of complete runs reads the run's results once.
  std::string resolve(std::string_view name, std::string_view suite = {},
                      Latest latest = Latest::complete) const;

  // The figures of a run, one result after the other; the source keeps the store's file open, and sees it as
  // it was when its first result was read.
  std::function<bool(Figures&)> figures(const std::string& run_id) const;
  // What a comparison reads of a run.
  CompareInput compare_input(const std::string& run_id) const;
  std::size_t count_results(const std::string& run_id) const;
  // Whether every case of the run has a result.
  bool is_complete(const std::string& run_id) const;

  // The aggregate that was stored with the run, as JSON; none where none was, or results came later.
  std::optional<std::string> aggregate_json(const std::string& run_id) const;
  void set_aggregate_json(const std::string& run_id, std::string_view json);

  void delete_run(const std::string& run_id);
  // Takes over all runs of another store (a shard's, a machine's). A run that both have a part of is joined.
  // Throws Error where two runs share an id, or two results a place, but differ; then nothing is taken.
  MergeCounts merge(const std::filesystem::path& other);
  // Forgets what tools printed in the other results (Result::outputs_forgotten), of one suite where it is
  // named; returns how many had any. Throws Error, and forgets nothing, where one was changed after it was
  // written.
  std::size_t forget_outputs(KeptOutputs kept, std::string_view suite = {});
  // Forgets outputs that no result refers to, and gives their room back.
  GarbageCounts collect_garbage();
  // SQLite's own check of the whole file, and whether every result has its row; empty: it is sound.
  std::vector<std::string> check() const;

 private:
  struct Inner;
  std::shared_ptr<Inner> inner_;
};

}  // namespace assay
