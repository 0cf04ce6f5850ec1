// SPDX-License-Identifier: Apache-2.0
// Stored runs: in one SQLite file or a PostgreSQL database, written while a run is in progress, then read
// again, compared and merged.
//
// The schema is described in docs/store-schema.md. Once `add_result` has returned, the result survives any
// crash of the process and is visible to other processes. Several processes may write to one store; they wait
// for each other. A Store may be used by one thread at a time. Failures are reported as an Error that names
// the file and the way to fix it.
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

// For reading a run without holding it in memory: assay/internal/figures.h, run_rows.h and compare_input.h.
struct CompareInput;
struct Figures;
struct RunRows;

// The results for which a store keeps the tool's output. Answers, verdicts and figures are always kept.
enum class KeptOutputs {
  all,
  failures,  // results that did not pass: missed or not measured
  none,
};

// Whether a store is named by a URL instead of a file. Only postgresql://… and postgres://… can be opened; a
// URL that contains a password is refused. libpq's environment variables apply, including passwords.
bool names_server(const std::filesystem::path& store);

struct StoreOptions {
  std::filesystem::path file;  // or the URL of a server's database
  enum class Access {
    write,  // created if missing; a store of an older assay is migrated
    read,   // must exist; is never changed
  } access = Access::write;
  std::chrono::milliseconds patience{20'000};   // limit on waiting for another writer
  KeptOutputs kept_outputs = KeptOutputs::all;  // for results added
};

// $ASSAY_STORE (a file or a URL) if set, otherwise assay.db in the current folder.
std::filesystem::path default_store_file();

// Thrown on opening a store for reading that has no tables yet: its process was killed before it wrote, or
// its write-ahead log was left behind when the file was copied.
class EmptyStore : public Error {
 public:
  using Error::Error;
};

// What is known about a run without reading its results.
struct StoredRun {
  std::string run_id;
  std::string name;  // given by the user; may be empty
  std::string parent_run_id;
  std::string suite;
  std::string tool;
  std::string commit;
  std::string created_at;
  std::string finished_at;  // empty: still running, or killed
  std::size_t expected = 0;
  std::size_t results = 0;  // rows: each attempt counts
  std::size_t cases = 0;    // those with a result
  std::size_t passed = 0;   // cases whose last attempt passed, as a summary counts them
  std::size_t measured = 0;

  bool is_complete() const { return cases >= expected; }
  // Over the measured cases; empty if no case was measured.
  std::optional<double> pass_rate() const {
    if (measured == 0) return std::nullopt;
    return static_cast<double>(passed) / static_cast<double>(measured);
  }
};

// One attempt of a case, with a result in the run.
struct FinishedCase {
  std::string dataset;
  std::string id;
  int attempt = 1;
  bool measured = true;
  bool operator==(const FinishedCase&) const = default;
};

struct MergeCounts {
  std::size_t runs_added = 0;
  std::size_t runs_joined = 0;  // runs that both stores have a part of
  std::size_t results_added = 0;
  std::size_t results_dropped = 0;  // with leases: other results for cases that have one already
};

struct GarbageCounts {
  std::size_t outputs = 0;  // outputs that no result refers to any more
  std::size_t bytes = 0;    // freed in the file
};

// What "latest" means.
enum class Latest {
  complete,  // the newest run in which every case has a result, or the newest run if none is complete
  any,       // the newest run, even if it was interrupted or asked only some cases
};

class Store {
 public:
  explicit Store(const StoreOptions& options);
  ~Store();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;

  // For a server, the URL without its password.
  const std::filesystem::path& file() const;

