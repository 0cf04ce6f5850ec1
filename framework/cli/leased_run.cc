// SPDX-License-Identifier: Apache-2.0
#include "leased_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "asked_suite.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/engines.h"
#include "assay/internal/fixture.h"
#include "assay/internal/leased_asking.h"
#include "assay/internal/text.h"
#include "case_part.h"
#include "interruption.h"
#include "stored_run.h"
#include "tool_start.h"

namespace assay::cli {
namespace {

void expect_joinable(const RunDatasets& asked) {
  if (!names_server(store_of(asked.place)))
    throw Error(Problem{.where = {store_of(asked.place).string(), 0},
                        .what = "--join: cases are leased by a server, and this store is a file",
                        .next = "name one: --store postgresql://HOST/DATABASE; or cut the run: --shard I/N"});
  if (const auto shard = process_variables()("ASSAY_SHARD"); shard && *shard != "none")
    throw Error(
        Problem{.what = "ASSAY_SHARD=" + *shard + " cuts a run, and workers that join one share all of it",
                .next = "unset ASSAY_SHARD, or leave --join out"});
  if (!asked.output.empty())
    throw Error(Problem{.what = "--output: a worker writes no reports, they are of the whole run",
                        .next = "when it has ended: assay report " + asked.join + " --output DIR"});
}

// The file for results that could not be sent to the server.
std::filesystem::path refuge_file() {
  auto file = default_store_file();
  return names_server(file) ? "assay.db" : file;
}

Store open_shared_store(const RunDatasets& asked) {
  return Store(
      {.file = store_of(asked.place), .patience = kPatienceOfWorkers, .kept_outputs = asked.keep_outputs});
}

std::string worker_name(const RunInfo& info) {
  return fmt::format("{} {} {}", info.host, ::getpid(), new_run_id());
}

// A message from the server's own counts, which include other workers.
std::string words_of(const LeasedEnd& end, const WorkQueue::State& state) {
  std::string text = fmt::format("{} of {} cases were answered here", end.answered, state.items);
  if (state.duplicates > 0)
    text += fmt::format("; {} answers came twice, and the first ones count", state.duplicates);
  return text;
}

// The server's fault, and the way for this worker's results to get there.
Error server_fault(const RunDatasets& asked, const LeasedEnd& end) {
  const std::string store = store_of(asked.place).string(), file = refuge_file().string();
  Problem problem = *end.fault;
  std::string next = end.is_server_lost     ? "when the server is back, "
                     : problem.next.empty() ? "when that is fixed, "
                                            : problem.next + "; then ";
  if (end.kept_here > 0) {
    problem.what += fmt::format("; {} more results of this worker are in {}", end.kept_here, file);
    next += fmt::format(
        "merge them, and only then repeat the command line. To merge: assay merge {} --store '{}'", file,
        store);
  } else {
    next += "repeat the command line";
  }
  problem.next = std::move(next);
  std::vector<Problem> problems = {std::move(problem)};
  if (end.refuge) {
    problems.push_back(*end.refuge);
    problems.back().what =
        fmt::format("{} more results of this worker are lost: {}", end.dropped, end.refuge->what);
  }
  return Error(std::move(problems));
}

// A machine that cannot ask the tool leaves the cases to others.
[[noreturn]] void throw_obstacle(const Plan& plan, const std::string& why) {
  throw Error(Problem{.where = {plan.tool.description.string(), 0},
                      .what = one_line(why) + "; cases that this worker could not ask are left to others",
                      .next = "fix that on this machine, and repeat the command line"});
}

// An id that is used again, say every night, would yield yesterday's results.
void note_earlier_results(const RunDatasets& asked, const WorkQueue::State& state) {
  if (state.done == 0) return;
  std::cerr << fmt::format(
      "note: run {}, which began at {}, has results of {} of its {} cases already: they are not asked "
      "again\n  next: for a new run give another id (--join)\n",
      one_line(asked.join), open_shared_store(asked).load_info(asked.join).started_at, state.done,
      state.items);
}

void note_unmeasured(const RunDatasets& asked, std::size_t unmeasured) {
  if (unmeasured == 0) return;
  std::cerr << fmt::format(
      "note: cases that were not measured: {}\n"
      "  next: to ask them again, on one machine: assay run … --resume {} --store '{}'\n",
      unmeasured, one_line(asked.join), store_of(asked.place).string());
}

struct Worked {
  std::vector<Problem> left;  // by the tool's fixture
  std::string words;
};

// Asks the cases leased to this worker. If the user interrupts, the process exits here.
Worked ask_with_others(Plan& plan, const RunDatasets& asked) {
  const LeasedCases cases = every_attempt(plan.cases, static_cast<int>(asked.settings.repeat));
  WorkQueue queue({.url = store_of(asked.place).string(),
                   .run_id = plan.info.run_id,
                   .worker = worker_name(plan.info),
                   .lease = std::chrono::milliseconds(static_cast<std::int64_t>(asked.lease * 1000)),
                   .kept_outputs = asked.keep_outputs},
                  items_of(cases));
  const auto before = queue.state();
  (asked.json ? std::cerr : std::cout)
      << fmt::format("joined run {}: {} of {} cases are left\n", one_line(plan.info.run_id),
                     before.items - before.done, before.items)
      << std::flush;
  note_earlier_results(asked, before);
  // If nothing is asked, the tool's server is not needed.
  RunningFixture fixture(before.done == before.items ? Tool() : plan.tool, {});
  if (const auto why = fixture.obstacle(); !why.empty()) throw_obstacle(plan, why);
  fixture.take_part(plan.options);
  const auto refuge = [&] { return Store({.file = refuge_file(), .kept_outputs = asked.keep_outputs}); };
  const Interruption interruption("\nstopping; to go on, repeat the command line\n");
  const LeasedEnd end = ask_leased(plan, cases, queue, refuge, interruption.token());
  Worked worked{.left = fixture.end(), .words = {}};
  for (const auto& problem : worked.left) std::cerr << to_string(problem) << "\n";
  if (end.fault) {
    Error fault = server_fault(asked, end);
    if (interruption.token().stop_requested()) std::cerr << fault.what() << "\n";
    interruption.end_if_stopped();
    throw fault;
  }
  interruption.end_if_stopped();
  if (!end.obstacle.empty()) throw_obstacle(plan, end.obstacle);
  worked.words = words_of(end, queue.state());
  return worked;
}

}  // namespace

AskedRun leased_run(const RunDatasets& asked) {
  expect_joinable(asked);
  const Suite suite = suite_of(asked);
  Plan plan = plan_run(suite);
  plan.info.run_id = asked.join;
  plan.info.name = asked.name;
  select_part(plan.cases, asked.part, asked.place, plan.info.suite);
  open_shared_store(asked).join_run(plan.info);
  const std::filesystem::path description = plan.tool.description;
  const Worked worked = ask_with_others(plan, asked);
  Store store = open_shared_store(asked);
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  store.join_run(plan.info);
  RunView view = conclude(store, plan.info.run_id, suite, {}, {.expected = plan.cases.size()});
  if (view.summary.present < plan.cases.size()) std::cerr << "error: " << view.gate.why << "\n";
  note_unmeasured(asked, view.summary.all.counts.unmeasured);
  const int status = status_of_selection(view.gate, view.summary);
  auto fault = start_fault(description, view);
  return {.view = std::move(view),
          .folder = {},
          .store = store.file(),
          .status = worked.left.empty() ? status : std::max<int>(status, kUndecided),
          .fault = std::move(fault),
          .shard = worked.words};
}

}  // namespace assay::cli
