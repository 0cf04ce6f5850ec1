// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/trend.h"

#include <algorithm>
#include <set>
#include <string_view>

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

}  // namespace assay
