#include "asked_run.h"

#include <algorithm>
#include <iostream>

#include "asked_suite.h"
#include "assay/internal/asking.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/fixture.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/store_metrics.h"
#include "assay/internal/text.h"
#include "assay/internal/trend.h"
#include "case_part.h"
#include "interruption.h"
#include "run_claim.h"
#include "run_summary.h"
#include "stored_run.h"

namespace assay::cli {
namespace {

// The run that is taken up again keeps its name and its beginning.
void take_up(RunInfo& info, const Store& store, const RunDatasets& asked) {
  const auto earlier = store.load_info(store.resolve(asked.resume, asked.place.suite, Latest::any));
  info.run_id = earlier.run_id;
  info.suite = earlier.suite;
  if (info.name.empty()) info.name = earlier.name;
  info.started_at = earlier.started_at;
}

// Begins the run, or goes on with it; says what need not be asked again.
std::vector<FinishedCase> begin(Store& store, const RunInfo& info, const RunDatasets& asked) {
  if (asked.resume.empty()) {
    store.add_run(info);
    return {};
  }
  store.resume_run(info);
  return store.finished_cases(info.run_id);
}

// Before anything is asked, so that no answer is without its reports; empty where none are asked for.
std::filesystem::path report_folder(const Suite& suite, const std::string& run_id) try {
  if (suite.output.empty()) return {};
  const auto folder = make_run_folder(suite.runs(), run_id);
  std::error_code ignored;
  std::filesystem::remove(folder / "fragments", ignored);  // for processes of cases; here there are none
  return folder;
} catch (const Error& error) {
  Problem problem = error.problems().front();
  problem.next = "make the folder writable, or choose another one (--output)";
  throw Error(std::move(problem));
}

}  // namespace

AskedRun run_of(const RunDatasets& asked, const std::string& again) {
  const Suite suite = suite_of(asked);
  Plan plan = plan_run(suite);
  plan.info.name = asked.name;
  Store store = open_store(asked.place, StoreOptions::Access::write);
  if (!asked.resume.empty()) take_up(plan.info, store, asked);
  plan.cases = part_of(std::move(plan.cases), asked.part, asked.place);
  const RunClaim claim(plan.info.run_id);
  const auto folder = report_folder(suite, plan.info.run_id);
  const auto finished = begin(store, plan.info, asked);
  RunningFixture fixture(plan.tool, folder.empty() ? folder : folder / "fixture");
  fixture.take_part(plan.options);
  std::vector<Problem> left;
  {
    const Interruption interruption("\nstopping; to go on, " + again + " with --resume " + plan.info.run_id +
                                    "\n");
    ask(plan, asked.repeat, finished, store, interruption.token());
    left = fixture.end();
    for (const auto& problem : left) std::cerr << to_string(problem) << "\n";
    interruption.end_if_stopped();
  }
  plan.cases = std::vector<Case>();  // what comes takes memory of its own
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  store.finish_run(plan.info);
  refresh_aggregate(store, plan.info.run_id);
  const RunRows rows = store.rows(plan.info.run_id);
  ViewOptions options = {.judged = selects(asked.part) ? Judged::what_is_there : Judged::whole_suite};
  if (!folder.empty()) options.trend = trend_of(store, plan.info);
  RunView view = folder.empty() ? view_of(rows, options) : write_reports(suite, rows, folder, options);
  if (!folder.empty()) set_latest(suite.runs(), view.info.run_id);
  const int status = left.empty() ? status_of(view.gate) : std::max(status_of(view.gate), kUndecided);
  return {.view = std::move(view), .folder = folder, .store = store.file(), .status = status};
}

void print_run(const AskedRun& run, bool json) {
  print_run(run.view, json, run.folder);
  if (!json) std::cout << "store " << one_line(run.store.string()) << "\n";
}

int perform(const RunDatasets& asked) {
  check_servers(asked);
  const AskedRun run = run_of(asked);
  print_run(run, asked.json);
  return run.status;
}

}  // namespace assay::cli
