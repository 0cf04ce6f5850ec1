// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/stored_run.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <string_view>

#include "assay/internal/baseline.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/subject.h"

namespace assay {
namespace {

constexpr std::size_t kMost = 50;

// Worded for a reader who wants to know where to look.
std::string what_changed(const RunInfo& before, const RunInfo& now) {
  std::set<std::string_view> words;
  for (const SubjectDifference& each : differences(before, now)) words.insert(facts_of(each.part).group);
  std::string text;
  for (const std::string_view each : words) text.append(text.empty() ? "" : ", ").append(each);
  return text;
}

bool counts(const StoredRun& run) {
  return !run.finished_at.empty() && run.is_complete() && run.measured > 0;
}

class Trend {
 public:
  void add(RunInfo now, std::size_t passed, std::size_t measured) {
    points_.push_back({.label = now.name.empty() ? now.started_at : now.started_at + " " + now.name,
                       .passed = passed,
                       .measured = measured,
                       .what_changed = points_.empty() ? "" : what_changed(before_, now)});
    before_ = std::move(now);
  }
  std::vector<TrendPoint> points() && { return std::move(points_); }

 private:
  std::vector<TrendPoint> points_;
  RunInfo before_;
};

// The complete measured runs that entered the store before `run_id`, oldest first; all of them if the store
// does not have that run. `runs`: newest first.
Trend trend_before(const Store& store, std::vector<StoredRun> runs, const std::string& run_id) {
  const auto mine = std::ranges::find(runs, run_id, &StoredRun::run_id);
  if (mine != runs.end()) runs.erase(runs.begin(), mine + 1);
  std::erase_if(runs, [](const StoredRun& each) { return !counts(each); });
  runs.resize(std::min(runs.size(), kMost - 1));
  std::ranges::reverse(runs);
  Trend trend;
  for (const StoredRun& each : runs) trend.add(store.load_info(each.run_id), each.passed, each.measured);
  return trend;
}

namespace fs = std::filesystem;

// A run in a store or, if `in_store` is false, in a folder.
struct Location {
  fs::path path;  // empty: the store that the options name
  std::string run;
  bool in_store = true;
};

bool is_plain_file(const fs::path& path) {
  std::error_code unknown;
  return fs::is_regular_file(path, unknown);
}

// True also if it cannot be inspected: the reader reports why.
bool is_there(const fs::path& path) {
  if (names_server(path)) return true;
  std::error_code unknown;
  return fs::status(path, unknown).type() != fs::file_type::not_found;
}

// May also be the name of a run: a folder of that name without a run is not meant.
bool is_plain_name(const std::string& name) {
  std::error_code unknown;
  return name.find('/') == name.npos && fs::is_directory(name, unknown);
}

bool is_store(const fs::path& path) { return path.extension() == ".db" && is_plain_file(path); }

Location locate(const std::string& name) {
  if (names_server(name)) {
    const auto hash = name.find('#');
    return {name.substr(0, hash), hash == name.npos ? "latest" : name.substr(hash + 1)};
  }
  if (is_store(name)) return {name, "latest"};
  if (const auto colon = name.rfind(':'); colon != name.npos && is_store(name.substr(0, colon)))
    return {name.substr(0, colon), name.substr(colon + 1)};
  if (is_there(name) && !(is_plain_name(name) && !is_there(fs::path(name) / "run.json")))
    return {name, "", false};
  return {{}, name};
}

// The stores that suites keep beside their reports, looked up from a build folder or its parent.
std::vector<fs::path> suite_stores(const std::string& suite) {
  std::vector<fs::path> stores;
  std::error_code none;
  for (const fs::path folder : {"assay", "build/assay"})
    for (const auto& entry : fs::directory_iterator(folder, none))
      if (is_plain_file(entry.path() / "assay.db") && (suite.empty() || entry.path().filename() == suite))
        stores.push_back(entry.path() / "assay.db");
  return stores;
}

fs::path store_meant(const RunPlace& place, StoreOptions::Access access) {
  if (!place.store.empty()) return place.store;
  const auto file = default_store_file();
  if (access == StoreOptions::Access::write || is_there(file) || std::getenv("ASSAY_STORE")) return file;
  auto stores = suite_stores(place.suite);
  if (stores.size() == 1) return stores.front();
  if (stores.empty()) return file;
  std::sort(stores.begin(), stores.end());
  std::string names;
  for (const auto& store : stores) names += (names.empty() ? "" : ", ") + store.string();
  throw Error({file.string(), 0}, "there is no such store, and several suites have one: " + names,
              "name the suite (--suite) or the store (--store)");
}

Store store_at(const Location& location, const RunPlace& place) {
  return open_store(location.path.empty() ? place : RunPlace{location.path, place.suite},
                    StoreOptions::Access::read);
}

// A finished run in a folder.
struct RunFiles {
  RunInfo info;
  fs::path results;
  bool is_as_written = false;  // verified by its checksum: its rows are in the run's order
};

RunFiles look_at(const fs::path& folder_or_file) {
  std::error_code failure;
  const auto kind = fs::status(folder_or_file, failure).type();
  if (kind == fs::file_type::none)
    throw Error({folder_or_file.string(), 0}, "cannot be read: " + failure.message(),
                "name the folder of a finished run");
  const bool is_folder = kind == fs::file_type::directory;
  const fs::path file = is_folder ? folder_or_file / "results.jsonl" : folder_or_file;
  const fs::path info = file.parent_path() / "run.json";
  for (const auto& needed : {file, info})
    if (!is_there(needed))
      throw Error({needed.string(), 0}, "cannot be read: no such file",
                  "name the folder of a finished run, with its run.json and results.jsonl");
  RunFiles files{run_info_from_json(read_file(info), {info.string(), 1}), file};
  files.is_as_written = !files.info.results_sha256.empty();
  if (files.is_as_written && sha256_file(file) != files.info.results_sha256)
    throw Error({file.string(), 0},
                "was changed after it was written: its checksum in run.json does not match",
                "take the run from a backup or from its store, or run the suite again");
  files.info.results_sha256.clear();  // describes that file, not the run
  return files;
}

// The rows of a results.jsonl, as a ResultSource.
class RowFile {
 public:
  explicit RowFile(const fs::path& file) : file_(file), in_(file, std::ios::binary) { expect_readable(); }
  const Result* next() {
    if (!std::getline(in_, text_)) {
      if (!in_.eof()) expect_readable();
      return nullptr;
    }
    Result& result = results_[++line_ % 2];
    result = result_from_json(text_, {file_.string(), line_});
    return &result;
  }

