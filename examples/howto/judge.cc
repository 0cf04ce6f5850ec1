// A recipe is judged three ways: how much of what the request says it accounts for (words by their weight,
// values by how well they fill its slots), how much of its best phrase the request says, and the index's own
// bm25. Values and words that nothing in the recipe accounts for pull it down, and so do slots the request
// leaves empty.
#include "judge.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "background.h"
#include "filling.h"
#include "named_tool.h"
#include "sequence.h"

namespace assay::howto {
namespace {

constexpr int kRounds = 4;                   // of giving idle values to other slots
constexpr double kValueWeight = 2.5;         // of a value beside words, whose weights run from 0.7 to 6
constexpr double kContextCredit = .6;        // for a word said by another phrase or a keyword of the recipe
constexpr double kOtherTriggerCredit = .35;  // for a word of a trigger that is not said in full
constexpr double kTriggerCredit = .95;       // for a word that chose an option
constexpr double kWordShare = .82;           // of request and phrase accounting for one another…
constexpr double kRequestPower = .62;        // …where the request counts more
constexpr double kOrderShare = .12;
constexpr double kBm25Share = .06;
constexpr double kStandInPenalty = .07;   // for a file that the request speaks of without naming it
constexpr double kUnsaidPenalty = .15;    // for a slot it does not speak of at all
constexpr double kPlainFilePenalty = .1;  // for a plain word taken for a file's name
constexpr double kLeadPenalty =
    .06;                         // for a phrase whose first word, mostly its verb, the request does not say
constexpr double kUnasked = .3;  // for a command that does what the request does not say
constexpr double kEndingBonus = .05;  // for a recipe made for files of the kind that the request names
constexpr double kToolBonus = .06;    // for the utility that the request names
constexpr double kToolPenalty = .3;   // for another one
constexpr double kWordWeight = 1;     // of a plain word taken for a value

Pairs pairs_of(const Phrase& phrase) {
  Sequence sequence;
  for (const auto& part : phrase) {
    if (!part.slot.empty()) {
      sequence.add('{' + part.slot);
    } else if (!is_padding(part.lower)) {
      for (const auto& stem : part.stems) sequence.add(stem);
    }
  }
  return sequence.take();
}

void add_cues(const std::map<std::string, Cues>& more, std::map<std::string, Cues>& cues) {
  for (const auto& [slot, own] : more) {
    auto& all = cues[slot];
    all.left.insert(all.left.end(), own.left.begin(), own.left.end());
    all.right.insert(all.right.end(), own.right.begin(), own.right.end());
  }
}

class Judge {
 public:
  // With a `focus` that phrase alone is what the request might mean.
  Judge(const Candidate& candidate, const Phrase* focus, const Background& background, const Request& request,
        const Index& index)
      : candidate_(candidate),
        focus_(focus),
        background_(background),
        request_(request),
        words_(index.words()) {
    fill(index.stemmer());
    collect_request_stems();
  }

  Ranked judge(double best_bm25) const {
    double best = 0;
    for (const auto& phrase : candidate_.phrases) {
      if (focus_ != nullptr && &phrase != focus_) continue;
      const double order = likeness(pairs_, pairs_of(phrase));
      const auto in_request = request_share(phrase);
      const auto in_phrase = phrase_share(phrase);
      // Requests and phrases of stop-words alone ("where am i") have nothing but their order.
      const double lead = says_lead(phrase) ? 0 : kLeadPenalty;
      const double request = in_request.total > 0 ? in_request.value() : order;
      const double said = in_phrase.total > 0 ? in_phrase.value() : order;
      best = std::max(best,
                      kOrderShare * order - lead +
                          kWordShare * std::pow(request, kRequestPower) * std::pow(said, 1 - kRequestPower));
    }
    Ranked ranked{candidate_.recipe.id, best, write_command(candidate_.recipe, filling_, choices_, words_)};
    ranked.score += kBm25Share * candidate_.bm25 / best_bm25 + tool_share(ranked.command.text);
    for (const auto& name : ranked.command.stand_ins)
      ranked.score -= stand_in_penalty(*candidate_.recipe.slot(name));
    for (const auto& slot : filling_.slots) {
      ranked.score -= plain_file_penalty(slot);
      if (!candidate_.recipe.slot(slot.name)->endings.empty()) ranked.score += kEndingBonus;
    }
    if (is_demanding(ranked.command.text) && !says_any_lead()) ranked.score -= kUnasked;
    ranked.score = std::max(ranked.score, 0.0);
    return ranked;
  }

