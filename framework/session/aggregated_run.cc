// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/aggregated_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <future>
#include <map>
#include <set>
#include <utility>

#include "assay/internal/digest.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/subject.h"
#include "assay/internal/threads.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

fs::path pin_in(const fs::path& run_folder) { return run_folder / "fragments" / ".subject"; }

bool is_pinned(const fs::path& run_folder, const std::string& subject) {
  const auto pin = pin_in(run_folder);
  std::error_code error;
  return !subject.empty() && fs::exists(pin, error) && read_file(pin) == subject;
}

std::string pinned_subject(const fs::path& run_folder) {
  std::error_code error;
  return fs::exists(pin_in(run_folder), error) ? read_file(pin_in(run_folder)) : "";
}

constexpr std::size_t kMostRuns = 10'000;  // looked at, so that a long history of single cases stays quick

struct Order {
  std::string before;  // the run begun before; empty: none, or unknown
  bool is_rerun = false;
};

fs::path order_file(const Suite& suite, const std::string& run_id) {
  return suite.runs() / run_id / ".order";
}

Order order_of(const Suite& suite, const std::string& run_id) {
  std::error_code error;
  const auto file = order_file(suite, run_id);
  if (!fs::exists(file, error)) return {};
  const std::string text = read_file(file);
  const auto blank = text.find(' ');
  return {text.substr(0, blank), text.substr(std::min(blank, text.size())).starts_with(" rerun")};
}

// Call before set_newest().
void note_order(const Suite& suite, const std::string& run_id, RunKind kind) {
  if (kind == RunKind::shard) return;
  const auto before = newest_run(suite.runs());
  if (before == run_id || fs::exists(order_file(suite, run_id))) return;
  write_file_atomically(order_file(suite, run_id), before + (kind == RunKind::rerun ? " rerun\n" : " \n"));
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
std::vector<std::vector<Result>> earlier_results(const Suite& suite, const RunInfo& info, Order order) {
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

void take_times(Run& run) {
  const auto first = std::ranges::min_element(run.results, {}, &Result::started_at);
  if (first != run.results.end()) run.info.started_at = first->started_at;
  run.info.finished_at = timestamp(std::chrono::system_clock::now());
}

void describe_end(const Suite& suite, Run& run) {
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

class AggregatedRun : public RunSource {
 public:
  explicit AggregatedRun(AggregateRequest request) : request_(std::move(request)) {}

  void begin(const RunSink&) override {
    folder_ = make_run_folder(request_.suite.runs(), request_.now.run_id);
    forget_ended_sessions(request_.suite.runs());
  }

  RunEnd collect(const RunSink&) override {
    RunEnd end{.suite = request_.suite,
               .folder = folder_,
               .store = request_.store.store(),
               .may_be_latest = request_.problems.empty(),
               .left = request_.left,
               .has_suite_report = true,
               .reporters = request_.reporters,
               .problems = request_.problems};
    auto& [results, unreadable] = request_.fragments;
    end.problems.insert(end.problems.end(), unreadable.begin(), unreadable.end());
    const fs::path file = folder_ / "run.json";
    end.has_reports = fs::exists(file);
    run_ = {end.has_reports ? run_info_from_json(read_file(file), {file.string(), 1}) : request_.now,
            std::move(results)};
    if (!end.has_reports) describe_end(request_.suite, run_);
    // Results that are in the store already have their numbers there.
    if (request_.store.has_begun()) own_ = run_;
    WithEarlier again = with_earlier(request_.suite, std::move(run_));
    run_ = std::move(again.run);
    for (Result& each : run_.results) name_subject(each, run_.info);
    take_terms(end);
    end.options.gate = gate_known(end, again.whole);
    if (!end.has_reports) end.options.trend = trend_of(end.store, run_);
    return end;
  }

  // Storing waits for the disk, so it runs while reports are written.
  void keep(RunEnd& end) override {
    end.rows = rows_of(run_);
    stored_ = run_async([this] { return request_.store.finish(own_ ? *own_ : run_); });
  }

  std::vector<Problem> unstored() override {
    return stored_.valid() ? stored_.get() : std::vector<Problem>();
  }

 private:
  void take_terms(RunEnd& end) const try {
    end.options.terms = terms_of(request_.suite);
  } catch (const Error& error) {
    end.problems.insert(end.problems.end(), error.problems().begin(), error.problems().end());
  }

  // The verdict, if more than the run's own rows decide it.
  std::optional<GateResult> gate_known(const RunEnd& end, const std::optional<Run>& whole) const {
    if (end.has_reports && !differences(run_.info, request_.now).empty())
      return GateResult{GateOutcome::unreadable, Light::red,
                        "no case was run in this call, and run " + run_.info.run_id +
                            " has other datasets, another tool or other grading options"};
    if (end.problems.empty())
      return whole && whole->complete() ? std::optional(judged_again(run_, *whole, *end.options.terms))
                                        : std::nullopt;
    std::string why = "files that could not be read prevent the gate from being applied";
    for (const Problem& problem : end.problems) why += "\n" + to_string(problem);
    return GateResult{GateOutcome::unreadable, Light::red, std::move(why)};
  }

  AggregateRequest request_;
  fs::path folder_;
  Run run_;
  std::optional<Run> own_;
  std::future<std::vector<Problem>> stored_;
};

}  // namespace

WithEarlier with_earlier(const Suite& suite, Run run) {
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

void begin_run(const Suite& suite, const std::string& run_id, RunKind kind) {
  note_order(suite, run_id, kind);
  set_newest(suite.runs(), run_id);
  write_begun(suite, run_id);
}

void pin_subject(const fs::path& run_folder, const std::string& subject) {
  if (!stamp_of(pin_in(run_folder))) write_own_file(pin_in(run_folder), subject);
}

void check_subject(const fs::path& run_folder, const std::string& subject) {
  std::error_code error;
  if (fs::exists(run_folder / "run.json", error)) return;  // which records its subject
  if (is_pinned(run_folder, subject)) return;
  throw Error({run_folder.string(), 0},
              "this run is not of the datasets, the tool, the tables and the options that the "
              "suite has now: its results stay in fragments/, and no report is made of them",
              "run ctest again");
}

std::unique_ptr<RunSource> aggregated_run(AggregateRequest request) {
  return std::make_unique<AggregatedRun>(std::move(request));
}

}  // namespace assay
