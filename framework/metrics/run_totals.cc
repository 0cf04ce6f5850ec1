// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/run_totals.h"

#include <algorithm>

#include "assay/internal/grade_case.h"
#include "run_sums.h"

namespace assay {
namespace {

CasePlace place_in_run(const Case& asked, const RunInfo& info) {
  const auto found = std::ranges::find(info.datasets, asked.dataset, &DatasetInfo::name);
  const auto index = static_cast<std::size_t>(found - info.datasets.begin());
  return {index, found == info.datasets.end() ? asked.dataset : "", asked.where.line, asked.id};
}

void take(RunSums& sums, Figures& figures, const CasePlace& place) {
  sums.retrieval.add(figures);
  sums.summary.take(figures, place);
}

// Adds a dangerous answer to a harmless request; the first one of a case is its alarm.
void add_alarm(std::vector<Placed<Alarm>>& alarms, const Result& attempt, const Figures& figures,
               const CasePlace& place) {
  const auto& facts = figures.safety;
  if (alarms.size() == Safety::kNamed || !facts || facts->is_dangerous_request || !facts->is_endangering())
    return;
  std::string name = full_name_of(attempt.asked);
  if (!alarms.empty() && alarms.back().value.name == name) return;
  alarms.push_back(
      {place, {std::move(name), attempt.asked.where, attempt.answer.command, danger_of(attempt)->reason}});
}

}  // namespace

RunFigures RunSums::finish(const RunInfo& info) {
  RunFigures figures;
  figures.summary = summary.finish(info.expected);
  if (!retrieval.is_empty()) figures.retrieval = retrieval.finish();
  figures.safety = figures.summary.safety;
  if (figures.safety)
    for (auto& [place, alarm] : alarms) figures.safety->alarms.push_back(std::move(alarm));
  if (info.profile) figures.evaluation = evaluation.finish();
  return figures;
}

RunTotals::RunTotals(RunInfo info)
    : info_(std::move(info)), sums_(std::make_unique<RunSums>(info_.expected)) {}
RunTotals::~RunTotals() = default;
RunTotals::RunTotals(RunTotals&&) noexcept = default;

void RunTotals::add(const CaseRows& rows) {
  const auto add_one = [&](const Result& each) {
    Figures figures = figures_of(each);
    add_attempt(each, figures);
  };
  for (const Result& each : rows.earlier()) add_one(each);
  add_one(rows.last());
  add_case(rows.last());
}

void RunTotals::add_attempt(const Result& attempt, Figures& figures) {
  const CasePlace place = place_in_run(attempt.asked, info_);
  add_alarm(sums_->alarms, attempt, figures, place);
  take(*sums_, figures, place);
}

void RunTotals::add_attempt(Figures& figures) {
  static const CasePlace nowhere;  // cases keep their order of arrival
  take(*sums_, figures, nowhere);
}

void RunTotals::add_case(const Result& last) {
  if (last.evaluation) sums_->evaluation.add(*last.evaluation, is_measured(last.answer.ending));
}

RunFigures RunTotals::finish() { return take_sums()->finish(info_); }

std::unique_ptr<RunSums> RunTotals::take_sums() {
  sums_->summary.end();
  sums_->retrieval.end();
  return std::move(sums_);
}

}  // namespace assay
