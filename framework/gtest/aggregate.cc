// SPDX-License-Identifier: Apache-2.0
#include "aggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>

#include "assay/internal/baseline.h"
#include "assay/internal/beside.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/fragments.h"
#include "assay/internal/json.h"
#include "assay/internal/origin.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/subject.h"
#include "assay/internal/suite_report.h"
#include "assay/internal/trend.h"
#include "assay/run_reports.h"
#include "assay/summary.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

void take_times(Run& run) {
  const auto first = std::ranges::min_element(run.results, {}, &Result::started_at);
  if (first != run.results.end()) run.info.started_at = first->started_at;
  run.info.finished_at = timestamp(std::chrono::system_clock::now());
}

GateTerms terms_or_problems(const BuiltSuite& suite, std::vector<Problem>& problems) try {
  return terms_of(suite);
} catch (const Error& error) {
  problems.insert(problems.end(), error.problems().begin(), error.problems().end());
  return {};
}

void describe_end(const BuiltSuite& suite, Run& run) {
  take_times(run);
  const auto latest = latest_run(suite.runs());
  if (!run.complete() && latest != run.info.run_id) run.info.parent_run_id = latest;
}

// If what had failed was asked again, all cases are judged, not only those.
GateResult judged_again(const Run& part, const Run& whole, const GateTerms& terms) {
  GateResult gate = check_gate(whole, terms);
  if (part.complete()) return gate;
  const bool is_red = gate.light == Light::red;
  gate.why = fmt::format(
      "PARTIAL {} of {} cases present, asked again; together with the earlier results of the same tool, "
      "datasets and settings the gate {}: {}",
      part.present(), part.info.expected, is_red ? "does not hold" : "is not missed", gate.why);
  return is_red ? gate : GateResult{GateOutcome::partial, Light::skipped, std::move(gate.why)};
}

GateResult judged(const Aggregated& done, const std::optional<Run>& whole, const GateTerms& terms) {
  if (done.problems.empty())
    return whole && whole->complete() ? judged_again(done.run, *whole, terms) : check_gate(done.run, terms);
  std::string why = "files that could not be read prevent grading";
  for (const Problem& problem : done.problems) why += "\n" + to_string(problem);
  return {GateOutcome::unreadable, Light::red, std::move(why)};
}

[[noreturn]] void no_run(const BuiltSuite& suite) {
  throw Error(Problem{.where = {suite.runs().string(), 0},
                      .what = "suite " + suite.name + " has no run yet",
                      .next = "run its cases first: ctest -L '^" + suite.name + "$'"});
}

}  // namespace

void begin_run(const BuiltSuite& suite, const std::string& run_id, RunKind kind) {
  note_order(suite, run_id, kind);
  set_newest(suite.runs(), run_id);
  write_begun(suite, run_id);
}

Aggregated aggregate(const BuiltSuite& suite, const Extensions& extensions, const CaseIndex& index,
                     const RunInfo& now, ReserveKeeper& keeper, Fragments fragments) {
  const std::string& run_id = now.run_id;
  Aggregated done;
  // Storing waits for the disk, so it runs while reports are written.
  // Results that are in the store already have their numbers there.
  std::optional<Run> own;
  const auto store = [&] { return keeper.finish(own ? *own : done.run); };
  std::future<std::vector<Problem>> stored;
  done.folder = make_run_folder(suite.runs(), run_id);
  done.problems = index.problems;
  done.problems.insert(done.problems.end(), fragments.problems.begin(), fragments.problems.end());
  const GateTerms terms = terms_or_problems(suite, done.problems);
  if (const auto file = done.folder / "run.json"; fs::exists(file)) {
    done.earlier = true;
    done.run = {run_info_from_json(read_file(file), {file.string(), 1}), std::move(fragments.results)};
    auto again = with_earlier(suite, std::move(done.run));
    done.run = std::move(again.run);
    done.gate = differences(done.run.info, now).empty()
                    ? judged(done, again.whole, terms)
                    : GateResult{GateOutcome::unreadable, Light::red,
                                 "no case was run in this call, and run " + run_id +
                                     " has other datasets, another tool or other grading options"};
  } else {
    done.run = {now, std::move(fragments.results)};
    describe_end(suite, done.run);
    if (keeper.has_begun()) own = done.run;
    auto again = with_earlier(suite, std::move(done.run));
    done.run = std::move(again.run);
    for (Result& each : done.run.results) name_subject(each, now);
    const auto trend = trend_of(keeper.store(), done.run);
    stored = beside(store);
    try {
      done.gate = judged(done, again.whole, terms);
      write_reports(suite, extensions.reporters, done.run, {.gate = done.gate, .trend = trend}, done.folder);
    } catch (const Error& error) {  // the run is stored anyway
      auto problems = error.problems();
      for (auto& problem : stored.get()) problems.push_back(std::move(problem));
      throw Error(std::move(problems));
    }
  }
  if (!done.earlier && index.problems.empty() && done.run.complete()) set_latest(suite.runs(), run_id);
  if (done.problems.empty())
    write_ended(suite, done.run, done.gate);
  else
    write_broken(suite, done.problems);
  forget_ended_sessions(suite.runs());
  done.store = keeper.store();
  done.unstored = stored.valid() ? stored.get() : store();
  return done;
}

bool has_session(const BuiltSuite& suite) {
  return !known_session(suite.runs(), parent_process()).id.empty();
}

std::string run_to_aggregate(const BuiltSuite& suite, const std::string& given) {
  if (!given.empty()) {
    const bool is_name = given.front() != '.' && given.find('/') == given.npos;
    if (is_name && fs::exists(suite.runs() / given)) return given;
    throw Error(Problem{.where = {suite.runs().string(), 0},
                        .what = "no run " + given,
                        .next = "list the folder for the ids"});
  }
  if (const auto session = known_session(suite.runs(), parent_process()); !session.id.empty())
    return session.id;
  const auto id = newest_run(suite.runs());
  if (id.empty()) no_run(suite);
  return id;
}

std::string latest_complete_run(const BuiltSuite& suite) {
  auto id = latest_run(suite.runs());
  if (id.empty()) no_run(suite);
  return id;
}

Run finished_run(const BuiltSuite& suite, const std::string& id) {
  const auto folder = suite.runs() / id;
  const auto file = folder / "run.json";
  auto fragments = read_fragments(folder);
  if (!fragments.problems.empty()) throw Error(fragments.problems);
  Run run{run_info_from_json(read_file(file), {file.string(), 1}), std::move(fragments.results)};
  if (run.complete()) return with_earlier(suite, std::move(run)).run;
  throw Error(Problem{
      .where = {(folder / "fragments").string(), 0},
      .what = fmt::format("results of run {}: {} of {} cases are left", id, run.present(), run.info.expected),
      .next = "run the suite again"});
}

}  // namespace assay
