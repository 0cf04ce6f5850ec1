// The language side of the tool as data (words.json): stop-words, synonyms, units, names of kinds of file,
// cue words.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "slot.h"
#include "stemmer.h"

namespace assay::howto {

using WordSet = std::unordered_set<std::string>;
using Stems = std::vector<std::string>;

// Words that announce a slot from its left or follow it on its right, as stems.
struct Cues {
  Stems left;
  Stems right;
};

// A utility that a request may name.
struct Tool {
  std::vector<std::string> programs;  // any of these is meant: netcat is nc
  bool plain_word = false;            // the name is a word of the language, too: sort, find
};

struct Words {
  WordSet stop;
  WordSet endings;           // csv: says "a file of this kind" as a file name's ending
  WordSet singular_endings;  // …and alone: "every csv in docs"
  WordSet file_nouns;
  WordSet file_names;
  WordSet path_files;  // the last parts of paths that are files without an ending: /etc/hosts
  WordSet domains;
  WordSet acronyms;  // words usually written in capitals; any other word in capitals is a value
  WordSet dir_nouns;
  WordSet demanding;  // words of commands that nobody gets without asking: what destroys, what counts
  WordSet never_values;
  WordSet boundaries;                                  // end a run of free text
  WordSet skipped_before_values;                       // "the word", between a cue and its value
  std::unordered_map<std::string, std::string> kinds;  // python → py
  std::unordered_map<std::string, std::string> places;
  std::unordered_map<std::string, std::string> sizes;
  std::unordered_map<std::string, std::string> delimiters;
  std::unordered_map<std::string, double> numbers;
  std::unordered_map<std::string, double> ordinals;
  std::unordered_map<std::string, double> durations;
  std::unordered_map<std::string, std::string> separators;  // csv → the comma between its columns
  std::unordered_map<std::string, Tool> tools;
  std::unordered_map<std::string, int> months;
  std::map<std::string, std::string> idioms;  // get rid of → remove
  std::map<SlotType, Cues> cues;
  std::map<SlotType, std::string> stand_ins;
  std::unordered_map<std::string, WordSet> synonyms;  // of stems
  std::unordered_map<std::string, double> weights;    // stem → how much it tells recipes apart

  // How like `stem` the most similar of `others` is: 1 for the same stem, less for a synonym, 0 for
  // strangers.
  double similarity(const std::string& stem, const Stems& others) const;
  // The same among stems in alphabetical order.
  double similarity_to_sorted(const std::string& stem, const Stems& others) const;
  // Whether a recipe, or a synonym of a word in one, uses the stem.
  bool knows(const std::string& stem) const;
  // Unknown words weigh a middling amount, so that a request full of them fits nothing.
  double weight(const std::string& stem) const;
};

// Reads words.json. Throws std::runtime_error for JSON that is not of its shape.
Words parse_words(std::string_view json, const Stemmer& stemmer);

}  // namespace assay::howto
