// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/ordered_view.h"

#include <algorithm>

#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::size_t kMostWaiting = 4096;

// Words and proofs are made of the commands; other evidence may show bytes of any file.
bool is_of_words(const Verdict& verdict) {
  return std::holds_alternative<std::string>(verdict.evidence) ||
         std::holds_alternative<Proof>(verdict.evidence);
}

bool is_as_stored(const Result& result) {
  const Answer& answer = result.answer;
  return answer.ending == Ending::answered && !answer.retrieval && is_utf8(answer.command) &&
         is_utf8(answer.detail) && std::ranges::all_of(result.grade.verdicts, is_of_words);
}

}  // namespace

void make_as_stored(Result& result) {
  if (!is_as_stored(result)) result = result_from_json(to_json_line(result), {});
}

OrderedView::OrderedView(RunInfo info, const ViewOptions& options, std::size_t cases)
    : info_(std::move(info)), viewer_(std::in_place, info_, options), cases_(cases) {}

void OrderedView::add(std::size_t index, Result result) {
  if (!viewer_) return;
  waiting_.emplace(index, std::move(result));
  if (waiting_.size() > kMostWaiting) viewer_.reset();
  for (auto first = waiting_.begin(); viewer_ && first != waiting_.end() && first->first == next_; ++next_) {
    count(std::move(first->second));
    first = waiting_.erase(first);
  }
  if (!viewer_) waiting_.clear();
}

void OrderedView::count(Result result) {
  const auto dataset = std::ranges::find(info_.datasets, result.asked.dataset, &DatasetInfo::name);
  std::tuple place(dataset - info_.datasets.begin(), result.asked.where.line, result.asked.id);
  if (dataset == info_.datasets.end() || place < last_) return viewer_.reset();
  last_ = std::move(place);
  make_as_stored(result);
  const Result* row = &result;
  CaseRows rows([&row] { return std::exchange(row, nullptr); });
  rows.next();
  viewer_->add(rows);
}

std::optional<RunView> OrderedView::finish() {
  if (!viewer_ || next_ < cases_) return std::nullopt;
  return viewer_->finish();
}

}  // namespace assay