  // Starts a run. Throws Error if the store already has a run with that id.
  void add_run(const RunInfo& info);
  // Like add_run(), but the run may exist already: it is being resumed, or each of its processes opens it.
  // Throws Error if the run with that id differs in anything that its results depend on (tool, datasets,
  // worlds, limits, levels, judge, …) or in its shards.
  void resume_run(const RunInfo& info);
  // Like resume_run(), for one of several processes that each ask a part of the run: the stored description
  // then covers all parts, in any order (earliest start, latest end, all hosts and shards).
  void join_run(const RunInfo& info);
  // Adds one finished case; it is committed when this returns. A result that the run already has is skipped.
  // It is an Error if a result contradicts the stored one (same case and attempt, different row), if the run
  // is unknown and, as everywhere a run is written, if the file has been removed or replaced.
  void add_result(const std::string& run_id, const Result& result);
  // Adds many results in one transaction: all of them or none.
  void add_results(const std::string& run_id, std::span<const Result> results);
  // Stores the run's final description. REQUIRES: the run was added.
  void finish_run(const RunInfo& info);
  // Adds a whole run in one transaction.
  void add(const Run& run);

  bool has_run(const std::string& run_id) const;
  RunInfo load_info(const std::string& run_id) const;
  // Results are ordered by dataset (in the run's order), line and attempt.
  Run load_run(const std::string& run_id) const;
  // Like load_run(), but result by result: only a few results are in memory at a time, plus about 64 bytes
  // and the id of each result. The rows keep the store open. Here and wherever rows or figures are read,
  // throws Error if one was changed after it was written.
  RunRows rows(const std::string& run_id) const;
  // Ordered by dataset, id and attempt. A resumed run need not ask the measured ones again.
  std::vector<FinishedCase> finished_cases(const std::string& run_id) const;
  // Newest first, by the order in which runs entered the store, not by their clocks. `suite` limits the list
  // to one suite.
  std::vector<StoredRun> list_runs(std::string_view suite = {}) const;
  // Only the ids: results are not counted.
  std::vector<std::string> run_ids(std::string_view suite = {}) const;
  // The newest run with this name, if any.
  std::optional<std::string> run_named(std::string_view name, std::string_view suite = {}) const;

  // Accepts "latest", "latest~1" (the run before it), a run id, the name of a run (the newest with that name)
  // or an unambiguous prefix of an id; returns the run id. `suite` limits the search to one suite. Throws
  // Error that lists what there is. "latest" of complete runs reads the run's results once.
  std::string resolve(std::string_view name, std::string_view suite = {},
                      Latest latest = Latest::complete) const;

  // The figures of a run, one result at a time. The source keeps the store open and sees it as it was when
  // the first result was read.
  std::function<bool(Figures&)> figures(const std::string& run_id) const;
  // The input that a comparison needs of a run.
  CompareInput compare_input(const std::string& run_id) const;
  std::size_t count_results(const std::string& run_id) const;
  // Whether every case of the run has a result.
  bool is_complete(const std::string& run_id) const;

  // The aggregate stored with the run, as JSON; empty if none was stored, or if results were added later.
  std::optional<std::string> aggregate_json(const std::string& run_id) const;
  void set_aggregate_json(const std::string& run_id, std::string_view json);

  void delete_run(const std::string& run_id);
  // Takes over all runs of another store (of a shard or another machine). A run that both stores have a part
  // of is joined. Throws Error that names the other store, and takes nothing, if it cannot be read, or if two
  // runs with one id or two results in the same place differ.
  MergeCounts merge(const std::filesystem::path& other);
  // Forgets the tool's output in the results that `kept` does not cover (Result::outputs_forgotten), limited
  // to one suite if `suite` is given. Returns how many results had any output. Throws Error, and forgets
  // nothing, if one was changed after it was written.
  std::size_t forget_outputs(KeptOutputs kept, std::string_view suite = {});
  // Deletes outputs that no result refers to, and frees their space.
  GarbageCounts collect_garbage();
  // For a file, SQLite's own check; then that nothing was changed and every result has its row. Empty if all
  // is well.
  std::vector<std::string> check() const;

 private:
  struct Inner;
  std::shared_ptr<Inner> inner_;
};

}  // namespace assay
