#include "phrase.h"

#include <algorithm>
#include <array>

#include "lexeme.h"

namespace assay::howto {
namespace {

void add_words(std::string_view text, const Words& words, const Stemmer& stemmer, Phrase& phrase) {
  for (std::size_t at = 0; (at = text.find_first_not_of(" ,.?!:'\"", at)) != text.npos;) {
    const auto end = std::min(text.find_first_of(" ,?!:\"", at), text.size());
    PhrasePart part;
    part.lower = lower_case(text.substr(at, end - at));
    part.stems = stemmer.stems(part.lower);
    part.stop = words.stop.contains(part.lower) || part.stems.empty();
    phrase.push_back(std::move(part));
    at = end;
  }
}

void add_stem(const PhrasePart& part, Stems& cues) {
  if (part.slot.empty() && part.stems.size() == 1 && !is_article(part.lower)) cues.push_back(part.stems.front());
}

// Every word before the slot, up to and with the first that is more than padding.
void learn_left(const Phrase& phrase, std::size_t slot, const Words& words, Stems& cues) {
  for (std::size_t back = 1; back <= std::min<std::size_t>(slot, 3); ++back) {
    const auto& part = phrase[slot - back];
    if (!part.slot.empty()) return;
    add_stem(part, cues);
    if (!words.skipped_before_values.contains(part.lower)) return;
  }
}

}  // namespace

Phrase parse_phrase(std::string_view text, const Words& words, const Stemmer& stemmer) {
  Phrase phrase;
  std::size_t at = 0;
  for (const auto& hole : placeholders(text)) {
    add_words(text.substr(at, hole.begin - at), words, stemmer, phrase);
    phrase.push_back({{}, {}, std::string(hole.name), false});
    at = hole.end;
  }
  add_words(text.substr(at), words, stemmer, phrase);
  return phrase;
}

std::map<std::string, Cues> learn_cues(const std::vector<Phrase>& phrases, const Words& words) {
  std::map<std::string, Cues> learned;
  for (const auto& phrase : phrases) {
    for (std::size_t at = 0; at < phrase.size(); ++at) {
      if (phrase[at].slot.empty()) continue;
      auto& cues = learned[phrase[at].slot];
      learn_left(phrase, at, words, cues.left);
      if (at + 1 < phrase.size()) add_stem(phrase[at + 1], cues.right);
    }
  }
  return learned;
}

bool is_article(std::string_view lower) {
  constexpr std::array<std::string_view, 9> kArticles = {"the", "a", "an", "my", "this", "is", "all", "our", "each"};
  return std::ranges::find(kArticles, lower) != kArticles.end();
}

}  // namespace assay::howto
