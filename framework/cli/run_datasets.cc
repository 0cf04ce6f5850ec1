// `assay run`: every finished case is in the store before the next one is looked at, so a run that is killed
// loses nothing, and goes on where it stopped.
#include <unistd.h>

#include <cstdio>
#include <set>
#include <tuple>

#include "assay/run_folder.h"
#include "assay/run_reports.h"
#include "command_line.h"
#include "run_plan.h"
#include "run_summary.h"
#include "stored_run.h"

namespace assay::cli {
namespace {

using Done = std::set<std::tuple<std::string, std::string, int>>;

// Begins the run, or takes up one that was killed; says what need not be asked again.
Done begin(Store& store, RunInfo& info, const RunDatasets& asked) {
  Done done;
  if (asked.resume.empty()) {
    store.add_run(info);
    return done;
  }
  const auto earlier = store.load_info(store.resolve(asked.resume, asked.place.suite));
  info.run_id = earlier.run_id;
  info.suite = earlier.suite;
  info.started_at = earlier.started_at;
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

}  // namespace

int perform(const RunDatasets& asked) {
  RunPlan plan = plan_run(asked);
  Store store = open_store(asked.place, StoreOptions::Access::write);
  const auto done = begin(store, plan.info, asked);
  for (int attempt = 1; attempt <= asked.repeat; ++attempt) ask(store, plan, attempt, done);
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  store.finish_run(plan.info);
  refresh_aggregate(store, plan.info.run_id);
  const Run run = store.load_run(plan.info.run_id);
  std::filesystem::path folder;
  if (!asked.output.empty()) {
    folder = make_run_folder(asked.output / "runs", run.info.run_id);
    std::filesystem::remove(folder / "fragments");
    write_run_reports(run, folder, {.root = std::filesystem::current_path()});
    set_latest(asked.output / "runs", run.info.run_id);
  }
  print_run(run, asked.json, folder);
  return status_of(run);
}

}  // namespace assay::cli
