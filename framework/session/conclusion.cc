// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/conclusion.h"

#include <fmt/format.h>

#include <sstream>

#include "assay/internal/atomic_file.h"
#include "assay/internal/dealing.h"
#include "assay/internal/json.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/store_metrics.h"
#include "assay/internal/text.h"
#include "assay/internal/trend.h"

namespace assay {

RunView write_reports(const Suite& suite, const RunRows& rows, const std::filesystem::path& folder,
                      const ViewOptions& options) {
  return write_run_reports(rows, folder, {.junit = suite.junit, .root = suite.project}, options);
}

void write_reports(const Suite& suite, const std::vector<Reporter>& own, const Run& run,
                   const ViewOptions& options, const std::filesystem::path& folder) {
  for (const auto& reporter : own) {
    std::ostringstream text;
    reporter.write(run, text);
    write_own_file(folder / std::filesystem::path(reporter.file).filename(), text.str());
  }
  write_reports(suite, rows_of(run), folder, options);  // last: run.json says that all reports are there
}

RunView conclude(Store& store, const std::string& run_id, const Suite& suite,
                 const std::filesystem::path& folder, ViewOptions options) {
  if (missing_shards(store.load_info(run_id).shards).empty()) refresh_aggregate(store, run_id);
  const RunRows rows = store.rows(run_id);
  if (folder.empty()) return view_of(rows, options);
  options.trend = trend_of(store, rows.info);
  RunView view = write_reports(suite, rows, folder, options);
  const bool is_judged = !options.gate || options.gate->outcome != GateOutcome::unreadable;
  if (view.summary.complete && is_judged) set_latest(suite.runs(), run_id);
  return view;
}

GateTerms terms_of(const Suite& suite) {
  return {suite.gate, suite.min_mean,
          suite.gate == Gate::baseline ? read_baseline(suite.baseline) : Baseline{}, suite.unmeasured,
          suite.repeat};
}

ExitStatus status_of(const GateResult& gate) {
  switch (gate.outcome) {
    case GateOutcome::held:
      return kHeld;
    case GateOutcome::missed:
      return kNot;
    case GateOutcome::unknown:
    case GateOutcome::partial:
    case GateOutcome::unreadable:
      break;
  }
  return kUndecided;
}

ExitStatus status_of_selection(const GateResult& gate, const Summary& summary) {
  const auto& counts = summary.all.counts;
  const bool has_passed = counts.miss == 0 && counts.unmeasured == 0 && counts.pass > 0;
  return gate.outcome == GateOutcome::partial && has_passed ? kHeld : status_of(gate);
}

std::optional<GateResult> gate_of_incomplete(const RunInfo& info) {
  std::string why;
  if (!missing_shards(info.shards).empty()) {
    why = missing_shards_text(info);
    why.pop_back();
  } else if (info.finished_at.empty()) {
    why = fmt::format(
        "run {0} has not ended\n  next: wait for it, or go on with it: assay run … --resume {0}; or --join "
        "{0}, if workers joined it",
        one_line(info.run_id));
  }
  if (why.empty()) return std::nullopt;
  return GateResult{.outcome = GateOutcome::unreadable, .light = Light::red, .why = std::move(why)};
}

}  // namespace assay
