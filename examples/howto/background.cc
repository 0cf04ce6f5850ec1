#include "background.h"

#include <algorithm>

namespace assay::howto {
namespace {

constexpr std::size_t kPhrases = 7;  // of a recipe that are judged each by itself

void make_set(Stems& stems) {
  std::ranges::sort(stems);
  const auto repeated = std::ranges::unique(stems);
  stems.erase(repeated.begin(), repeated.end());
}

}  // namespace

Stems stems_of(const Phrase& phrase) {
  Stems stems;
  for (const auto& part : phrase) {
    if (!part.stop) stems.insert(stems.end(), part.stems.begin(), part.stems.end());
  }
  return stems;
}

Background background_of(const Candidate& candidate, const Index& index) {
  Background background;
  background.cues = learn_cues(candidate.phrases, index.words());
  learn_trigger_cues(candidate.recipe, index.stemmer(), background.triggers);
  background.context = index.stemmer().stems(candidate.recipe.keywords);
  for (const auto& phrase : candidate.phrases) {
    for (auto& stem : stems_of(phrase)) background.context.push_back(std::move(stem));
  }
  for (const auto& piece : candidate.recipe.pieces) {
    for (const auto& choice : piece.choices) {
      for (const auto& trigger : choice.triggers) {
        for (auto& stem : index.stemmer().stems(trigger)) background.options.push_back(std::move(stem));
      }
    }
  }
  make_set(background.context);
  make_set(background.options);
  return background;
}

std::vector<const Phrase*> likely_phrases(const Candidate& candidate, const Request& request,
                                          const Words& words) {
  Stems said;
  for (const auto& token : request.tokens) said.insert(said.end(), token.stems.begin(), token.stems.end());
  std::ranges::sort(said);
  std::vector<std::pair<double, const Phrase*>> ranked;
  for (const auto& phrase : candidate.phrases) {
    Share share;
    for (const auto& part : phrase) {
      for (const auto& stem : part.stems)
        share.add(part.stop ? .3 : words.weight(stem), words.similarity_to_sorted(stem, said));
    }
    ranked.emplace_back(share.value(), &phrase);
  }
  std::ranges::stable_sort(ranked, std::greater(), &std::pair<double, const Phrase*>::first);
  std::vector<const Phrase*> likely;
  for (const auto& [score, phrase] : ranked) {
    if (likely.size() < kPhrases) likely.push_back(phrase);
  }
  return likely;
}

}  // namespace assay::howto
