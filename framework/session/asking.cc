#include "assay/internal/asking.h"

#include <set>
#include <tuple>
#include <vector>

#include "assay/internal/progress.h"

namespace assay {
namespace {

using Place = std::tuple<std::string_view, std::string_view, int>;

std::set<Place> places_of(std::span<const FinishedCase> finished) {
  std::set<Place> places;
  for (const auto& each : finished) places.emplace(each.dataset, each.id, each.attempt);
  return places;
}

}  // namespace

void ask(const Plan& plan, int attempts, std::span<const FinishedCase> finished, Store& store) {
  const auto places = places_of(finished);
  std::vector<std::vector<Case>> left(static_cast<std::size_t>(attempts));
  std::size_t total = 0;
  for (int attempt = 1; attempt <= attempts; ++attempt) {
    auto& cases = left[static_cast<std::size_t>(attempt - 1)];
    for (const auto& each : plan.cases)
      if (!places.contains({each.dataset, each.id, attempt})) cases.push_back(each);
    total += cases.size();
  }
  Progress progress(total);
  const ProgressLine line(progress);
  for (int attempt = 1; attempt <= attempts; ++attempt)
    evaluate(left[static_cast<std::size_t>(attempt - 1)], plan.tool, plan.options,
             [&](std::size_t, Result result) {
               progress.add(result);
               if (result.answer.ending == Ending::cancelled) return;
               result.attempt = attempt;
               store.add_result(plan.info.run_id, result);
             });
}

}  // namespace assay
