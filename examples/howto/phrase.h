// A phrase of a recipe taken apart, and the cue words its slots stand beside.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "recipe.h"
#include "words.h"

namespace assay::howto {

struct PhrasePart {
  std::string lower;  // of a word
  Stems stems;        // of a word
  std::string slot;   // the name of a slot, or empty
  bool stop = false;
};

using Phrase = std::vector<PhrasePart>;

Phrase parse_phrase(std::string_view text, const Words& words, const Stemmer& stemmer);

// A phrase as one line, so that reading it back costs neither stemming nor a look at the words.
std::string dump_phrase(const Phrase& phrase);
Phrase read_phrase(std::string_view line);

// The cues that a recipe's phrases teach: in "replace {old} with {new}", "with" announces {new}.
std::map<std::string, Cues> learn_cues(const std::vector<Phrase>& phrases, const Words& words);

// The same from the triggers of its choices: "--exclude={dir}" after "leaving out".
void learn_trigger_cues(const Recipe& recipe, const Stemmer& stemmer, std::map<std::string, Cues>& learned);

// Whether a word only stands between a cue and the value: "the", "named".
bool is_article(std::string_view lower);

}  // namespace assay::howto