 private:
  // Values that serve no choice which the request makes are given to other slots.
  void fill(const Stemmer& stemmer) {
    const auto& recipe = candidate_.recipe;
    Lesson lesson{background_.cues, {}, {}};
    if (focus_ != nullptr) {
      lesson.all_cues = std::move(lesson.cues);
      lesson.cues = learn_cues({*focus_}, words_);
      for (const auto& part : *focus_) {
        if (!part.slot.empty()) lesson.order.push_back(part.slot);
      }
    }
    add_cues(background_.triggers, lesson.cues);
    std::set<std::string> idle;
    for (int round = 0; round < kRounds; ++round) {
      spoken_.clear();
      filling_ = fill_slots(recipe, lesson, request_, words_, idle);
      choices_ = choose(recipe, filling_, request_, stemmer, spoken_);
      const auto more = idle_slots(recipe, filling_, choices_);
      if (more.empty()) break;
      // Slots of options make way first, those of the phrases after them.
      const auto before = idle.size();
      for (const auto& name : more) {
        if (!is_in_phrase(name)) idle.insert(name);
      }
      if (idle.size() == before) idle.insert(more.begin(), more.end());
    }
  }

  bool is_in_phrase(const std::string& name) const {
    return std::ranges::any_of(candidate_.phrases, [&](const Phrase& phrase) {
      return std::ranges::find(phrase, name, &PhrasePart::slot) != phrase.end();
    });
  }

  // The words that are not values; of "the logs directory" the noun still counts as said.
  void collect_request_stems() {
    Sequence sequence;
    for (std::size_t at = 0; at < request_.tokens.size(); ++at) {
      const auto& token = request_.tokens[at];
      const auto taken =
          std::ranges::find_if(filling_.slots, [at](const FilledSlot& slot) { return slot.takes(at); });
      if (taken != filling_.slots.end() && taken->span.first == at) sequence.add('{' + taken->name);
      if (taken == filling_.slots.end() && !is_padding(token.lower)) {
        for (const auto& stem : token.stems) sequence.add(stem);
      }
      const bool noun =
          taken != filling_.slots.end() && taken->span.kind == Span::Kind::DirName && at > taken->span.first;
      if (!token.stop && (taken == filling_.slots.end() || noun))
        said_.insert(said_.end(), token.stems.begin(), token.stems.end());
    }
    pairs_ = sequence.take();
    for (const auto& slot : filling_.slots) say_ending(slot);
    std::ranges::sort(said_);
  }

  double stand_in_penalty(const Slot& slot) const {
    const bool spoken_of = std::ranges::any_of(request_.tokens, [&](const Token& token) {
      return token.lower.size() > 2 &&
             (slot.name.starts_with(token.lower) || token.lower.starts_with(slot.name) ||
              words_.dir_nouns.contains(token.lower) || words_.file_nouns.contains(token.lower));
    });
    return spoken_of ? kStandInPenalty : kUnsaidPenalty;
  }

  double tool_share(std::string_view command) const {
    switch (tool_use(request_, command, words_)) {
      case ToolUse::NoneNamed:
        return 0;
      case ToolUse::Used:
        return kToolBonus;
      case ToolUse::Missing:
        return -kToolPenalty;
    }
    return 0;
  }

  double plain_file_penalty(const FilledSlot& slot) const {
    const auto type = candidate_.recipe.slot(slot.name)->type;
    return slot.span.kind == Span::Kind::Word && (type == SlotType::File || type == SlotType::Files)
               ? kPlainFilePenalty
               : 0;
  }

  // A file's ending says what it is: data.csv says csv.
  void say_ending(const FilledSlot& slot) {
    const auto dot = slot.value.rfind('.');
    if (slot.span.kind != Span::Kind::FileName && slot.span.kind != Span::Kind::Path &&
        slot.span.kind != Span::Kind::Glob)
      return;
    if (dot != slot.value.npos && words_.endings.contains(slot.value.substr(dot + 1)))
      said_.push_back(slot.value.substr(dot + 1));
  }

