// What a recipe's words say, whichever of its phrases is meant.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "index.h"
#include "phrase.h"
#include "request.h"

namespace assay::howto {

// A sum of weights, and how much of it is accounted for.
struct Share {
  double said = 0;
  double total = 0;

  void add(double weight, double credit) {
    said += weight * credit;
    total += weight;
  }
  double value() const { return total == 0 ? 0 : said / total; }
};

struct Background {
  std::map<std::string, Cues> cues;      // that all the phrases teach
  std::map<std::string, Cues> triggers;  // …and the triggers
  Stems context;                         // of all phrases and keywords, sorted
  Stems options;                         // of all triggers, sorted
};

Background background_of(const Candidate& candidate, const Index& index);

// The stems of the words that are no stop-words.
Stems stems_of(const Phrase& phrase);

// The phrases that share most words with the request, a few of them.
std::vector<const Phrase*> likely_phrases(const Candidate& candidate, const Request& request,
                                          const Words& words);

}  // namespace assay::howto
