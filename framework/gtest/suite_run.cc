#include "suite_run.h"

#include <cstdio>
#include <unordered_map>

#include "assay/internal/baseline.h"
#include "assay/summary.h"
#include "case_index.h"

namespace assay {

SuiteRun::SuiteRun(const BuiltSuite& suite, Share share, std::vector<Case> cases, Tool tool,
                   EvaluateOptions options, ReserveKeeper* keeper)
    : suite_(suite),
      options_(std::move(options)),
      share_(std::move(share)),
      cases_(std::move(cases)),
      tool_(std::move(tool)),
      keeper_(keeper) {
  // A missing baseline is the aggregate's to complain of: cases are asked, so that there is something to
  // accept.
  if (suite.gate == Gate::baseline && std::filesystem::exists(suite.baseline))
    baseline_ = read_baseline(suite.baseline);
}

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
  if (share_.fragments == Share::Fragments::log && !log_) log_.emplace(share_.folder);
  progress_ = std::make_unique<Progress>(selected.size());
  evaluation_ = std::make_unique<Evaluation>(
      std::move(selected), tool_, options_, [this](std::size_t, Result result) { write(std::move(result)); });
}

// A cancelled case was never asked to the end: it has no result, and the run stays partial.
void SuiteRun::write(Result result) {
  if (result.answer.ending == Ending::cancelled) return;
  progress_->add(result);
  result.in_baseline = baseline_.passed.contains(full_name_of(result.asked));
  if (!log_) return write_fragment(share_.folder, result);
  result.attempt = ++attempts_[full_name_of(result.asked)];
  log_->add(result);
  if (keeper_) keeper_->add(result);
  written_.push_back(std::move(result));
}

const Result& SuiteRun::wait(std::size_t case_index) {
  const auto index = started_.at(case_index);
  if (!shows_progress()) return evaluation_->wait(index);
  bool shown = false;
  const Result* result = nullptr;
  while (!(result = evaluation_->wait_for(index, std::chrono::milliseconds(200)))) {
    std::fprintf(stderr, "\r%s \x1b[K", progress_->line().c_str());
    shown = true;
  }
  if (shown) std::fputs("\r\x1b[K", stderr);
  return *result;
}

void SuiteRun::cancel() { evaluation_->cancel(); }

void SuiteRun::finish() { evaluation_.reset(); }

std::vector<Result> SuiteRun::take_written() {
  if (log_) log_->check();
  put_in_case_order(written_);
  return std::move(written_);
}

}  // namespace assay
