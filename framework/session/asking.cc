// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/asking.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "assay/error.h"
#include "assay/internal/grade_case.h"
#include "assay/internal/progress.h"
#include "assay/internal/subject.h"

namespace assay {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What earlier runs of the process left of a case.
struct Earlier {
  std::set<int> attempts;  // their attempt numbers
  int measured = 0;
};
using EarlierByCase = std::map<std::pair<std::string_view, std::string_view>, Earlier>;

EarlierByCase by_case(std::span<const FinishedCase> finished) {
  EarlierByCase cases;
  for (const auto& each : finished) {
    auto& earlier = cases[{each.dataset, each.id}];
    earlier.attempts.insert(each.attempt);
    earlier.measured += each.measured;
  }
  return cases;
}

// Cases that are each asked once.
struct Round {
  std::optional<std::vector<std::size_t>> part;  // indices; empty: the whole plan
  std::vector<int> attempts;                     // the attempt number of each case
};

// An unmeasured attempt stays as it is; another attempt makes up for it.
std::vector<Round> rounds_of(const Plan& plan, int attempts, const EarlierByCase& earlier) {
  static const Earlier nothing;
  std::vector<Round> rounds(static_cast<std::size_t>(attempts));
  if (earlier.empty()) {
    for (int number = 1; auto& round : rounds) round.attempts.assign(plan.cases.size(), number++);
    return rounds;
  }
  for (auto& round : rounds) round.part.emplace();
  for (std::size_t index = 0; index < plan.cases.size(); ++index) {
    const Case each = plan.cases.at(index);
    const auto found = earlier.find({each.dataset, each.id});
    const Earlier& had = found == earlier.end() ? nothing : found->second;
    int number = 1;
    for (int round = 0; round < attempts - had.measured; ++round, ++number) {
      while (had.attempts.contains(number)) ++number;
      rounds[static_cast<std::size_t>(round)].part->push_back(index);
      rounds[static_cast<std::size_t>(round)].attempts.push_back(number);
    }
  }
  return rounds;
}

CaseSource part_of(const CaseStore& cases, const std::optional<std::vector<std::size_t>>& part) {
  if (!part) return {cases.size(), [&cases](std::size_t index) { return cases.at(index); }};
  return {part->size(), [&cases, &part](std::size_t index) { return cases.at((*part)[index]); }};
}

// Adds results to a run. Those of a recording arrive faster than a commit takes and can be recomputed, so
// they are committed in batches.
class Keeping {
 public:
  Keeping(Store& store, const std::string& run_id, const Tool& tool, OrderedView* view)
      : store_(store),
        run_id_(run_id),
        view_(view),
        together_(std::holds_alternative<Recording>(tool.how) ? kRecordedAtOnce : 1) {}

  void add(std::size_t index, Result result) {
    indices_.push_back(index);
    results_.push_back(std::move(result));
    if (results_.size() >= together_ || Clock::now() - committed_ >= kLongestBatch) commit();
  }

  // A failed commit is not retried.
  void commit() {
    auto results = std::exchange(results_, {});
    const auto indices = std::exchange(indices_, {});
    if (!results.empty()) store_.add_results(run_id_, results);
    if (view_ != nullptr)
      for (std::size_t i = 0; i < results.size(); ++i) view_->add(indices[i], std::move(results[i]));
    committed_ = Clock::now();
  }

 private:
  static constexpr milliseconds kLongestBatch{100};

