// What the words beside a value say about the slot it could fill.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "request.h"
#include "slot.h"
#include "words.h"

namespace assay::howto {

// What a recipe's phrases teach about its slots.
struct Lesson {
  std::map<std::string, Cues> cues;      // of the phrase that is meant, or of all
  std::map<std::string, Cues> all_cues;  // of all phrases, when one is meant
  std::vector<std::string> order;        // of the slots in the phrase that is meant, or empty
};

struct Cue {
  double learned = 0;     // by the recipe's own phrases
  double after_stop = 0;  // the same, if the announcing word is a stop-word: "for", not "find"
  double general = 0;     // by the slot's type

  double score() const;
  // Whether more than a word for the value's kind announces it.
  bool is_announced() const;
};

Cue find_cue(const Slot& slot, const Lesson& lesson, const Span& span, const Request& request,
             const Words& words);

// Whether the language has no word for it, so that it is rather a name.
bool is_unknown(const Span& span, const Request& request, const Words& words);

// How like the token the most similar of the cues is, 0 to 1.
double best_match(const Stems& cues, const Token& token, const Words& words);

}  // namespace assay::howto
