// SPDX-License-Identifier: Apache-2.0
// The sources of runs whose answers or rows are there already.
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <utility>

#include "assay/internal/dealing.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/ordered_view.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/progress.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/store_metrics.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

class GradedRun : public RunSource {
 public:
  GradedRun(std::function<Run()> grade, RunPlace place)
      : grade_(std::move(grade)), place_(std::move(place)) {}

  void begin(const RunSink&) override { store_.emplace(open_store(place_, StoreOptions::Access::write)); }
  RunEnd collect(const RunSink&) override {
    run_ = grade_();
    return {};
  }
  void keep(RunEnd& end) override {
    store_->add(run_);
    take_rows(*store_, run_.info.run_id, end);
  }

 private:
  std::function<Run()> grade_;
  RunPlace place_;
  std::optional<Store> store_;
  Run run_;
};

class MergedRun : public RunSource {
 public:
  MergedRun(Store store, const RunInfo& info, const std::filesystem::path& output)
      : store_(std::move(store)), run_id_(info.run_id) {
    end_.suite.output = output;
    end_.options.gate = gate_of_incomplete(info);
    end_.may_be_latest = !end_.options.gate;
    if (info.shards.count > 0) end_.options.expected = info.shards.cases;
  }

  void begin(const RunSink&) override {
    if (!end_.suite.output.empty()) end_.folder = make_run_folder(end_.suite.runs(), run_id_);
  }
  RunEnd collect(const RunSink&) override { return end_; }
  void keep(RunEnd& end) override { take_rows(store_, run_id_, end); }

 private:
  Store store_;
  std::string run_id_;
  RunEnd end_;
};

// The rows of another run, graded again and added to the store as they are read.
class RegradedRows {
 public:
  // All must outlive this.
  RegradedRows(ResultSource& rows, const EvaluateOptions& options, Store& store, const RunInfo& info)
      : rows_(rows),
        options_(options),
        store_(store),
        info_(info),
        progress_(info.expected),
        line_(progress_) {
    batch_.reserve(kRecordedAtOnce);
    previous_.reserve(kRecordedAtOnce);
  }

  // A ResultSource.
  const Result* next() {
    if (batch_.size() == kRecordedAtOnce) commit();
    const Result* row = rows_();
    if (row == nullptr) return commit(), nullptr;
    Result& result = batch_.emplace_back(*row);
    levels_.add(result.asked);
    grade_case(result, options_);
    make_as_stored(result);
    progress_.add(result.grade.status);
    return &result;
  }
  const CaseLevels& levels() const { return levels_; }

 private:
  void commit() {
    store_.add_results(info_.run_id, batch_);
    std::swap(batch_, previous_);
    batch_.clear();
  }

  ResultSource& rows_;
  const EvaluateOptions& options_;
  Store& store_;
  const RunInfo& info_;
  CaseLevels levels_;
  std::vector<Result> batch_, previous_;  // the last row stays valid while the next is read
  Progress progress_;
  const ProgressLine line_;
};

class RegradedRun : public RunSource {
 public:
  RegradedRun(const std::string& name, SuiteSettings settings, const RunPlace& place)
      : settings_(std::move(settings)),
        place_(place),
        new_place_(place_of(name, place)),
        rows_(find_rows(name, place)),
        gate_(gate_of_incomplete(rows_.info)),
        info_(rows_.info) {}

  void begin(const RunSink&) override {
    info_.parent_run_id = std::exchange(info_.run_id, new_run_id());
    info_.name.clear();  // it still means the old run
    info_.started_at = timestamp(std::chrono::system_clock::now());
    info_.finished_at.clear();
    info_.assay_version = ASSAY_VERSION;
    suite_ = suite_of(settings_, store_of(place_), Trusts::itself);
    if (suite_.levels.empty()) suite_.levels = info_.levels;
    if (suite_.levels == default_levels()) suite_.levels.clear();
    if (!settings_.given.contains("min_score")) suite_.min_score = info_.min_score;
    if (!settings_.given.contains("question") && !suite_.profile) suite_.question = info_.question;
    info_.min_score = suite_.min_score;
    info_.question = suite_.question;
    info_.profile = suite_.profile;  // none: graded by levels, even if it had a profile before
    store_.emplace(open_store(new_place_, StoreOptions::Access::write));
  }

  RunEnd collect(const RunSink&) override {
    const ResultSource open = rows_.open();
    const Result* first = open();
    // For queries a profile is rejected; their levels themselves determine their kind.
    const auto kind = info_.profile && first != nullptr ? kind_of(first->asked) : DatasetKind::commands;
    const EvaluateOptions options = evaluate_options(suite_, kind);
    ResultSource rows = [&] { return first != nullptr ? std::exchange(first, nullptr) : open(); };
    store_->add_run(info_);
    try {
      return graded(rows, options);
    } catch (...) {
      store_->delete_run(info_.run_id);
      throw;
    }
  }

  void keep(RunEnd& end) override { take_rows(*store_, info_.run_id, end); }

 private:
  RunEnd graded(ResultSource& rows, const EvaluateOptions& options) {
    RegradedRows regraded(rows, options, *store_, info_);
    RunEnd end{.options = {.gate = gate_}};
    RunView& view =
        end.counted.emplace(view_of({info_, [&] { return [&] { return regraded.next(); }; }}, end.options));
    describe_grading(info_, options, regraded.levels(), suite_.backends);
    info_.finished_at = timestamp(std::chrono::system_clock::now());
    store_->finish_run(info_);
    view.info = info_;
    end.options.expected = view.summary.present;
    return end;
  }

