// SPDX-License-Identifier: Apache-2.0
// The sources of runs whose answers or rows are there already.
#include "stored_rows.h"

#include <utility>

#include "assay/internal/dealing.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/plan.h"
#include "assay/internal/progress.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/store_metrics.h"

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
  Suite suite = suite_of(settings, store);
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
    progress.add(result);
  }
  info.finished_at = timestamp(std::chrono::system_clock::now());
  return run;
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

std::unique_ptr<RunSource> regraded_run(const std::string& name, const SuiteSettings& settings,
                                        const RunPlace& place) {
  Run run = find_run(name, place);
  ViewOptions options{.gate = gate_of_incomplete(run.info), .expected = run.present()};
  const auto grade = [run = std::move(run), settings, place] {
    return regraded(run, settings, store_of(place));
  };
  return graded_run(grade, place_of(name, place), std::move(options));
}

std::unique_ptr<RunSource> merged_run(Store store, const RunInfo& info, const std::filesystem::path& output) {
  return std::make_unique<MergedRun>(std::move(store), info, output);
}

}  // namespace assay
