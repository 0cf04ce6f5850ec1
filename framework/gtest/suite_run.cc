// SPDX-License-Identifier: Apache-2.0
#include "suite_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/origin.h"
#include "assay/internal/plan.h"
#include "assay/internal/subject.h"
#include "assay/summary.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

// Nothing is expected of a baseline that was graded differently, and the aggregate reports it. It also
// reports a missing one; cases are asked anyway, so that there are passes to accept.
Baseline baseline_of(const Suite& suite, const EvaluateOptions& options) {
  if (suite.gate != Gate::baseline || !std::filesystem::exists(suite.baseline)) return {};
  Baseline baseline = read_baseline(suite.baseline);
  RunInfo now{.min_score = options.min_score, .question = options.question, .profile = options.profile};
  describe_grading(now, options, {}, {});
  return graded_otherwise(baseline, now).empty() ? std::move(baseline) : Baseline{};
}

}  // namespace

std::string subject_digest(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                           const CaseIndex& index) {
  std::string all = stamp_text(suite.file);
  const auto sketch = sketch_run(suite, tool, options, {infos_of(index), index.levels});
  for (const auto& [part, name, value] : subject_of(sketch))
    all += fmt::format("\n{} {} {}", static_cast<int>(part), name, value);
  return fmt::format("{:016x}", std::hash<std::string>{}(all));
}

RunInfo describe_run(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                     const CaseIndex& index, const std::string& run_id) {
  auto info =
      describe_run(suite, tool, options, {infos_of(index), index.levels}, suite.folder / "tool.sha256");
  info.run_id = run_id;
  info.repeat = suite.repeat;
  return info;
}

void check_current(const BuiltSuite& suite, const CaseIndex& index) {
  const auto is_listed = [&](const fs::path& file) {
    const auto is_known = [&](const IndexedFile& known) {
      return known.info.file == file && stamp_of(file) == known.stamp;
    };
    const auto is_fault = [&](const Problem& problem) { return problem.where.file == file; };
    return std::ranges::any_of(index.files, is_known) || std::ranges::any_of(index.problems, is_fault);
  };
  const auto changed = std::ranges::find_if_not(suite.datasets, is_listed);
  if (changed == suite.datasets.end()) return;
  throw Error({changed->string(), 0}, "this dataset has changed since its cases were listed",
              "run ctest again");
}

SuiteRun::SuiteRun(const BuiltSuite& suite, ProcessPart part, std::vector<Case> cases, Tool tool,
                   EvaluateOptions options, BestEffortStore* keeper)
    : suite_(suite),
      options_(std::move(options)),
      part_(std::move(part)),
      cases_(std::move(cases)),
      tool_(std::move(tool)),
      baseline_(baseline_of(suite, options_)),
      keeper_(keeper) {}

void SuiteRun::start(const std::vector<std::string>& full_names) {
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < cases_.size(); ++i) known.emplace(full_name_of(cases_[i]), i);
  std::vector<Case> selected;
  started_.clear();
  for (const auto& name : full_names)
    if (const auto found = known.find(name); found != known.end()) {
      started_[found->second] = selected.size();
      selected.push_back(cases_[found->second]);
    }
  cases_started_ = selected.size();
  for (int attempt = 1; attempt < suite_.repeat; ++attempt)
    for (std::size_t i = 0; i < cases_started_; ++i) selected.push_back(selected[i]);
  ++iterations_;
  options_.attempts.clear();
  for (std::size_t i = 0; i < selected.size(); ++i) options_.attempts.push_back(attempt_of(i));
  if (part_.fragments == ProcessPart::Fragments::log && !log_) log_.emplace(part_.folder);
  progress_ = std::make_unique<Progress>(selected.size());
  evaluation_ = std::make_unique<Evaluation>(
      std::move(selected), tool_, options_,
      [this](std::size_t index, Result result) { write(index, std::move(result)); });
}

int SuiteRun::attempt_of(std::size_t index) const {
  return (iterations_ - 1) * suite_.repeat + static_cast<int>(index / cases_started_) + 1;
}

// A cancelled case was not asked to the end: it has no result, and the run stays partial.
void SuiteRun::write(std::size_t index, Result result) {
  if (result.answer.ending == Ending::cancelled) return;
  progress_->add(result.grade.status);
  result.in_baseline = baseline_.passed.contains(full_name_of(result.asked));
  result.attempt = attempt_of(index);
  if (!log_) return write_fragment(part_.folder, result);
  log_->add(result);
  if (keeper_) keeper_->add(result);
  written_.push_back(std::move(result));
}

// The last attempt decides the case.
const Result& SuiteRun::wait(std::size_t case_index) {
  const Result* result = nullptr;
  for (int attempt = 0; attempt < suite_.repeat; ++attempt)
    result = &wait_for_one(started_.at(case_index) + static_cast<std::size_t>(attempt) * cases_started_);
  return *result;
}

const Result& SuiteRun::wait_for_one(std::size_t index) {
  const ProgressLine line(*progress_);
  return evaluation_->wait(index);
}

void SuiteRun::cancel() { evaluation_->cancel(); }

void SuiteRun::finish() { evaluation_.reset(); }

std::vector<Result> SuiteRun::take_written() {
  if (log_) log_->check();
  put_in_case_order(written_);
  return std::move(written_);
}

}  // namespace assay
