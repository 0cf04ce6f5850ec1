#include "phrase.h"

#include <algorithm>
#include <array>

#include "idiom.h"
#include "lexeme.h"

namespace assay::howto {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view blanks) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = text.find_first_not_of(blanks, at)) != text.npos;) {
    const auto end = std::min(text.find_first_of(blanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

void add_word(std::string_view word, const Words& words, const Stemmer& stemmer, Phrase& phrase) {
  PhrasePart part{std::string(word), stemmer.stems(word), {}, false};
  part.stop = words.stop.contains(part.lower) || part.stems.empty();
  phrase.push_back(std::move(part));
}

void add_words(std::string_view text, const Words& words, const Stemmer& stemmer, Phrase& phrase) {
  const std::string lower = lower_case(text);
  const auto written = split(lower, " ,?!:\"");
  for (std::size_t at = 0; at < written.size();) {
    const auto idiom = find_idiom(written, at, words);
    for (const auto word : idiom.meaning) add_word(word, words, stemmer, phrase);
    if (idiom.length == 0) add_word(written[at], words, stemmer, phrase);
    at += std::max<std::size_t>(idiom.length, 1);
  }
}

void add_stem(const PhrasePart& part, Stems& cues) {
  if (part.slot.empty() && part.stems.size() == 1 && !is_article(part.lower))
    cues.push_back(part.stems.front());
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

std::string dump_phrase(const Phrase& phrase) {
  std::string line;
  for (const auto& part : phrase) {
    if (!part.slot.empty()) {
      line += '{' + part.slot;
    } else {
      line += (part.stop ? '!' : '=') + part.lower;
      for (const auto& stem : part.stems) line += '+' + stem;
    }
    line += ' ';
  }
  return line;
}

Phrase read_phrase(std::string_view line) {
  Phrase phrase;
  for (const auto written : split(line, " ")) {
    if (written.front() == '{') {
      phrase.push_back({{}, {}, std::string(written.substr(1)), false});
      continue;
    }
    const auto pieces = split(written.substr(1), "+");
    PhrasePart part{std::string(pieces.front()), {}, {}, written.front() == '!'};
    part.stems.assign(pieces.begin() + 1, pieces.end());
    phrase.push_back(std::move(part));
  }
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

void learn_trigger_cues(const Recipe& recipe, const Stemmer& stemmer, std::map<std::string, Cues>& learned) {
  for (const auto& piece : recipe.pieces) {
    for (const auto& choice : piece.choices) {
      for (const auto& hole : placeholders(choice.text)) {
        auto& cues = learned[std::string(hole.name)];
        for (const auto& trigger : choice.triggers) {
          for (auto& stem : stemmer.stems(trigger)) cues.left.push_back(std::move(stem));
        }
      }
    }
  }
}

bool is_article(std::string_view lower) {
  constexpr std::array<std::string_view, 9> kArticles = {"the", "a",   "an",  "my",  "this",
                                                         "is",  "all", "our", "each"};
  return std::ranges::find(kArticles, lower) != kArticles.end();
}

}  // namespace assay::howto
