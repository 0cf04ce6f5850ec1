#include "words.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace assay::howto {
namespace {

using nlohmann::json;

constexpr double kSynonym = 0.8;
constexpr double kUnknownWeight = 2.5;

// Joined, because a synonym may be written with a hyphen.
std::string stem_of(const std::string& word, const Stemmer& stemmer) {
  std::string joined;
  for (const auto& stem : stemmer.stems(word)) joined += stem;
  return joined;
}

Stems stems_of(const json& words, const Stemmer& stemmer) {
  Stems stems;
  for (const auto& word : words) stems.push_back(stem_of(word, stemmer));
  return stems;
}

void read_synonyms(const json& groups, const Stemmer& stemmer, Words& words) {
  for (const auto& group : groups) {
    const Stems stems = stems_of(group, stemmer);
    for (const auto& stem : stems) words.synonyms[stem].insert(stems.begin(), stems.end());
  }
}

void read_tools(const json& root, Words& words) {
  for (const auto& name : root.at("tools"))
    words.tools[name.get<std::string>()] = {{name.get<std::string>()}, false};
  for (const auto& name : root.at("plain_tools"))
    words.tools[name.get<std::string>()] = {{name.get<std::string>()}, true};
  for (const auto& [name, programs] : root.at("tool_aliases").items())
    words.tools[name].programs = programs.get<std::vector<std::string>>();
}

SlotType type_named(const std::string& name) {
  const auto type = slot_type(name);
  if (!type) throw std::runtime_error("words: no slot type is called '" + name + "'");
  return *type;
}

void read_slot_words(const json& root, const Stemmer& stemmer, Words& words) {
  for (const auto& [name, cues] : root.at("cues").items()) {
    words.cues[type_named(name)] = {stems_of(cues.at("left"), stemmer), stems_of(cues.at("right"), stemmer)};
  }
  for (const auto& [name, value] : root.at("stand_ins").items()) words.stand_ins[type_named(name)] = value;
}

}  // namespace

double Words::similarity(const std::string& stem, const Stems& others) const {
  if (std::ranges::find(others, stem) != others.end()) return 1;
  const auto own = synonyms.find(stem);
  if (own == synonyms.end()) return 0;
  const bool synonym =
      std::ranges::any_of(others, [&](const auto& other) { return own->second.contains(other); });
  return synonym ? kSynonym : 0;
}

double Words::similarity_to_sorted(const std::string& stem, const Stems& others) const {
  if (std::ranges::binary_search(others, stem)) return 1;
  const auto own = synonyms.find(stem);
  if (own == synonyms.end()) return 0;
  const bool synonym = std::ranges::any_of(
      own->second, [&](const auto& other) { return std::ranges::binary_search(others, other); });
  return synonym ? kSynonym : 0;
}

bool Words::knows(const std::string& stem) const { return weights.contains(stem) || synonyms.contains(stem); }

double Words::weight(const std::string& stem) const {
  const auto found = weights.find(stem);
  return found == weights.end() ? kUnknownWeight : found->second;
}

Words parse_words(std::string_view text, const Stemmer& stemmer) try {
  const json root = json::parse(text);
  Words words;
  root.at("stop").get_to(words.stop);
  root.at("endings").get_to(words.endings);
  root.at("singular_endings").get_to(words.singular_endings);
  root.at("file_nouns").get_to(words.file_nouns);
  root.at("file_names").get_to(words.file_names);
  root.at("path_files").get_to(words.path_files);
  root.at("acronyms").get_to(words.acronyms);
  root.at("idioms").get_to(words.idioms);
  root.at("domains").get_to(words.domains);
  root.at("dir_nouns").get_to(words.dir_nouns);
  root.at("demanding").get_to(words.demanding);
  root.at("never_values").get_to(words.never_values);
  root.at("boundaries").get_to(words.boundaries);
  root.at("skipped_before_values").get_to(words.skipped_before_values);
  root.at("kinds").get_to(words.kinds);
  root.at("places").get_to(words.places);
  root.at("sizes").get_to(words.sizes);
  root.at("delimiters").get_to(words.delimiters);
  root.at("numbers").get_to(words.numbers);
  root.at("ordinals").get_to(words.ordinals);
  root.at("durations").get_to(words.durations);
  root.at("months").get_to(words.months);
  root.at("separators").get_to(words.separators);
  read_tools(root, words);
  read_synonyms(root.at("synonyms"), stemmer, words);
  read_slot_words(root, stemmer, words);
  return words;
} catch (const json::exception& error) {
  throw std::runtime_error(std::string("words: ") + error.what());
}

}  // namespace assay::howto
