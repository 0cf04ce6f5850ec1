// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/perform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "assay/internal/run_folder.h"

namespace assay {
namespace {

RunView conclude(RunEnd& end) {
  const bool reports = !end.folder.empty() && !end.has_reports;
  RunView view = reports       ? write_reports(end.suite, end.rows, end.folder, end.options, end.reporters)
                 : end.counted ? *std::move(end.counted)
                               : view_of(end.rows, end.options);
  if (reports && end.may_be_latest && view.summary.complete) set_latest(end.suite.runs(), view.info.run_id);
  if (!end.has_suite_report) return view;
  if (end.problems.empty())
    write_ended(end.suite, view, end.rows);
  else
    write_broken(end.suite, end.problems);
  return view;
}

int exit_status_of(const PerformedRun& run) {
  const GateResult& gate = run.view.gate;
  int status = run.of_shard           ? *run.of_shard
               : run.options.expected ? status_of_selection(gate, run.view.summary)
                                      : status_of(gate);
  if (status == kPassed && !run.unstored.empty()) status = kError;
  return run.left.empty() ? status : std::max<int>(status, kError);
}

void note_end(const PerformedRun& run, const RunSink& sink) {
  if (!run.of_shard && run.view.gate.outcome == GateOutcome::unreadable)
    sink.note("error: " + run.view.gate.why + "\n");
  const std::size_t unmeasured = run.view.summary.all.counts.unmeasured;
  if (!run.ask_again.empty() && unmeasured > 0)
    sink.note(fmt::format("note: cases that were not measured: {}\n  next: {}\n", unmeasured, run.ask_again));
}

}  // namespace

PerformedRun perform_run(RunSource& source, const RunSink& sink) try {
  source.begin(sink);
  PerformedRun run{source.collect(sink)};
  source.keep(run);
  run.view = conclude(run);
  run.unstored = source.unstored();
  run.status = exit_status_of(run);
  run.fault = start_fault(run.description, run.view);
  note_end(run, sink);
  return run;
} catch (const Error& error) {
  const auto unstored = source.unstored();
  if (unstored.empty()) throw;
  auto problems = error.problems();
  std::ranges::copy(unstored, std::back_inserter(problems));
  throw Error(std::move(problems));
}

}  // namespace assay