  Store& store_;
  const std::string& run_id_;
  OrderedView* view_;  // null: nobody counts
  const std::size_t together_;
  std::vector<std::size_t> indices_;  // of results_
  std::vector<Result> results_;
  Clock::time_point committed_ = Clock::now();
};

// The longest time between checks whether another worker has finished or gone.
constexpr milliseconds kLongestWait{250};
// The time between progress queries: counting open items costs the server work.
constexpr milliseconds kBetweenLooks{2000};

Result given_up(const Case& asked, const EvaluateOptions& options) {
  Answer answer;
  answer.ending = Ending::unavailable;
  answer.detail = fmt::format(
      "{} workers were given this case, and none came to its end: each was killed, lost the store's server "
      "or "
      "let its lease run out; it is given to no other one",
      kMostWorkersOfACase);
  return unanswered_result(asked, std::move(answer), options);
}

// Why the tool cannot be asked on this machine; empty if the result does not show that.
std::string obstacle_of(const Result& result, const EvaluateOptions& options) {
  const Ending ending = result.answer.ending;
  if (ending == Ending::not_found || ending == Ending::not_executable)
    return "the tool cannot be started: " + result.answer.detail;
  return ending == Ending::unavailable && options.obstacle ? options.obstacle() : "";
}

class LeasedAsking {
 public:
  LeasedAsking(const Plan& plan, const LeasedCases& leased, WorkQueue& queue,
               const std::function<Store()>& open_fallback, Progress& progress)
      : plan_(plan), leased_(leased), queue_(queue), open_fallback_(open_fallback), progress_(progress) {}

  Supplied supply(std::size_t most) {
    if (is_over()) return {.is_over = true};
    try {
      if (ahead_.empty()) take(queue_.take(most));
      if (ahead_.empty()) return wait();
    } catch (const Error& error) {
      note_fault(error);
      return {.is_over = true};
    }
    Supplied supplied;
    for (; !ahead_.empty() && supplied.cases.size() < most; ahead_.pop_front())
      supplied.cases.push_back(ahead_.front());
    return supplied;
  }

  // The case leased by the same statement takes its place in the line.
  void finish(std::size_t index, Result result) {
    if (result.answer.ending == Ending::cancelled) return;
    if (std::string why = obstacle_of(result, plan_.options); !why.empty()) {
      end_.obstacle = std::move(why);
      return;
    }
    const auto lease = leases_.extract(index).mapped();
    result.attempt = leased_.attempts[index];
    progress_.add(result.grade.status);
    if (end_.fault) return keep_here(result);
    try {
      take(commit(lease, result, is_over() ? 0 : 1).taken);
      look_at_others();
    } catch (const Error& error) {
      note_fault(error);
      keep_here(result);
    }
  }

  LeasedEnd end() {
    if (!end_.is_server_lost) give_back();
    return end_;
  }

 private:
  bool is_over() const { return end_.fault || !end_.obstacle.empty(); }

  void note_fault(const Error& error) {
    end_.fault = error.problems().front();
    end_.is_server_lost = dynamic_cast<const LostServer*>(&error) != nullptr;
  }

  void take(std::vector<Lease> leases) {
    for (std::size_t i = 0; i < leases.size(); ++i) {
      const Lease lease = leases[i];
      if (leases_.contains(lease.item)) continue;  // the lease expired while the case was being asked here
      if (lease.tries <= kMostWorkersOfACase) {
        leases_[lease.item] = lease;
        ahead_.push_back(lease.item);
        continue;
      }
      Result result = given_up(leased_.cases.at(lease.item), plan_.options);
      result.attempt = leased_.attempts[lease.item];
      std::ranges::copy(commit(lease, result, 1).taken, std::back_inserter(leases));
    }
  }

  WorkQueue::Finish commit(const Lease& lease, Result& result, std::size_t most) {
    name_subject(result, plan_.info);
    auto finish = queue_.finish(lease, result, most);
    ++(finish.counts ? end_.answered : end_.too_late);
    return finish;
  }

  // Only when a progress line is shown.
  void look_at_others() {
    if (!shows_ || Clock::now() < look_again_) return;
    progress_.set_done(queue_.state().done);
    look_again_ = Clock::now() + kBetweenLooks;
  }

  // Other workers hold all remaining items.
  Supplied wait() {
    const auto state = queue_.state();
    progress_.set_done(state.done);
    const auto until = state.until_next_end > milliseconds(0) ? state.until_next_end : kLongestWait;
    return {.is_over = state.done == state.items, .again = std::min(until, kLongestWait)};
  }

