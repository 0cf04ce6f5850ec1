// SPDX-License-Identifier: Apache-2.0
#include "asked_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <set>

#include "asked_suite.h"
#include "assay/internal/asking.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/fixture.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "assay/internal/work_queue.h"
#include "assay/summary.h"
#include "case_part.h"
#include "interruption.h"
#include "leased_run.h"
#include "run_claim.h"
#include "run_summary.h"
#include "shard_run.h"
#include "stored_run.h"
#include "tool_start.h"

namespace assay::cli {
namespace {

// A resumed run keeps its name and its start time.
void take_up(RunInfo& info, const Store& store, const RunDatasets& asked) {
  const auto earlier = store.load_info(store.resolve(asked.resume, asked.place.suite, Latest::any));
  info.run_id = earlier.run_id;
  info.suite = earlier.suite;
  if (info.name.empty()) info.name = earlier.name;
  info.started_at = earlier.started_at;
}

// Asked beside the workers of the run, cases would be asked twice, and their results contradict each other.
void expect_no_worker(const RunInfo& info, const RunDatasets& asked) {
  const std::size_t open = open_items(store_of(asked.place), info.run_id);
  if (open == 0) return;
  throw Error(Problem{.what = fmt::format("{} cases of run {} are left to the workers that join it", open,
                                          one_line(info.run_id)),
                      .next = "join them: --join " + one_line(info.run_id)});
}

// Begins or continues the run; returns the cases that need not be asked again.
std::vector<FinishedCase> begin(Store& store, const RunInfo& info, bool is_resumed, const Dealing& dealing) {
  if (dealing.is_shared()) {
    store.join_run(info);
  } else if (is_resumed) {
    store.resume_run(info);
  } else {
    store.add_run(info);
    return {};
  }
  return store.finished_cases(info.run_id);
}

// An id that is used again, say every night, would yield yesterday's results.
void note_continuation(const Store& store, const RunInfo& info, std::size_t finished) {
  if (finished == 0) return;
  std::cerr << fmt::format(
      "note: run {}, which began at {}, has results of {} cases already: they are not asked again\n"
      "  next: for a new run give another id (--run-id)\n",
      one_line(info.run_id), store.load_info(info.run_id).started_at, finished);
}

// It is of other datasets: every case would be reported as not recorded.
void expect_some_answer(const Plan& plan) {
  const auto* recording = std::get_if<Recording>(&plan.tool.how);
  if (recording == nullptr || recording->lines.empty()) return;
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    if (recording->find(plan.cases.at(index).id) != nullptr) return;
  throw Error(Problem{.where = {recording->file.string(), 0},
                      .what = fmt::format("has answers for none of the {} cases: the first is for \"{}\"",
                                          plan.cases.size(), one_line(recording->lines.front().id)),
                      .next = "name the datasets that the answers belong to (--dataset)"});
}

// If there are no more answers than cases, nobody needs to look: for each answer that no dataset asks for,
// some case has none, and that is reported.
void note_unasked_answers(const Plan& plan) {
  const auto* recording = std::get_if<Recording>(&plan.tool.how);
  if (recording == nullptr || recording->lines.size() <= plan.cases.size()) return;
  std::vector<bool> is_asked(recording->lines.size());
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    if (const RecordedLine* line = recording->find(plan.cases.at(index).id))
      is_asked[static_cast<std::size_t>(line - recording->lines.data())] = true;
  const auto unasked = static_cast<std::size_t>(std::ranges::count(is_asked, false));
  if (unasked == 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(is_asked, false) - is_asked.begin());
  std::cerr << fmt::format(
      "{}: note: answers for cases that no dataset here asks are left out: {} of {}, the first for \"{}\"\n",
      one_line(recording->file.string()), unasked, recording->lines.size(),
      one_line(recording->lines[first].id));
}

// Created before anything is asked, so that no answer lacks its reports; empty if no reports are requested.
std::filesystem::path report_folder(const Suite& suite, const std::string& run_id) try {
  if (suite.output.empty()) return {};
  const auto folder = make_run_folder(suite.runs(), run_id);
  std::error_code ignored;
  std::filesystem::remove(folder / "fragments", ignored);  // used by case processes; there are none here
  return folder;
} catch (const Error& error) {
  Problem problem = error.problems().front();
  problem.next = "make the folder writable, or choose another one (--output)";
  throw Error(std::move(problem));
}

// Asks all cases of the plan; returns the problems the tool's fixture left. If the user interrupts, the
// process exits here.
std::vector<Problem> ask_all(Plan& plan, const std::filesystem::path& folder, const RunDatasets& asked,
                             const std::vector<FinishedCase>& finished, Store& store,
                             const std::string& again) {
  // If nothing is asked, no server is needed.
  RunningFixture fixture(plan.cases.empty() ? Tool() : plan.tool,
                         folder.empty() ? folder : folder / "fixture");
  fixture.take_part(plan.options);
  const Interruption interruption("\nstopping; to go on, " + again + "\n");
  ask(plan, static_cast<int>(asked.settings.repeat), finished, store, interruption.token());
  auto left = fixture.end();
  for (const auto& problem : left) std::cerr << to_string(problem) << "\n";
  interruption.end_if_stopped();
  return left;
}

// Otherwise asking often enough would turn any unsteady answer into a pass. Empty if nothing was asked again.
std::optional<GateResult> gate_of_asked_again(const RunDatasets& asked, const Plan& plan) {
  if (asked.part.failed.empty()) return std::nullopt;
  const RunRows before = find_rows(asked.part.failed, asked.place);
  if (!differences(before.info, plan.info).empty()) return std::nullopt;
  std::set<std::string> selected;
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    selected.insert(full_name_of(plan.cases.at(index)));
  std::size_t missed = 0;
  for (CaseRows cases(before.open()); cases.next();)
    missed +=
        cases.last().grade.status == Status::miss && selected.contains(full_name_of(cases.last().asked));
  if (missed == 0) return std::nullopt;
  return GateResult{
      GateOutcome::missed, Light::red,
      fmt::format("{} of the {} cases that were asked again missed in run {}, of the same tool, datasets and "
                  "settings: a case counts with all its attempts",
                  missed, plan.cases.size(), before.info.run_id)};
}

void finish(Plan& plan, Store& store, const Dealing& dealing, ShardEnd& end) {
  if (dealing.shard) end = shard_end(plan, dealing.shard->shard, store);
  plan.cases.clear();  // the reports need memory of their own
  plan.tool = Tool();
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  if (dealing.is_shared())
    store.join_run(plan.info);
  else
    store.finish_run(plan.info);
}

std::string first_line_of(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace

AskedRun run_of(const RunDatasets& asked, const std::string& again, const Dealing& dealing) {
  const Suite suite = suite_of(asked);
  Plan plan = plan_run(suite);
  expect_some_answer(plan);
  plan.info.name = asked.name;
  const bool is_resumed = !asked.resume.empty();
  if (dealing.is_shared() && !is_resumed) plan.info.run_id = shared_run_id(dealing, plan.info);
  if (is_resumed)
    open_store(asked.place, StoreOptions::Access::read);  // does not make a store for a run that is not there
  Store store = open_store(asked.place, StoreOptions::Access::write, asked.keep_outputs);
  if (is_resumed) take_up(plan.info, store, asked);
  if (is_resumed || dealing.is_shared()) expect_no_worker(plan.info, asked);
  note_unasked_answers(plan);
  select_part(plan.cases, asked.part, asked.place, plan.info.suite);
  ViewOptions options;
  if (!dealing.is_shared()) options.gate = gate_of_asked_again(asked, plan);
  if (dealing.is_shared()) deal(plan, dealing, asked);
  const RunClaim claim(claimed_part(plan.info, dealing));
  const auto folder = report_folder(suite, plan.info.run_id);
  const auto finished = begin(store, plan.info, is_resumed, dealing);
  if (dealing.is_shared() && !is_resumed) note_continuation(store, plan.info, finished.size());
  const std::string way = dealing.is_shared() ? again : again + " with --resume " + plan.info.run_id;
  const std::vector<Problem> left = ask_all(plan, folder, asked, finished, store, way);
  const std::filesystem::path description = plan.tool.description;
  const std::size_t cases = plan.cases.size();
  ShardEnd end;
  finish(plan, store, dealing, end);
  options.expected = cases;
  RunView view = conclude(store, plan.info.run_id, suite, folder, options);
  const int status = dealing.shard ? end.status : status_of_selection(view.gate, view.summary);
  if (!dealing.shard && view.summary.present < cases) std::cerr << "error: " << view.gate.why << "\n";
  auto fault = start_fault(description, view);
  return {.view = std::move(view),
          .folder = folder,
          .store = store.file(),
          .status = left.empty() ? status : std::max<int>(status, kUndecided),
          .fault = std::move(fault),
          .shard = end.words};
}

void print_run(const AskedRun& run, bool json) {
  print_run(run.view, json, run.folder);
  if (!json) {
    const GateResult& gate = run.view.gate;
    // The figures say the rest.
    const bool is_explained = run.view.summary.complete && run.view.summary.all.counts.miss > 0;
    if (run.shard.empty() && gate.light != Light::green && !is_explained)
      std::cout << "gate " << to_string(run.view.info.gate) << ": " << one_line(first_line_of(gate.why))
                << "\n";
    std::cout << "store " << one_line(run.store.string()) << "\n";
    if (!run.shard.empty()) std::cout << run.shard << "\n";
  }
  if (run.fault) std::cerr << "\n" << to_string(*run.fault) << "\n";
}

int perform(const RunDatasets& asked) {
  check_servers(asked);
  const AskedRun run =
      asked.join.empty() ? run_of(asked, "repeat the command line", dealing_for(asked)) : leased_run(asked);
  print_run(run, asked.json);
  return run.status;
}

}  // namespace assay::cli