  SuiteSettings settings_;
  RunPlace place_, new_place_;
  RunRows rows_;
  std::optional<GateResult> gate_;
  RunInfo info_;
  Suite suite_;
  std::optional<Store> store_;
};

// Merging a store into itself would deadlock.
void expect_another(const std::filesystem::path& source, const std::filesystem::path& store) {
  std::error_code unknown;
  if (source == store || std::filesystem::equivalent(source, store, unknown))
    throw Error({source.string(), 0}, "is the store that others are merged into",
                "name the other stores, and this one by --store");
}

void expect_no_aggregate(const std::filesystem::path& source) {
  std::error_code unknown;  // reading a pipe might wait for ever
  if (std::filesystem::is_regular_file(source, unknown) && std::ifstream(source).peek() == '{')
    throw Error({source.string(), 0}, "is no store, but perhaps the aggregate of a shard",
                "merge aggregates with --aggregates");
}

// Without --run there must be only one candidate: the gate of another run would say nothing about this one.
void expect_one_run(const std::map<std::string, std::filesystem::path>& runs) {
  if (runs.size() == 1) return;
  std::string names;
  for (const auto& [run, source] : runs)
    names +=
        (names.empty() ? ": " : ", ") + fmt::format("{} (in {})", one_line(run), one_line(source.string()));
  throw Error({},
              fmt::format("--gate: the stores have {} runs, and the gate is of one{}", runs.size(), names),
              "merge the shards of one run, or name it: --run RUN");
}

}  // namespace

void take_rows(Store& store, const std::string& run_id, RunEnd& end) {
  if (missing_shards(store.load_info(run_id).shards).empty()) {
    if (end.counted)
      store_aggregate(store, run_id, {end.counted->summary, end.counted->retrieval});
    else
      refresh_aggregate(store, run_id);
  }
  end.rows = store.rows(run_id);
  end.store = store.file();
  if (!end.folder.empty()) end.options.trend = trend_of(store, end.rows.info);
}

std::unique_ptr<RunSource> graded_run(std::function<Run()> grade, RunPlace place) {
  return std::make_unique<GradedRun>(std::move(grade), std::move(place));
}

void expect_answers_fit(const Plan& plan, const std::string& name, const RecordedAttempts& attempts) {
  std::set<std::string> known;
  for (const Case& each : plan.cases.all()) known.insert(each.id);
  for (const auto& [attempt, recording] : attempts)
    for (const auto& [id, offset, length] : recording.lines)
      if (!known.contains(id))
        throw Error({recording.file.string(), 0},
                    "run " + name + " has an answer for \"" + id + "\", which no dataset asks",
                    "name the dataset that the answers belong to");
}

Run graded_recordings(const Plan& plan, const std::string& name, const RecordedAttempts& attempts,
                      const std::optional<Tool>& reader, const std::filesystem::path& file) {
  Run run{.info = plan.info, .results = {}};
  Tool tool{name, attempts.begin()->second};
  if (reader) tool.parts["reader"] = reader->name;
  describe_tool(run.info, tool);
  run.info.tool_path = file.string();
  for (const auto& [attempt, recording] : attempts) {
    const bool is_first = attempt == attempts.begin()->first;
    std::vector<Case> cases = plan.cases.all();
    if (!is_first) std::erase_if(cases, [&](const Case& each) { return !recording.find(each.id); });
    const std::size_t before = run.results.size();
    run.results.resize(before + cases.size());
    evaluate(cases, {name, recording}, plan.options, [&, number = attempt](std::size_t index, Result result) {
      result.attempt = number;
      run.results[before + index] = std::move(result);
    });
  }
  run.info.run_id = new_run_id();
  run.info.finished_at = timestamp(std::chrono::system_clock::now());
  return run;
}

std::unique_ptr<RunSource> regraded_run(const std::string& name, const SuiteSettings& settings,
                                        const RunPlace& place) {
  return std::make_unique<RegradedRun>(name, settings, place);
}

std::unique_ptr<RunSource> merged_run(Store store, const RunInfo& info, const std::filesystem::path& output) {
  return std::make_unique<MergedRun>(std::move(store), info, output);
}

MergedStores merge_stores(
    std::span<const std::filesystem::path> sources, const RunPlace& place, MergedFor purpose,
    const RunSink& sink,
    const std::function<void(const std::filesystem::path& source, const MergeCounts&)>& taken) {
  MergedStores merged{.store = open_store(place, StoreOptions::Access::write), .runs = {}};
  for (const auto& source : sources) expect_another(source, merged.store.file());
  std::vector<std::filesystem::path> stores;
  std::vector<Problem> empty;
  for (const auto& source : sources) try {
      expect_no_aggregate(source);
      for (auto& run : Store({.file = source, .access = StoreOptions::Access::read}).run_ids())
        merged.runs.emplace(std::move(run), source);
      stores.push_back(source);
    } catch (const EmptyStore& error) {
      empty.push_back(error.problems().front());
    }
  if (stores.empty()) throw Error(std::move(empty));
  for (const auto& problem : empty) sink.note(to_string(problem) + "\n");
  if (purpose == MergedFor::judging) expect_one_run(merged.runs);
  for (const auto& source : stores) {
    const MergeCounts counts = merged.store.merge(source);
    taken(source, counts);
    if (counts.results_dropped > 0)
      sink.note(fmt::format(
          "{}: note: results for cases that have one already are left out: {}; the first ones count\n",
          one_line(source.string()), counts.results_dropped));
  }
  merged.lacks_source = !empty.empty();
  return merged;
}

}  // namespace assay
