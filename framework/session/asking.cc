// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/asking.h"

#include <chrono>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "assay/internal/case_source.h"
#include "assay/internal/progress.h"
#include "assay/internal/subject.h"

namespace assay {
namespace {

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

CaseSource part_of(const CaseShelf& cases, const std::optional<std::vector<std::size_t>>& part) {
  if (!part) return {cases.size(), [&cases](std::size_t index) { return cases.at(index); }};
  return {part->size(), [&cases, &part](std::size_t index) { return cases.at((*part)[index]); }};
}

// Adds results to a run. Those of a recording arrive faster than a commit takes and can be recomputed, so
// they are committed in batches.
class Keeping {
 public:
  Keeping(Store& store, const std::string& run_id, const Tool& tool)
      : store_(store),
        run_id_(run_id),
        together_(std::holds_alternative<Recording>(tool.how) ? kRecordedAtOnce : 1) {}

  void add(Result result) {
    results_.push_back(std::move(result));
    if (results_.size() >= together_ || Clock::now() - committed_ >= kLongestWait) commit();
  }

  // A failed commit is not retried.
  void commit() {
    const auto results = std::exchange(results_, {});
    if (!results.empty()) store_.add_results(run_id_, results);
    committed_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kLongestWait{100};

  Store& store_;
  const std::string& run_id_;
  const std::size_t together_;
  std::vector<Result> results_;
  Clock::time_point committed_ = Clock::now();
};

}  // namespace

void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop) {
  const auto rounds = rounds_of(plan, attempts, by_case(finished));
  std::size_t total = 0;
  for (const auto& round : rounds) total += round.attempts.size();
  Progress progress(total);
  const ProgressLine line(progress);
  Keeping keeping(store, plan.info.run_id, plan.tool);
  for (const auto& round : rounds) {
    if (stop.stop_requested()) return;
    EvaluateOptions options = plan.options;
    options.attempts = round.attempts;
    const auto keep = [&](std::size_t index, Result result) {
      progress.add(result);
      if (result.answer.ending == Ending::cancelled) return;
      result.attempt = round.attempts[index];
      name_subject(result, plan.info);
      keeping.add(std::move(result));
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

}  // namespace assay
