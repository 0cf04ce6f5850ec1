// SPDX-License-Identifier: Apache-2.0
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
#include "assay/internal/perform_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "assay/internal/work_queue.h"
#include "assay/summary.h"

namespace assay {
namespace {

// It is of other datasets: every case would be reported as not recorded.
void expect_some_answer(const Plan& plan) {
  const auto* recording = std::get_if<Recording>(&plan.tool.how);
  if (recording == nullptr || recording->lines.empty()) return;
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    if (recording->find(plan.cases.at(index).id) != nullptr) return;
  throw Error({recording->file.string(), 0},
              fmt::format("has answers for none of the {} cases: the first is for \"{}\"", plan.cases.size(),
                          one_line(recording->lines.front().id)),
              "name the datasets that the answers belong to (--dataset)");
}

// If there are no more answers than cases, nobody needs to look: for each answer that no dataset asks for,
// some case has none, and that is reported.
void note_unasked_answers(const Plan& plan, const RunSink& sink) {
  const auto* recording = std::get_if<Recording>(&plan.tool.how);
  if (recording == nullptr || recording->lines.size() <= plan.cases.size()) return;
  std::vector<bool> is_used(recording->lines.size());
  for (std::size_t index = 0; index < plan.cases.size(); ++index)
    if (const RecordedLine* line = recording->find(plan.cases.at(index).id))
      is_used[static_cast<std::size_t>(line - recording->lines.data())] = true;
  const auto unused = static_cast<std::size_t>(std::ranges::count(is_used, false));
  if (unused == 0) return;
  const auto first = static_cast<std::size_t>(std::ranges::find(is_used, false) - is_used.begin());
  sink.note(fmt::format(
      "{}: note: answers for cases that no dataset here asks are left out: {} of {}, the first for \"{}\"\n",
      one_line(recording->file.string()), unused, recording->lines.size(),
      one_line(recording->lines[first].id)));
}

void note_left(const std::vector<Problem>& left, const RunSink& sink) {
  for (const auto& problem : left) sink.note(to_string(problem) + "\n");
}

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
  throw Error(
      {}, fmt::format("{} cases of run {} are left to the workers that join it", open, one_line(info.run_id)),
      "join them: --join " + one_line(info.run_id));
}

// Begins or continues the run; returns the cases that need not be asked again.
std::vector<FinishedCase> begin_in(Store& store, const RunInfo& info, bool is_resumed,
                                   const Dealing& dealing) {
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

// An id that is used again, say every night, would yield yesterday's results. `results`: "12 cases".
void note_continuation(const RunInfo& begun, const std::string& results, const char* option,
                       const RunSink& sink) {
  sink.note(
      fmt::format("note: run {}, which began at {}, has results of {} already: they are not asked again\n"
                  "  next: for a new run give another id ({})\n",
                  one_line(begun.run_id), begun.started_at, results, option));
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
void end_shard(Plan& plan, const Shard& shard, const Store& store, RunEnd& end) {
  const OwnCases own = cases_with_result(plan, store);
  const std::size_t all = plan.cases.size();
  const std::string name = fmt::format("shard {}/{}", shard.number, shard.count);
  end.of_shard = kError;
  if (own.finished < all) {
    end.part_text =
        fmt::format("{}: asked {} of its {} cases; repeat the command line", name, own.finished, all);
    return;
  }
  plan.info.shards.asked = {shard.number};
  if (all > 0 && own.measured == 0) {
    end.part_text = fmt::format("{}: none of its {} cases could be measured on this machine", name, all);
    return;
  }
  end.of_shard = kPassed;
  const std::string unmeasured =
      own.measured < all ? fmt::format(", {} of them could not be measured", all - own.measured) : "";
  end.part_text = fmt::format(
      "{}: asked all of its {} cases{}; to apply the gate to the whole run: assay merge STORES --gate", name,
      all, unmeasured);
}

// Asks a tool: what is the same whoever else asks it.
class Asking : public RunSource {
 public:
  explicit Asking(RunRequest request) : request_(std::move(request)) {}

  void begin(const RunSink& sink) override {
    plan_ = plan_run(request_.suite);
    plan_.info.name = request_.name;
    begin_planned(sink);
  }

  RunEnd collect(const RunSink& sink) override {
    RunEnd end{.suite = request_.suite, .description = plan_.tool.description};
    end.options.expected = plan_.cases.size();
    ask_planned(end, sink);
    plan_.cases.clear();  // the reports need memory of their own
    plan_.tool = Tool();
    plan_.info.finished_at = timestamp(std::chrono::system_clock::now());
    if (end.counted) end.counted->info = plan_.info;
    return end;
  }

  void keep(RunEnd& end) override {
    Store& run_store = store();
    if (is_shared())
      run_store.join_run(plan_.info);
    else
      run_store.finish_run(plan_.info);
    take_rows(run_store, plan_.info.run_id, end);
  }

 protected:
  virtual void begin_planned(const RunSink& sink) = 0;
  virtual void ask_planned(RunEnd& end, const RunSink& sink) = 0;
  virtual Store& store() = 0;
  virtual bool is_shared() const = 0;

  RunRequest request_;
  Plan plan_;
};

void expect_dealable(const RunRequest& request) {
  if (!request.dealing.shard) return;
  if (!request.suite.output.empty())
    throw Error({}, "--output: a shard has no reports, they are of the whole run",
                "give it to assay merge STORES --gate --output DIR");
  if (request.part.order == "longest")
    throw Error({}, "--order longest: shards agree on their parts only if all of them use the same run",
                "name it: --order longest:RUN, for instance longest:nightly.db");
}

// This process asks all cases of the run, or those of its shard.
class OwnAsking : public Asking {
 public:
  explicit OwnAsking(RunRequest request) : Asking(std::move(request)) { expect_dealable(request_); }

 private:
  void begin_planned(const RunSink& sink) override {
    expect_some_answer(plan_);
    const Dealing& dealing = request_.dealing;
    const bool is_resumed = !request_.resume.empty();
    if (is_shared() && !is_resumed) plan_.info.run_id = shared_run_id(dealing, plan_.info);
    // Does not make a store for a run that is not there.
    if (is_resumed) open_store(request_.place, StoreOptions::Access::read);
    store_.emplace(open_store(request_.place, StoreOptions::Access::write, request_.keep_outputs));
    if (is_resumed) take_up(plan_.info, *store_, request_);
    if (is_resumed || is_shared()) expect_no_worker(plan_.info, request_);
    note_unasked_answers(plan_, sink);
    select_part(plan_.cases, request_.part, request_.place, plan_.info.suite, sink.note);
    if (is_shared())
      deal_cases(sink);
    else
      gate_ = gate_of_asked_again(request_, plan_);
    const std::string claimed = claimed_part(plan_.info, dealing);
    store_claim_.emplace(claimed, store_of(request_.place));
    if (!request_.suite.output.empty())
      folder_claim_.emplace(claimed, request_.suite.runs() / plan_.info.run_id);
    folder_ = report_folder(request_.suite, plan_.info.run_id);
    finished_ = begin_in(*store_, plan_.info, is_resumed, dealing);
    if (is_shared() && !is_resumed && !finished_.empty())
      note_continuation(store_->load_info(plan_.info.run_id), fmt::format("{} cases", finished_.size()),
                        "--run-id", sink);
  }

  void ask_planned(RunEnd& end, const RunSink& sink) override {
    end.folder = folder_;
    end.options.gate = gate_;
    // If nothing is asked, no server is needed.
    RunningFixture fixture(plan_.cases.empty() ? Tool() : plan_.tool,
                           folder_.empty() ? folder_ : folder_ / "fixture");
    fixture.take_part(plan_.options);
    const std::string way = is_shared() ? "" : " with --resume " + plan_.info.run_id;
    const Interruption interruption("\nstopping; to go on, " + request_.again + way + "\n");
    std::optional<OrderedView> view;
    if (is_counted_on_the_way()) view.emplace(plan_.info, end.options, plan_.cases.size());
    ask(plan_, request_.suite.repeat, finished_, *store_, interruption.token(), view ? &*view : nullptr);
    if (view) end.counted = view->finish();
    end.left = fixture.end();
    note_left(end.left, sink);
    interruption.end_if_stopped();
    if (request_.dealing.shard) end_shard(plan_, request_.dealing.shard->shard, *store_, end);
  }

  Store& store() override { return *store_; }
  bool is_shared() const override { return request_.dealing.is_shared(); }

  // Whether this process sees all rows of the run as the store has them. Reports read the rows anyway.
  bool is_counted_on_the_way() const {
    return folder_.empty() && !is_shared() && finished_.empty() && request_.suite.repeat == 1 &&
           request_.keep_outputs == KeptOutputs::all;
  }

  void deal_cases(const RunSink& sink) {
    if (request_.dealing.shard) {
      const Deal order = is_longest_first(request_.part.order) ? Deal::snake : Deal::in_turn;
      deal(plan_.cases, request_.dealing.shard->shard, plan_.info, order);
      plan_.info.shards.repeat = request_.suite.repeat;
      plan_.info.shards.command = request_.command;
    }
    sink.say(one_line(description_of(request_.dealing, plan_.info, plan_.cases.size())));
  }

  std::optional<Store> store_;
  std::optional<RunClaim> store_claim_, folder_claim_;
  std::filesystem::path folder_;
  std::vector<FinishedCase> finished_;
  std::optional<GateResult> gate_;
};

void expect_joinable(const RunRequest& request) {
  if (!names_server(store_of(request.place)))
    throw Error({store_of(request.place).string(), 0},
                "--join: cases are leased by a server, and this store is a file",
                "name one: --store postgresql://HOST/DATABASE; or cut the run: --shard I/N");
  if (const auto shard = process_variables()("ASSAY_SHARD"); shard && *shard != "none")
    throw Error({}, "ASSAY_SHARD=" + *shard + " cuts a run, and workers that join one share all of it",
                "unset ASSAY_SHARD, or leave --join out");
  if (!request.suite.output.empty())
    throw Error({}, "--output: a worker writes no reports, they are of the whole run",
                "when it has ended: assay report " + request.join + " --output DIR");
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
  throw Error({plan.tool.description.string(), 0},
              one_line(why) + "; cases that this worker could not ask are left to others",
              "fix that on this machine, and repeat the command line");
}

// One of several workers, each of which asks what the server leases to it.
class SharedAsking : public Asking {
 public:
  explicit SharedAsking(RunRequest request) : Asking(std::move(request)) { expect_joinable(request_); }

 private:
  void begin_planned(const RunSink& sink) override {
    plan_.info.run_id = request_.join;
    select_part(plan_.cases, request_.part, request_.place, plan_.info.suite, sink.note);
    open_shared_store(request_).join_run(plan_.info);
  }

  void ask_planned(RunEnd& end, const RunSink& sink) override {
    const LeasedCases cases = every_attempt(plan_.cases, request_.suite.repeat);
    WorkQueue queue({.url = store_of(request_.place).string(),
                     .run_id = plan_.info.run_id,
                     .worker = worker_name(plan_.info),
                     .lease = std::chrono::milliseconds(static_cast<std::int64_t>(request_.lease * 1000)),
                     .kept_outputs = request_.keep_outputs},
                    items_of(cases));
    const auto before = queue.state();
    sink.say(fmt::format("joined run {}: {} of {} cases are left", one_line(plan_.info.run_id),
                         before.items - before.done, before.items));
    if (before.done > 0)
      note_continuation(open_shared_store(request_).load_info(request_.join),
                        fmt::format("{} of its {} cases", before.done, before.items), "--join", sink);
    // If nothing is asked, the tool's server is not needed.
    RunningFixture fixture(before.done == before.items ? Tool() : plan_.tool, {});
    if (const auto why = fixture.obstacle(); !why.empty()) throw_obstacle(plan_, why);
    fixture.take_part(plan_.options);
    const auto open_fallback = [&] {
      return Store({.file = fallback_file(), .kept_outputs = request_.keep_outputs});
    };
    const Interruption interruption("\nstopping; to go on, repeat the command line\n");
    const LeasedEnd leased = ask_leased(plan_, cases, queue, open_fallback, interruption.token());
    end.left = fixture.end();
    note_left(end.left, sink);
    if (leased.fault) {
      Error lost = server_fault(request_, leased);
      if (interruption.token().stop_requested()) sink.note(std::string(lost.what()) + "\n");
      interruption.end_if_stopped();
      throw lost;
    }
    interruption.end_if_stopped();
    if (!leased.obstacle.empty()) throw_obstacle(plan_, leased.obstacle);
    end.part_text = words_of(leased, queue.state());
    end.ask_again = fmt::format("to ask them again, on one machine: assay run … --resume {} --store '{}'",
                                one_line(request_.join), store_of(request_.place).string());
  }

  // Opened after asking: no connection is held meanwhile.
  Store& store() override {
    if (!store_) store_.emplace(open_shared_store(request_));
    return *store_;
  }
  bool is_shared() const override { return true; }

  std::optional<Store> store_;
};

}  // namespace

std::unique_ptr<RunSource> asked_run(RunRequest request) {
  if (request.join.empty()) return std::make_unique<OwnAsking>(std::move(request));
  return std::make_unique<SharedAsking>(std::move(request));
}

}  // namespace assay
