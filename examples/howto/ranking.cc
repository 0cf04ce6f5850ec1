// All candidates are judged by all of their phrases at once, and the best of them phrase by phrase.
#include "ranking.h"

#include <algorithm>

#include "judge.h"

namespace assay::howto {
namespace {

constexpr std::size_t kCandidates = 60;
constexpr std::size_t kFinalists = 4;  // that are judged phrase by phrase

}  // namespace

std::vector<Ranked> rank(const Request& request, const Index& index, std::size_t most) {
  const auto candidates = index.search(request, kCandidates);
  struct Place {
    const Candidate* candidate;
    double score;
  };
  std::vector<Place> places;
  for (const auto& candidate : candidates) {
    const auto judged = judge(candidate, request, index, candidates.front().bm25);
    places.push_back({&candidate, judged.score});
  }
  std::ranges::stable_sort(places, std::greater(), &Place::score);
  if (places.size() > std::max(most, kFinalists)) places.resize(std::max(most, kFinalists));
  std::vector<Ranked> ranked;
  for (const auto& place : places)
    ranked.push_back(judge_by_phrase(*place.candidate, request, index, candidates.front().bm25));
  std::ranges::stable_sort(ranked, std::greater(), &Ranked::score);
  if (ranked.size() > most) ranked.resize(most);
  return ranked;
}

}  // namespace assay::howto
