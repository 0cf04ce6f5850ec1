// All candidates are judged by all of their phrases at once, and the best of them phrase by phrase.
#include "ranking.h"

#include <algorithm>
#include <optional>

#include "judge.h"

namespace assay::howto {
namespace {

constexpr std::size_t kCandidates = 100;
constexpr std::size_t kFinalists = 8;  // that are judged phrase by phrase

// The recipe's answer if the phrase that suits the request best is what was meant.
Ranked best_phrase(const Candidate& candidate, const Request& request, const Index& index, double best_bm25) {
  std::optional<Ranked> best;
  for (const auto& phrase : candidate.phrases) {
    auto judged = judge(candidate, &phrase, request, index, best_bm25);
    if (!best || judged.score > best->score) best = std::move(judged);
  }
  return std::move(*best);
}

}  // namespace

std::vector<Ranked> rank(const Request& request, const Index& index, std::size_t most) {
  const auto candidates = index.search(request, kCandidates);
  struct Place {
    const Candidate* candidate;
    double score;
  };
  std::vector<Place> places;
  for (const auto& candidate : candidates) {
    const auto judged = judge(candidate, nullptr, request, index, candidates.front().bm25);
    places.push_back({&candidate, judged.score});
  }
  std::ranges::stable_sort(places, std::greater(), &Place::score);
  if (places.size() > std::max(most, kFinalists)) places.resize(std::max(most, kFinalists));
  std::vector<Ranked> ranked;
  for (const auto& place : places)
    ranked.push_back(best_phrase(*place.candidate, request, index, candidates.front().bm25));
  std::ranges::stable_sort(ranked, std::greater(), &Ranked::score);
  if (ranked.size() > most) ranked.resize(most);
  return ranked;
}

}  // namespace assay::howto