 private:
  void expect_readable() const {
    if (!in_) throw Error({file_.string(), 0}, "cannot be read", "name the folder of a finished run");
  }

  fs::path file_;
  std::ifstream in_;
  std::string text_;
  int line_ = 0;
  std::array<Result, 2> results_;  // the last one stays valid while the next is read
};

// A baseline if `name` is an existing .json file; none otherwise.
std::optional<Baseline> find_baseline(const std::string& name) {
  const fs::path path = name;
  if (path.extension() != ".json" || !is_plain_file(path)) return std::nullopt;
  return read_baseline(path);
}

// A baseline has only case names, so next to one, both sides are reduced to cases that passed or missed.
CompareInput input_beside(const std::string& name, const std::optional<Baseline>& baseline,
                          const std::string& other, const std::optional<Baseline>& other_baseline,
                          const RunPlace& place) {
  if (!baseline) return other_baseline ? without_ranks(find_figures(name, place)) : find_figures(name, place);
  if (other_baseline)
    return compare_input_of(*baseline, {other_baseline->info, [](Figures&) { return false; }});
  return compare_input_of(*baseline, find_figures(other, place));
}

void expect_store(const fs::path& file) {
  if (is_there(file)) return;
  throw Error({file.string(), 0}, "there is no such store",
              "make a run (assay run), import one (assay import), or name another store (--store)");
}

}  // namespace

std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info) {
  const std::vector<StoredRun> runs = store.list_runs(info.suite);
  const auto mine = std::ranges::find(runs, info.run_id, &StoredRun::run_id);
  if (mine == runs.end() || !counts(*mine)) return {};
  Trend trend = trend_before(store, runs, info.run_id);
  trend.add(info, mine->passed, mine->measured);
  return std::move(trend).points();
}