  bool is_free_value(const Span& span) const {
    return span.is_strong() &&
           std::ranges::none_of(filling_.slots, [&](const FilledSlot& slot) { return slot.overlaps(span); });
  }

  // How much of the request the recipe accounts for, if `phrase` is what was meant.
  Share request_share(const Phrase& phrase) const {
    Stems stems = stems_of(phrase);
    std::ranges::sort(stems);
    Share share;
    for (const auto& slot : filling_.slots) {
      const double plain = kWordWeight * static_cast<double>(slot.span.last - slot.span.first + 1);
      share.add(slot.span.is_strong() ? kValueWeight : plain, slot.fit);
    }
    for (const auto& span : request_.spans) {
      if (is_free_value(span)) share.add(kValueWeight, 0);
    }
    for (std::size_t at = 0; at < request_.tokens.size(); ++at) add_token(at, stems, share);
    return share;
  }

  void add_token(std::size_t at, const Stems& phrase, Share& share) const {
    const auto& token = request_.tokens[at];
    const bool spoken = std::ranges::find(spoken_, at) != spoken_.end();
    if ((token.stop && !spoken) || token.form == Token::Form::Quoted || filling_.takes(at)) return;
    if (std::ranges::find(request_.tools, at) != request_.tools.end()) return;
    const bool value = std::ranges::any_of(request_.spans, [at](const Span& span) {
      return span.is_strong() && span.first <= at && at <= span.last;
    });
    if (value) return;
    for (const auto& stem : token.stems) {
      double credit = words_.similarity_to_sorted(stem, phrase);
      if (spoken) credit = std::max(credit, kTriggerCredit);
      credit = std::max(credit, kContextCredit * words_.similarity_to_sorted(stem, background_.context));
      if (credit == 0 && std::ranges::binary_search(background_.options, stem)) credit = kOtherTriggerCredit;
      share.add(words_.weight(stem), credit);
    }
  }

  bool is_demanding(std::string_view command) const {
    return std::ranges::any_of(words_.demanding, [&](const auto& word) {
      return (" " + std::string(command) + " ").find(" " + word + " ") != std::string::npos;
    });
  }

  bool says_any_lead() const {
    return std::ranges::any_of(candidate_.phrases, [&](const Phrase& phrase) { return says_lead(phrase); });
  }

  bool says_lead(const Phrase& phrase) const {
    const auto lead =
        std::ranges::find_if(phrase, [](const PhrasePart& part) { return part.slot.empty() && !part.stop; });
    return lead == phrase.end() || words_.similarity_to_sorted(lead->stems.front(), said_) > 0;
  }

  // How much of the phrase the request says.
  Share phrase_share(const Phrase& phrase) const {
    Share share;
    for (const auto& part : phrase) {
      if (!part.slot.empty()) {
        const auto* filled = filling_.find(part.slot);
        const bool optional = candidate_.recipe.slot(part.slot)->default_value.has_value();
        if (filled != nullptr || !optional) share.add(1, filled != nullptr ? filled->fit : 0);
        continue;
      }
      if (part.stop) continue;
      for (const auto& stem : part.stems)
        share.add(words_.weight(stem), words_.similarity_to_sorted(stem, said_));
    }
    return share;
  }

  const Candidate& candidate_;
  const Phrase* focus_;
  const Background& background_;
  const Request& request_;
  const Words& words_;
  Filling filling_;
  std::vector<std::size_t> spoken_;
  std::vector<const Choice*> choices_;
  Stems said_;
  Pairs pairs_;
};

}  // namespace

Ranked judge(const Candidate& candidate, const Request& request, const Index& index, double best_bm25) {
  return Judge(candidate, nullptr, background_of(candidate, index), request, index).judge(best_bm25);
}

Ranked judge_by_phrase(const Candidate& candidate, const Request& request, const Index& index,
                       double best_bm25) {
  const auto background = background_of(candidate, index);
  std::optional<Ranked> best;
  for (const auto* phrase : likely_phrases(candidate, request, index.words())) {
    auto judged = Judge(candidate, phrase, background, request, index).judge(best_bm25);
    if (!best || judged.score > best->score) best = std::move(judged);
  }
  return std::move(*best);
}

}  // namespace assay::howto
