// SPDX-License-Identifier: Apache-2.0
#include "aggregate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <iostream>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "assay/internal/baseline.h"
#include "assay/internal/conclusion.h"
#include "assay/internal/console.h"
#include "assay/internal/json.h"
#include "assay/internal/origin.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "assay/internal/threads.h"
#include "assay/run_reports.h"
#include "assay/summary.h"
#include "suite_run.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostRuns = 10'000;  // looked at, so that a long history of single cases stays quick

struct Order {
  std::string before;  // the run begun before; empty: none, or unknown
  bool is_rerun = false;
};

fs::path order_file(const BuiltSuite& suite, const std::string& run_id) {
  return suite.runs() / run_id / ".order";
}

Order order_of(const BuiltSuite& suite, const std::string& run_id) {
  std::error_code error;
  const auto file = order_file(suite, run_id);
  if (!fs::exists(file, error)) return {};
  const std::string text = read_file(file);
  const auto blank = text.find(' ');
  return {text.substr(0, blank), text.substr(std::min(blank, text.size())).starts_with(" rerun")};
}

// By its pin or, if files only have other times, by its description.
bool is_of_subject(const fs::path& folder, const std::string& pin, const RunInfo& info) try {
  if (is_pinned(folder, pin)) return true;
  const auto file = folder / "run.json";
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  const RunInfo then = run_info_from_json(read_file(file), {file.string(), 1});
  return then.repeat == info.repeat && differences(then, info).empty();
} catch (const Error&) {
  return false;
}

// The results of earlier runs, of the oldest run first.
std::vector<std::vector<Result>> earlier_results(const BuiltSuite& suite, const RunInfo& info, Order order) {
  std::vector<std::vector<Result>> found;
  std::set<std::string> seen = {info.run_id};
  const std::string latest = latest_run(suite.runs());
  const std::string pin = pinned_subject(suite.runs() / info.run_id);
  for (std::string id = order.before; seen.size() < kMostRuns && !id.empty() && seen.insert(id).second;
       id = order.before) {
    const auto folder = suite.runs() / id;
    order = order_of(suite, id);
    bool is_whole = id == latest;
    if (is_of_subject(folder, pin, info)) {
      Run run{info, read_fragments(folder).results};
      is_whole |= run.complete();
      found.push_back(std::move(run.results));
    }
    if (is_whole && !order.is_rerun) break;
  }
  std::ranges::reverse(found);
  return found;
}

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

// A run that later runs cannot be compared with is red, even if its reports are complete.
void announce_store(const BuiltSuite& suite, const Aggregated& done) {
  if (done.store.empty()) return;
  if (done.unstored.empty()) {
    std::cout << "stored: assay compare latest~1 latest --store " << done.store.string() << "\n";
    return;
  }
  print_problems(done.unstored);
  std::cout << "error: RUN " << done.run.info.run_id << " IS NOT IN THE STORE. Its reports are whole, in "
            << done.folder.string() << "\n  next: fix the errors above, then build the target " << suite.name
            << "_aggregate, which stores it\n";
}

}  // namespace

void note_order(const BuiltSuite& suite, const std::string& run_id, RunKind kind) {
  if (kind == RunKind::shard) return;
  const auto before = newest_run(suite.runs());
  if (before == run_id || fs::exists(order_file(suite, run_id))) return;
  write_file_atomically(order_file(suite, run_id), before + (kind == RunKind::rerun ? " rerun\n" : " \n"));
}

WithEarlier with_earlier(const BuiltSuite& suite, Run run) {
  const Order order = order_of(suite, run.info.run_id);
  if (run.complete() && !order.is_rerun) return {std::move(run), std::nullopt};
  auto all = earlier_results(suite, run.info, order);
  if (all.empty()) return {std::move(run), std::nullopt};
  std::set<std::string> asked;
  for (const Result& each : run.results) asked.insert(full_name_of(each.asked));
  all.push_back(std::move(run.results));
  std::map<std::string, int> attempts;
  Run whole{run.info, {}};
  for (auto& results : all)
    for (Result& each : results) {
      each.attempt = ++attempts[full_name_of(each.asked)];
      whole.results.push_back(std::move(each));
    }
  put_in_case_order(whole.results);
  run.results.clear();
  std::ranges::copy_if(whole.results, std::back_inserter(run.results),
                       [&](const Result& each) { return asked.contains(full_name_of(each.asked)); });
  if (!order.is_rerun) return {std::move(run), std::nullopt};
  return {std::move(run), std::move(whole)};
}

void begin_run(const BuiltSuite& suite, const std::string& run_id, RunKind kind) {
  note_order(suite, run_id, kind);
  set_newest(suite.runs(), run_id);
  write_begun(suite, run_id);
}

Aggregated aggregate(const BuiltSuite& suite, const Extensions& extensions, const CaseIndex& index,
                     const RunInfo& now, BestEffortStore& keeper, Fragments fragments) {
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
    stored = run_async(store);
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

int status_for_ctest(int status) {
  std::cout.flush();
  return std::cout ? status : kError;
}

int skip_for_ctest(const CaseIndex& index) {
  std::cout << index.skip_mark << "\n";
  return status_for_ctest(kSkipStatus);
}

void print_problems(const std::vector<Problem>& problems) {
  for (const auto& problem : problems) std::cout << to_string(problem) << "\n";
}

void print_run(const BuiltSuite& suite, const Run& run, const std::filesystem::path& folder) {
  using Rerun = ConsoleOptions::Rerun;
  constexpr std::size_t kNamed = 8;  // as many as remain readable in a regular expression
  const auto counts = summarise(run).all.counts;
  const auto missed = counts.miss + counts.unmeasured;
  const bool by_name = suite.granularity == Granularity::each_case && missed <= kNamed;
  write_console(std::cout, run,
                {.colour = terminal_colour(),
                 .columns = terminal_columns(),
                 .folder = folder.string(),
                 .rerun = by_name ? Rerun::ctest_by_name : Rerun::none});
  if (missed > 0 && !by_name && run.complete())
    std::cout << "again:   the target " << suite.name << "_misses runs what did not pass\n";
}

ExitStatus announce(const BuiltSuite& suite, const Aggregated& done) {
  if (done.earlier)
    std::cout << "no case was run in this call; run " << done.run.info.run_id << " of "
              << done.run.info.finished_at << " says:\n";
  if (!done.earlier || done.problems.empty()) print_run(suite, done.run, done.folder);
  print_problems(done.problems);
  // The unreadable files are already listed above.
  const auto why = done.problems.empty() ? done.gate.why : std::string(first_line(done.gate.why));
  std::cout << "gate " << to_string(suite.gate) << ": " << why << "\n";
  announce_store(suite, done);
  const auto status = status_of(done.gate);
  return status == kPassed && !done.unstored.empty() ? kError : status;
}

}  // namespace assay