std::vector<TrendPoint> trend_of(const std::filesystem::path& store, const Run& run) try {
  std::error_code unknown;
  if (!run.complete() || !std::filesystem::exists(store, unknown)) return {};
  const Store earlier({.file = store, .access = StoreOptions::Access::read});
  const Counts counts = summarise(run).all.counts;
  if (counts.measured() == 0) return {};
  Trend trend = trend_before(earlier, earlier.list_runs(run.info.suite), run.info.run_id);
  trend.add(run.info, counts.pass, counts.measured());
  return std::move(trend).points();
} catch (const Error&) {
  return {};
}

Store open_existing_store(const RunPlace& place) {
  const auto file = store_meant(place, StoreOptions::Access::read);
  expect_store(file);
  return Store({.file = file, .access = StoreOptions::Access::write});
}

std::filesystem::path store_of(const RunPlace& place) {
  return place.store.empty() ? default_store_file() : place.store;
}

Store open_store(const RunPlace& place, StoreOptions::Access access, KeptOutputs kept_outputs) {
  const auto file = store_meant(place, access);
  if (access == StoreOptions::Access::read) expect_store(file);
  return Store({.file = file, .access = access, .kept_outputs = kept_outputs});
}

Run read_run(const fs::path& folder_or_file) {
  const RunFiles files = look_at(folder_or_file);
  Run run{files.info, {}};
  RowFile rows(files.results);
  while (const Result* result = rows.next()) run.results.push_back(*result);
  return run;
}

Run find_run(const std::string& name, const RunPlace& place) {
  const Location location = locate(name);
  if (!location.in_store) return read_run(location.path);
  const Store store = store_at(location, place);
  return store.load_run(store.resolve(location.run, place.suite));
}

RunRows find_rows(const std::string& name, const RunPlace& place) {
  const Location location = locate(name);
  if (location.in_store) {
    const Store store = store_at(location, place);
    return store.rows(store.resolve(location.run, place.suite));
  }
  const RunFiles files = look_at(location.path);
  if (files.is_as_written)
    return {files.info, [file = files.results]() -> ResultSource {
              return [rows = std::make_shared<RowFile>(file)] { return rows->next(); };
            }};
  const auto run = std::make_shared<const Run>(read_run(location.path));
  return {run->info,
          [run]() -> ResultSource { return [run, next = rows_of(*run).open()] { return next(); }; }};
}

RunPlace place_of(const std::string& name, const RunPlace& place) {
  const Location location = locate(name);
  if (!location.in_store) return place;
  return {location.path.empty() ? store_meant(place, StoreOptions::Access::read) : location.path,
          place.suite};
}

std::vector<TrendPoint> find_trend(const std::string& name, const RunPlace& place, const RunInfo& info) {
  const Location location = locate(name);
  return location.in_store ? trend_of(store_at(location, place), info) : std::vector<TrendPoint>{};
}

CompareInput find_figures(const std::string& name, const RunPlace& place) {
  const Location location = locate(name);
  if (!location.in_store) {
    const auto run = std::make_shared<const Run>(read_run(location.path));
    CompareInput input = compare_input_of(*run);
    input.text = [run, text = std::move(input.text)](const Figures& figures) { return text(figures); };
    return input;
  }
  const Store store = store_at(location, place);
  const auto run_id = store.resolve(location.run, place.suite);
  return store.compare_input(run_id);
}

CompareReport compare_named(const std::string& a, const std::string& b, const RunPlace& place,
                            const CompareOptions& options) {
  const auto baseline_a = find_baseline(a), baseline_b = find_baseline(b);
  return compare(input_beside(a, baseline_a, b, baseline_b, place),
                 input_beside(b, baseline_b, a, baseline_a, place), options);
}

std::vector<CodeFinding> regressions_named(const CompareReport& report, const std::string& b,
                                           const RunPlace& place) {
  if (find_baseline(b)) return placed_at(b, regressions(report, nullptr));
  const RunRows rows = find_rows(b, place);
  return regressions(report, &rows);
}

std::optional<StoredRun> skipped_by_latest(const RunPlace& place) {
  const RunPlace newest_place = place_of("latest", place);
  const Store store = open_store(newest_place, StoreOptions::Access::read);
  StoredRun newest{.run_id = store.resolve("latest", newest_place.suite, Latest::any)};
  if (newest.run_id == store.resolve("latest", newest_place.suite)) return std::nullopt;
  newest.results = store.count_results(newest.run_id);
  newest.expected = store.load_info(newest.run_id).expected;
  return newest;
}

}  // namespace assay