  void keep_here(Result& result) try {
    if (!fallback_) {
      Store fallback = open_fallback_();
      fallback.join_run(plan_.info);
      for (const FinishedCase& each : fallback.finished_cases(plan_.info.run_id))
        in_fallback_.insert({each.dataset, each.id, each.attempt});
      fallback_ = std::move(fallback);
    }
    name_subject(result, plan_.info);
    if (in_fallback_.insert({result.asked.dataset, result.asked.id, result.attempt}).second)
      fallback_->add_result(plan_.info.run_id, result);
    ++end_.kept_here;
  } catch (const Error& error) {
    if (!end_.fallback_fault) end_.fallback_fault = error.problems().front();
    ++end_.dropped;
  }

  void give_back() try { queue_.release(); } catch (const Error&) {
    return;  // the leases expire
  }

  const Plan& plan_;
  const LeasedCases& leased_;
  WorkQueue& queue_;
  const std::function<Store()>& open_fallback_;
  Progress& progress_;
  const bool shows_ = shows_progress();
  Clock::time_point look_again_;
  std::optional<Store> fallback_;
  std::set<WorkItem> in_fallback_;
  std::map<std::size_t, Lease> leases_;  // by item index
  std::deque<std::size_t> ahead_;        // leased but not started
  LeasedEnd end_;
};

}  // namespace

void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop, OrderedView* view) {
  const auto rounds = rounds_of(plan, attempts, by_case(finished));
  std::size_t total = 0;
  for (const auto& round : rounds) total += round.attempts.size();
  Progress progress(total);
  const ProgressLine line(progress);
  Keeping keeping(store, plan.info.run_id, plan.tool, view);
  for (const auto& round : rounds) {
    if (stop.stop_requested()) return;
    EvaluateOptions options = plan.options;
    options.attempts = round.attempts;
    const auto keep = [&](std::size_t index, Result result) {
      progress.add(result.grade.status);
      if (result.answer.ending == Ending::cancelled) return;
      result.attempt = round.attempts[index];
      name_subject(result, plan.info);
      keeping.add(index, std::move(result));
    };
    try {
      evaluate(part_of(plan.cases, round.part), plan.tool, options, keep, stop);
    } catch (...) {
      keeping.commit();
      throw;
    }
    keeping.commit();
  }
}

LeasedCases every_attempt(const CaseStore& cases, int attempts) {
  const std::size_t once = cases.size();
  LeasedCases leased{.cases = {once * static_cast<std::size_t>(attempts),
                               [&cases, once](std::size_t index) { return cases.at(index % once); }},
                     .attempts = {}};
  for (int attempt = 1; attempt <= attempts; ++attempt)
    leased.attempts.insert(leased.attempts.end(), once, attempt);
  return leased;
}

std::vector<WorkItem> items_of(const LeasedCases& leased) {
  std::vector<WorkItem> items;
  items.reserve(leased.cases.count);
  for (std::size_t i = 0; i < leased.cases.count; ++i) {
    Case each = leased.cases.at(i);
    items.push_back({std::move(each.dataset), std::move(each.id), leased.attempts[i]});
  }
  return items;
}

LeasedEnd ask_leased(const Plan& plan, const LeasedCases& leased, WorkQueue& queue,
                     const std::function<Store()>& open_fallback, std::stop_token stop) {
  EvaluateOptions options = plan.options;
  options.attempts = leased.attempts;
  const auto state = queue.state();
  Progress progress(state.items);
  progress.set_done(state.done);
  LeasedAsking asking(plan, leased, queue, open_fallback, progress);
  const ProgressLine line(progress);
  evaluate_supplied(
      leased.cases, plan.tool, options, [&](std::size_t most) { return asking.supply(most); },
      [&](std::size_t index, Result result) { asking.finish(index, std::move(result)); }, stop);
  return asking.end();
}

}  // namespace assay
