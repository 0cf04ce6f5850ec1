// `assay run`: every finished case is in the store before the next one is looked at, so a run that is killed
// loses nothing, and goes on where it stopped.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <set>
#include <tuple>

#include "assay/internal/run_folder.h"
#include "assay/internal/text.h"
#include "assay/run_reports.h"
#include "command_line.h"
#include "run_claim.h"
#include "run_plan.h"
#include "run_summary.h"
#include "stored_run.h"

namespace assay::cli {
namespace {

using Done = std::set<std::tuple<std::string, std::string, int>>;

// The run that is taken up again keeps its name and its beginning.
void take_up(RunInfo& info, const Store& store, const RunDatasets& asked) {
  const auto earlier = store.load_info(store.resolve(asked.resume, asked.place.suite, Latest::any));
  info.run_id = earlier.run_id;
  info.suite = earlier.suite;
  info.started_at = earlier.started_at;
}

// Begins the run, or goes on with it; says what need not be asked again.
Done begin(Store& store, const RunInfo& info, const RunDatasets& asked) {
  Done done;
  if (asked.resume.empty()) {
    store.add_run(info);
    return done;
  }
  store.resume_run(info);
  for (const auto& each : store.finished_cases(info.run_id))
    done.emplace(each.dataset, each.id, each.attempt);
  return done;
}

class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), shown_(::isatty(STDERR_FILENO) != 0) {}
  ~Progress() {
    if (shown_) std::fputs("\r\x1b[K", stderr);
  }
  void step() {
    ++finished_;
    if (shown_) std::fprintf(stderr, "\r%zu of %zu answered \x1b[K", finished_, total_);
  }

 private:
  std::size_t total_ = 0;
  std::size_t finished_ = 0;
  bool shown_ = false;
};

void ask(Store& store, const RunPlan& plan, int attempt, const Done& done) {
  std::vector<Case> cases;
  for (const auto& each : plan.cases)
    if (!done.contains({each.dataset, each.id, attempt})) cases.push_back(each);
  Progress progress(cases.size());
  evaluate(cases, plan.tool, plan.options, [&](std::size_t, Result result) {
    progress.step();
    if (result.answer.ending == Ending::cancelled) return;
    result.attempt = attempt;
    store.add_result(plan.info.run_id, result);
  });
}

// Before anything is asked, so that no answer is without its reports; empty where none are asked for.
std::filesystem::path report_folder(const std::filesystem::path& output, const std::string& run_id) try {
  if (output.empty()) return {};
  const auto folder = make_run_folder(output / "runs", run_id);
  std::error_code ignored;
  std::filesystem::remove(folder / "fragments", ignored);  // for processes of cases; here there are none
  return folder;
} catch (const Error& error) {
  Problem problem = error.problems().front();
  problem.next = "make the folder writable, or choose another one (--output)";
  throw Error(std::move(problem));
}

}  // namespace

int perform(const RunDatasets& asked) {
  RunPlan plan = plan_run(asked);
  Store store = open_store(asked.place, StoreOptions::Access::write);
  if (!asked.resume.empty()) take_up(plan.info, store, asked);
  const RunClaim claim(plan.info.run_id);
  const auto folder = report_folder(asked.output, plan.info.run_id);
  const auto done = begin(store, plan.info, asked);
  for (int attempt = 1; attempt <= asked.repeat; ++attempt) ask(store, plan, attempt, done);
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  store.finish_run(plan.info);
  refresh_aggregate(store, plan.info.run_id);
  const Run run = store.load_run(plan.info.run_id);
  if (!folder.empty()) {
    write_run_reports(run, folder, {.root = std::filesystem::current_path()});
    set_latest(asked.output / "runs", run.info.run_id);
  }
  print_run(run, asked.json, folder);
  if (!asked.json) std::cout << "store " << one_line(store.file().string()) << "\n";
  return status_of(run);
}

}  // namespace assay::cli
