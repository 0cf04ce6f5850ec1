#include "assay/internal/asking.h"

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/progress.h"

namespace assay {
namespace {

// What there is of a case already.
struct Earlier {
  std::set<int> attempts;  // their numbers
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

// Cases that are asked once.
struct Round {
  std::optional<std::vector<Case>>
      part;                   // none: all of the plan. Copies, which of a long run take much memory
  std::vector<int> attempts;  // the number of each one's attempt
};

// An attempt that was not measured stays as it is; another one makes up for it.
std::vector<Round> rounds_of(const Plan& plan, int attempts, const EarlierByCase& earlier) {
  static const Earlier nothing;
  std::vector<Round> rounds(static_cast<std::size_t>(attempts));
  if (earlier.empty()) {
    for (int number = 1; auto& round : rounds) round.attempts.assign(plan.cases.size(), number++);
    return rounds;
  }
  for (auto& round : rounds) round.part.emplace();
  for (const auto& each : plan.cases) {
    const auto found = earlier.find({each.dataset, each.id});
    const Earlier& had = found == earlier.end() ? nothing : found->second;
    int number = 1;
    for (int round = 0; round < attempts - had.measured; ++round, ++number) {
      while (had.attempts.contains(number)) ++number;
      rounds[static_cast<std::size_t>(round)].part->push_back(each);
      rounds[static_cast<std::size_t>(round)].attempts.push_back(number);
    }
  }
  return rounds;
}

}  // namespace

void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store,
         std::stop_token stop) {
  const auto rounds = rounds_of(plan, attempts, by_case(finished));
  std::size_t total = 0;
  for (const auto& round : rounds) total += round.attempts.size();
  Progress progress(total);
  const ProgressLine line(progress);
  for (const auto& round : rounds) {
    if (stop.stop_requested()) return;
    EvaluateOptions options = plan.options;
    options.attempts = round.attempts;
    evaluate(
        round.part ? *round.part : plan.cases, plan.tool, options,
        [&](std::size_t index, Result result) {
          progress.add(result);
          if (result.answer.ending == Ending::cancelled) return;
          result.attempt = round.attempts[index];
          store.add_result(plan.info.run_id, result);
        },
        stop);
  }
}

}  // namespace assay
