// SPDX-License-Identifier: Apache-2.0
// The sources of runs whose answers or rows are there already.
#include <fmt/format.h>

#include <fstream>
#include <set>
#include <utility>

#include "assay/internal/dealing.h"
#include "assay/internal/grade_case.h"
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
  GradedRun(std::function<Run()> grade, RunPlace place, ViewOptions options)
      : grade_(std::move(grade)), place_(std::move(place)), options_(std::move(options)) {}

  void begin(const RunSink&) override { store_.emplace(open_store(place_, StoreOptions::Access::write)); }
  RunEnd collect(const RunSink&) override {
    run_ = grade_();
    return {.options = options_};
  }
  void keep(RunEnd& end) override {
    store_->add(run_);
    take_rows(*store_, run_.info.run_id, end);
  }

 private:
  std::function<Run()> grade_;
  RunPlace place_;
  ViewOptions options_;
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

Run regraded(Run run, const SuiteSettings& settings, const std::filesystem::path& store) {
  RunInfo& info = run.info;
  info.parent_run_id = std::exchange(info.run_id, new_run_id());
  info.name.clear();  // it still means the old run
  info.started_at = timestamp(std::chrono::system_clock::now());
  info.assay_version = ASSAY_VERSION;
  Suite suite = suite_of(settings, store, Trusts::itself);
  if (suite.levels.empty()) suite.levels = info.levels;
  if (suite.levels == default_levels()) suite.levels.clear();
  if (!settings.given.contains("min_score")) suite.min_score = info.min_score;
  if (!settings.given.contains("question") && !suite.profile) suite.question = info.question;
  info.min_score = suite.min_score;
  info.question = suite.question;
  info.profile = suite.profile;  // none: graded by levels, even if it had a profile before
  // For queries a profile is rejected; their levels themselves determine their kind.
  const auto kind =
      info.profile && !run.results.empty() ? kind_of(run.results.front().asked) : DatasetKind::commands;
  const auto options = evaluate_options(suite, kind);
  CaseLevels more;
  for (const auto& result : run.results) more.add(result.asked);
  describe_grading(info, options, more, suite.backends);
  Progress progress(run.results.size());
  const ProgressLine line(progress);
  for (auto& result : run.results) {
    grade_case(result, options);
    progress.add(result.grade.status);
  }
  info.finished_at = timestamp(std::chrono::system_clock::now());
  return run;
}

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
  if (missing_shards(store.load_info(run_id).shards).empty()) refresh_aggregate(store, run_id);
  end.rows = store.rows(run_id);
  end.store = store.file();
  if (!end.folder.empty()) end.options.trend = trend_of(store, end.rows.info);
}

std::unique_ptr<RunSource> graded_run(std::function<Run()> grade, RunPlace place, ViewOptions options) {
  return std::make_unique<GradedRun>(std::move(grade), std::move(place), std::move(options));
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
  Run run = find_run(name, place);
  ViewOptions options{.gate = gate_of_incomplete(run.info), .expected = run.present()};
  auto grade = [run = std::move(run), settings, place]() mutable {
    return regraded(std::move(run), settings, store_of(place));
  };
  return graded_run(std::move(grade), place_of(name, place), std::move(options));
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
