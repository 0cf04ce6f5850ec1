// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/perform_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "assay/internal/asking.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/fixture.h"
#include "assay/internal/interruption.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "assay/internal/work_queue.h"
#include "assay/summary.h"

namespace assay {
namespace {

// What a source leaves when all of its results are in the store.
struct Collected {
  std::vector<Problem> left;  // by the tool's fixture
  std::optional<int> status;  // a shard's own; empty: the gate's
  std::string outcome;        // PerformedRun::outcome
};

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
void note_unasked_answers(const Plan& plan, const RunSink& sink) {
  const auto* recording = std::get_if<Recording>(&plan.tool.how);
  if (recording == nullptr || recording->lines.size() <= plan.cases.size()) return;
  std::vector<bool> is_asked(recording->lines.size());
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    if (const RecordedLine* line = recording->find(plan.cases.at(index).id))
      is_asked[static_cast<std::size_t>(line - recording->lines.data())] = true;
  const auto unasked = static_cast<std::size_t>(std::ranges::count(is_asked, false));
  if (unasked == 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(is_asked, false) - is_asked.begin());
  sink.note(fmt::format(
      "{}: note: answers for cases that no dataset here asks are left out: {} of {}, the first for \"{}\"\n",
      one_line(recording->file.string()), unasked, recording->lines.size(),
      one_line(recording->lines[first].id)));
}

void note_left(const std::vector<Problem>& left, const RunSink& sink) {
  for (const auto& problem : left) sink.note(to_string(problem) + "\n");
}

// Where the results of a run come from. Each member is called once, in this order.
class RunSource {
 public:
  virtual ~RunSource() = default;
  // Selects the cases, claims the run, and begins, joins or resumes it in the store.
  virtual void begin(Plan& plan) = 0;
  // Puts the results into the store. If the user interrupts, the process ends here.
  virtual Collected collect(Plan& plan) = 0;
  // The store, for the end of the run.
  virtual Store& store() = 0;
  virtual bool is_shared() const = 0;
  virtual std::filesystem::path folder() const { return {}; }
  virtual ViewOptions view_options() const { return {}; }
};

// A resumed run keeps its name and its start time.
void take_up(RunInfo& info, const Store& store, const RunRequest& request) {
  const auto earlier = store.load_info(store.resolve(request.resume, request.place.suite, Latest::any));
  info.run_id = earlier.run_id;
  info.suite = earlier.suite;
  if (info.name.empty()) info.name = earlier.name;
  info.started_at = earlier.started_at;
}

// Asked beside the workers of the run, cases would be asked twice, and their results contradict each other.
void expect_no_worker(const RunInfo& info, const RunRequest& request) {
  const std::size_t open = open_items(store_of(request.place), info.run_id);
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
void note_continuation(const Store& store, const RunInfo& info, std::size_t finished, const RunSink& sink) {
  if (finished == 0) return;
  sink.note(fmt::format(
      "note: run {}, which began at {}, has results of {} cases already: they are not asked again\n"
      "  next: for a new run give another id (--run-id)\n",
      one_line(info.run_id), store.load_info(info.run_id).started_at, finished));
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
  problem.next = "choose a folder that can be made and written (--output)";
  throw Error(std::move(problem));
}

// Otherwise asking often enough would turn any unsteady answer into a pass. Empty if nothing was asked again.
std::optional<GateResult> gate_of_asked_again(const RunRequest& request, const Plan& plan) {
  if (request.part.failed.empty()) return std::nullopt;
  const RunRows before = find_rows(request.part.failed, request.place);
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

struct OwnCases {
  std::size_t finished = 0;  // with a result
  std::size_t measured = 0;
};

OwnCases cases_with_result(const Plan& plan, const Store& store) {
  std::set<std::pair<std::string, std::string>> finished, measured;
  for (const FinishedCase& each : store.finished_cases(plan.info.run_id)) {
    finished.emplace(each.dataset, each.id);
    if (each.measured) measured.emplace(each.dataset, each.id);
  }
  OwnCases own;
  for (std::size_t index = 0; index < plan.cases.size(); ++index) {
    const Case each = plan.cases.at(index);
    own.finished += finished.contains({each.dataset, each.id});
    own.measured += measured.contains({each.dataset, each.id});
  }
  return own;
}

// The unit that only one process at a time may ask: the run, or its part.
std::string claimed_part(const RunInfo& info, const Dealing& dealing) {
  if (!dealing.shard) return info.run_id;
  return fmt::format("{} shard {}", info.run_id, dealing.shard->shard.number);
}

// If the shard has asked all of its cases, records that in the plan's description.
Collected shard_end(Plan& plan, const Shard& shard, const Store& store) {
  const OwnCases own = cases_with_result(plan, store);
  const std::size_t all = plan.cases.size();
  const std::string name = fmt::format("shard {}/{}", shard.number, shard.count);
  if (own.finished < all)
    return {{},
            kError,
            fmt::format("{}: asked {} of its {} cases; repeat the command line", name, own.finished, all)};
  plan.info.shards.asked = {shard.number};
  if (all > 0 && own.measured == 0)
    return {{}, kError, fmt::format("{}: none of its {} cases could be measured on this machine", name, all)};
  const std::string unmeasured =
      own.measured < all ? fmt::format(", {} of them could not be measured", all - own.measured) : "";
  return {
      {},
      kPassed,
      fmt::format(
          "{}: asked all of its {} cases{}; to apply the gate to the whole run: assay merge STORES --gate",
          name, all, unmeasured)};
}

// This process asks all cases of the run, or those of its shard.
class OwnAsking : public RunSource {
 public:
  OwnAsking(const RunRequest& request, const RunSink& sink) : request_(request), sink_(sink) {}

  void begin(Plan& plan) override {
    expect_some_answer(plan);
    const Dealing& dealing = request_.dealing;
    const bool is_resumed = !request_.resume.empty();
    if (is_shared() && !is_resumed) plan.info.run_id = shared_run_id(dealing, plan.info);
    // Does not make a store for a run that is not there.
    if (is_resumed) open_store(request_.place, StoreOptions::Access::read);
    store_.emplace(open_store(request_.place, StoreOptions::Access::write, request_.keep_outputs));
    if (is_resumed) take_up(plan.info, *store_, request_);
    if (is_resumed || is_shared()) expect_no_worker(plan.info, request_);
    note_unasked_answers(plan, sink_);
    select_part(plan.cases, request_.part, request_.place, plan.info.suite, sink_.note);
    if (is_shared())
      deal_cases(plan);
    else
      options_.gate = gate_of_asked_again(request_, plan);
    store_claim_.emplace(claimed_part(plan.info, dealing), store_of(request_.place));
    if (!request_.suite.output.empty())
      folder_claim_.emplace(claimed_part(plan.info, dealing), request_.suite.runs() / plan.info.run_id);
    folder_ = report_folder(request_.suite, plan.info.run_id);
    finished_ = assay::begin(*store_, plan.info, is_resumed, dealing);
    if (is_shared() && !is_resumed) note_continuation(*store_, plan.info, finished_.size(), sink_);
  }

  Collected collect(Plan& plan) override {
    std::vector<Problem> left = ask_all(plan);
    Collected collected;
    if (request_.dealing.shard) collected = shard_end(plan, request_.dealing.shard->shard, *store_);
    collected.left = std::move(left);
    return collected;
  }

  Store& store() override { return *store_; }
  bool is_shared() const override { return request_.dealing.is_shared(); }
  std::filesystem::path folder() const override { return folder_; }
  ViewOptions view_options() const override { return options_; }

 private:
  void deal_cases(Plan& plan) {
    if (request_.dealing.shard) {
      const Deal order = is_longest_first(request_.part.order) ? Deal::snake : Deal::in_turn;
      deal(plan.cases, request_.dealing.shard->shard, plan.info, order);
      plan.info.shards.repeat = request_.repeat;
      plan.info.shards.command = request_.command;
    }
    sink_.say(one_line(described(request_.dealing, plan.info, plan.cases.size())));
  }

  // Returns the problems the tool's fixture left.
  std::vector<Problem> ask_all(Plan& plan) {
    // If nothing is asked, no server is needed.
    RunningFixture fixture(plan.cases.empty() ? Tool() : plan.tool,
                           folder_.empty() ? folder_ : folder_ / "fixture");
    fixture.take_part(plan.options);
    const std::string way = is_shared() ? "" : " with --resume " + plan.info.run_id;
    const Interruption interruption("\nstopping; to go on, " + request_.again + way + "\n");
    ask(plan, request_.repeat, finished_, *store_, interruption.token());
    auto left = fixture.end();
    note_left(left, sink_);
    interruption.end_if_stopped();
    return left;
  }

  const RunRequest& request_;
  const RunSink& sink_;
  std::optional<Store> store_;
  std::optional<RunClaim> store_claim_, folder_claim_;
  std::filesystem::path folder_;
  std::vector<FinishedCase> finished_;
  ViewOptions options_;
};

void expect_joinable(const RunRequest& request) {
  if (!names_server(store_of(request.place)))
    throw Error(Problem{.where = {store_of(request.place).string(), 0},
                        .what = "--join: cases are leased by a server, and this store is a file",
                        .next = "name one: --store postgresql://HOST/DATABASE; or cut the run: --shard I/N"});
  if (const auto shard = process_variables()("ASSAY_SHARD"); shard && *shard != "none")
    throw Error(
        Problem{.what = "ASSAY_SHARD=" + *shard + " cuts a run, and workers that join one share all of it",
                .next = "unset ASSAY_SHARD, or leave --join out"});
  if (!request.suite.output.empty())
    throw Error(Problem{.what = "--output: a worker writes no reports, they are of the whole run",
                        .next = "when it has ended: assay report " + request.join + " --output DIR"});
}

// The file for results that could not be sent to the server.
std::filesystem::path fallback_file() {
  auto file = default_store_file();
  return names_server(file) ? "assay.db" : file;
}

Store open_shared_store(const RunRequest& request) {
  return Store({.file = store_of(request.place),
                .patience = kPatienceOfWorkers,
                .kept_outputs = request.keep_outputs});
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
Error server_fault(const RunRequest& request, const LeasedEnd& end) {
  const std::string store = store_of(request.place).string(), file = fallback_file().string();
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
  if (end.fallback_fault) {
    problems.push_back(*end.fallback_fault);
    problems.back().what =
        fmt::format("{} more results of this worker are lost: {}", end.dropped, end.fallback_fault->what);
  }
  return Error(std::move(problems));
}

// A machine that cannot ask the tool leaves the cases to others.
[[noreturn]] void throw_obstacle(const Plan& plan, const std::string& why) {
  throw Error(Problem{.where = {plan.tool.description.string(), 0},
                      .what = one_line(why) + "; cases that this worker could not ask are left to others",
                      .next = "fix that on this machine, and repeat the command line"});
}

void note_earlier_results(const RunRequest& request, const WorkQueue::State& state, const RunSink& sink) {
  if (state.done == 0) return;
  sink.note(fmt::format(
      "note: run {}, which began at {}, has results of {} of its {} cases already: they are not asked "
      "again\n  next: for a new run give another id (--join)\n",
      one_line(request.join), open_shared_store(request).load_info(request.join).started_at, state.done,
      state.items));
}

void note_unmeasured(const RunRequest& request, std::size_t unmeasured, const RunSink& sink) {
  if (unmeasured == 0) return;
  sink.note(
      fmt::format("note: cases that were not measured: {}\n"
                  "  next: to ask them again, on one machine: assay run … --resume {} --store '{}'\n",
                  unmeasured, one_line(request.join), store_of(request.place).string()));
}

// One of several workers, each of which asks what the server leases to it.
class SharedAsking : public RunSource {
 public:
  SharedAsking(const RunRequest& request, const RunSink& sink) : request_(request), sink_(sink) {
    expect_joinable(request);
  }

  void begin(Plan& plan) override {
    plan.info.run_id = request_.join;
    select_part(plan.cases, request_.part, request_.place, plan.info.suite, sink_.note);
    open_shared_store(request_).join_run(plan.info);
  }

  Collected collect(Plan& plan) override {
    const LeasedCases cases = every_attempt(plan.cases, request_.repeat);
    WorkQueue queue({.url = store_of(request_.place).string(),
                     .run_id = plan.info.run_id,
                     .worker = worker_name(plan.info),
                     .lease = std::chrono::milliseconds(static_cast<std::int64_t>(request_.lease * 1000)),
                     .kept_outputs = request_.keep_outputs},
                    items_of(cases));
    const auto before = queue.state();
    sink_.say(fmt::format("joined run {}: {} of {} cases are left", one_line(plan.info.run_id),
                          before.items - before.done, before.items));
    note_earlier_results(request_, before, sink_);
    // If nothing is asked, the tool's server is not needed.
    RunningFixture fixture(before.done == before.items ? Tool() : plan.tool, {});
    if (const auto why = fixture.obstacle(); !why.empty()) throw_obstacle(plan, why);
    fixture.take_part(plan.options);
    const auto open_fallback = [&] {
      return Store({.file = fallback_file(), .kept_outputs = request_.keep_outputs});
    };
    const Interruption interruption("\nstopping; to go on, repeat the command line\n");
    const LeasedEnd end = ask_leased(plan, cases, queue, open_fallback, interruption.token());
    Collected collected{.left = fixture.end(), .status = {}, .outcome = {}};
    note_left(collected.left, sink_);
    if (end.fault) {
      Error lost = server_fault(request_, end);
      if (interruption.token().stop_requested()) sink_.note(std::string(lost.what()) + "\n");
      interruption.end_if_stopped();
      throw lost;
    }
    interruption.end_if_stopped();
    if (!end.obstacle.empty()) throw_obstacle(plan, end.obstacle);
    collected.outcome = words_of(end, queue.state());
    return collected;
  }

  // Opened after asking: no connection is held meanwhile.
  Store& store() override {
    if (!store_) store_.emplace(open_shared_store(request_));
    return *store_;
  }
  bool is_shared() const override { return true; }

 private:
  const RunRequest& request_;
  const RunSink& sink_;
  std::optional<Store> store_;
};

std::unique_ptr<RunSource> run_source(const RunRequest& request, const RunSink& sink) {
  if (request.join.empty()) return std::make_unique<OwnAsking>(request, sink);
  return std::make_unique<SharedAsking>(request, sink);
}

}  // namespace

PerformedRun perform_run(const RunRequest& request, const RunSink& sink) {
  const auto source = run_source(request, sink);
  Plan plan = plan_run(request.suite);
  plan.info.name = request.name;
  source->begin(plan);
  Collected collected = source->collect(plan);
  const std::filesystem::path description = plan.tool.description;
  ViewOptions options = source->view_options();
  const std::size_t cases = plan.cases.size();
  options.expected = cases;
  plan.cases.clear();  // the reports need memory of their own
  plan.tool = Tool();
  plan.info.finished_at = timestamp(std::chrono::system_clock::now());
  Store& store = source->store();
  if (source->is_shared())
    store.join_run(plan.info);
  else
    store.finish_run(plan.info);
  PerformedRun run = end_run(store, plan.info.run_id, request.suite, source->folder(), options);
  if (collected.status)
    run.status = *collected.status;
  else if (run.view.summary.present < cases)
    sink.note("error: " + run.view.gate.why + "\n");
  if (!collected.left.empty()) run.status = std::max<int>(run.status, kError);
  if (!request.join.empty()) note_unmeasured(request, run.view.summary.all.counts.unmeasured, sink);
  run.fault = start_fault(description, run.view);
  run.outcome = std::move(collected.outcome);
  return run;
}

PerformedRun end_run(Store& store, const std::string& run_id, const Suite& suite,
                     const std::filesystem::path& folder, ViewOptions options) {
  const bool is_selection = options.expected.has_value();
  RunView view = conclude(store, run_id, suite, folder, std::move(options));
  const int status = is_selection ? status_of_selection(view.gate, view.summary) : status_of(view.gate);
  return {.view = std::move(view),
          .folder = folder,
          .store = store.file(),
          .status = status,
          .fault = {},
          .outcome = {}};
}

}  // namespace assay
