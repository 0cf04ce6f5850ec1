// SPDX-License-Identifier: Apache-2.0
// `assay regrade`: grades the answers of an old run with other levels, as a new run; no tool is asked.
#include <fmt/format.h>

#include "assay/internal/grade_case.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/stored_run.h"
#include "run/run.h"
#include "store/commands.h"

namespace assay::cli {
namespace {

Run regraded(Run run, const RegradeRun& arguments) {
  RunInfo& info = run.info;
  info.parent_run_id = std::exchange(info.run_id, new_run_id());
  info.name.clear();  // it still means the old run
  info.started_at = timestamp(std::chrono::system_clock::now());
  info.assay_version = ASSAY_VERSION;
  Suite suite = suite_of(arguments.settings, store_of(arguments.place));
  const auto& given = arguments.settings.given;
  if (suite.levels.empty()) suite.levels = info.levels;
  if (suite.levels == default_levels()) suite.levels.clear();
  if (!given.contains("min_score")) suite.min_score = info.min_score;
  if (!given.contains("question") && !suite.profile) suite.question = info.question;
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
  for (auto& result : run.results) grade_case(result, options);
  info.finished_at = timestamp(std::chrono::system_clock::now());
  return run;
}

}  // namespace

int perform(const RegradeRun& options) {
  const Run run = regraded(find_run(options.run, options.place), options);
  Store store = open_store(place_of(options.run, options.place), StoreOptions::Access::write);
  store.add(run);
  const PerformedRun ended = end_run(store, run.info.run_id);
  print_run(ended.view, options.json);
  return ended.status;
}

}  // namespace assay::cli
