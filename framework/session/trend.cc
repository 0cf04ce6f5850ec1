#include "assay/internal/trend.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "assay/internal/subject.h"

namespace assay {
namespace {

constexpr std::size_t kMost = 50;

// In the words of a reader, who wants to know where to look.
std::string_view word_of(SubjectPart part) {
  switch (part) {
    case SubjectPart::tool:
    case SubjectPart::program:
    case SubjectPart::description:
    case SubjectPart::tool_file:
    case SubjectPart::tool_part:
      return "tool";
    case SubjectPart::dataset:
      return "dataset";
    case SubjectPart::limit:
      return "limits";
    case SubjectPart::levels:
    case SubjectPart::level_version:
    case SubjectPart::sandbox:
    case SubjectPart::model:
    case SubjectPart::judge:
    case SubjectPart::tables:
    case SubjectPart::min_score:
    case SubjectPart::question:
      break;
  }
  return "grading";
}

std::string what_changed(const RunInfo& before, const RunInfo& now) {
  std::set<std::string_view> words;
  for (const SubjectDifference& each : differences(before, now)) words.insert(word_of(each.part));
  std::string text;
  for (const std::string_view each : words) text.append(text.empty() ? "" : ", ").append(each);
  return text;
}

bool counts(const StoredRun& run) {
  return !run.finished_at.empty() && run.is_complete() && run.measured > 0;
}

}  // namespace

std::vector<TrendPoint> trend_of(const Store& store, const RunInfo& info) {
  std::vector<StoredRun> runs = store.list_runs(info.suite);
  const auto mine = std::ranges::find(runs, info.run_id, &StoredRun::run_id);
  if (mine == runs.end() || !counts(*mine)) return {};
  runs.erase(runs.begin(), mine);
  std::erase_if(runs, [](const StoredRun& each) { return !counts(each); });
  runs.resize(std::min(runs.size(), kMost));
  std::ranges::reverse(runs);
  std::vector<TrendPoint> trend;
  RunInfo before;
  for (const StoredRun& each : runs) {
    RunInfo now = store.load_info(each.run_id);
    trend.push_back({.label = each.name.empty() ? each.created_at : each.created_at + " " + each.name,
                     .passed = each.passed,
                     .measured = each.measured,
                     .what_changed = trend.empty() ? "" : what_changed(before, now)});
    before = std::move(now);
  }
  return trend;
}

}  // namespace assay
