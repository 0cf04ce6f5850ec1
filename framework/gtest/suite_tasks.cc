#include "suite_tasks.h"

#include <iostream>

#include "aggregate.h"
#include "announcement.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_folder.h"
#include "assay/summary.h"
#include "discovery.h"
#include "subject.h"

namespace assay {

int run_aggregate(const BuiltSuite& suite, const Extensions& extensions, const Arguments& arguments) {
  const auto index = read_index(suite.index());
  if (!index.problems.empty() && arguments.run_id.empty() && !has_session(suite)) {
    print_problems(index.problems);
    std::cout << "gate " << to_string(suite.gate) << ": nothing was run: what stands above cannot be read\n";
    return kNot;
  }
  check_current(suite, index);
  const Tool tool = read_suite_tool(suite);
  const auto options = evaluate_options(suite, index.kind, extensions.levels);
  const auto now = describe_run(suite, tool, options, index, run_to_aggregate(suite, arguments.run_id));
  const auto folder = make_run_folder(suite.runs(), now.run_id);
  check_subject(folder, subject_digest(suite, tool, options, index));
  ReserveKeeper keeper(suite.store);
  const auto done = aggregate(suite, extensions, index, now, keeper, read_fragments(folder));
  // What this process of ctest runs from now on is a run of its own.
  if (!done.earlier) forget_session(suite.runs(), parent_process());
  const int status = announce(suite, done);
  return status_for_ctest(
      status, arguments.under_ctest && done.gate.light == Light::skipped ? Skips::yes : Skips::no);
}

int check(const BuiltSuite& suite, const Extensions& extensions) {
  const auto found = discover(suite);
  print_problems(found.index.problems);
  const auto options = evaluate_options(suite, found.index.kind, extensions.levels);
  for (const auto& set : found.datasets)
    for (const auto& asked : set.dataset.cases) levels_of(asked, options);
  read_suite_tool(suite);
  if (suite.tables) suite.tables->get();
  std::cout << found.index.cases << " cases in " << found.datasets.size() << " of " << suite.datasets.size()
            << " datasets can be read\n";
  return found.index.problems.empty() ? kHeld : kNot;
}

int print_summary(const BuiltSuite& suite) {
  const Run run = latest_complete_run(suite);
  print_run(suite, run, suite.runs() / run.info.run_id);
  return kHeld;
}

int accept_baseline(const BuiltSuite& suite) {
  if (suite.baseline.empty())
    throw Error(Problem{.where = {suite.file.string(), 0},
                        .what = "suite " + suite.name + " names no BASELINE file",
                        .next = "give assay_add_suite a BASELINE"});
  const Run run = latest_complete_run(suite);
  if (const auto unmeasured = summarise(run).all.counts.unmeasured; unmeasured > 0)
    throw Error(Problem{.where = {(suite.runs() / run.info.run_id).string(), 0},
                        .what = std::to_string(unmeasured) + " cases of run " + run.info.run_id +
                                " were not measured: a baseline of it would expect nothing of them",
                        .next = "mend what kept them from being measured, and run the suite again"});
  write_baseline(suite.baseline, run);
  std::cout << suite.baseline.string() << " now holds what passed in run " << run.info.run_id << "\n";
  return kHeld;
}

}  // namespace assay
