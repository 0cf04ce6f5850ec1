// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/perform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "assay/internal/run_folder.h"

namespace assay {
namespace {

RunView conclude(const RunEnd& end) {
  if (end.folder.empty()) return view_of(end.rows, end.options);
  RunView view = write_reports(end.suite, end.rows, end.folder, end.options);
  if (view.summary.complete && end.may_be_latest) set_latest(end.suite.runs(), view.info.run_id);
  return view;
}

int status_of(const RunEnd& end, const RunView& view) {
  if (end.status) return *end.status;
  return end.options.expected ? status_of_selection(view.gate, view.summary) : status_of(view.gate);
}

}  // namespace

PerformedRun perform_run(RunSource& source, const RunSink& sink) {
  source.begin(sink);
  RunEnd end = source.collect(sink);
  source.keep(end);
  RunView view = conclude(end);
  if (!end.status && view.gate.outcome == GateOutcome::unreadable)
    sink.note("error: " + view.gate.why + "\n");
  const std::size_t unmeasured = view.summary.all.counts.unmeasured;
  if (!end.ask_again.empty() && unmeasured > 0)
    sink.note(fmt::format("note: cases that were not measured: {}\n  next: {}\n", unmeasured, end.ask_again));
  int status = status_of(end, view);
  if (!end.left.empty()) status = std::max<int>(status, kError);
  std::optional<Problem> fault = start_fault(end.description, view);
  return {.view = std::move(view),
          .folder = std::move(end.folder),
          .store = std::move(end.store),
          .status = status,
          .fault = std::move(fault),
          .outcome = std::move(end.outcome)};
}

}  // namespace assay
