#include "filling.h"

#include <algorithm>
#include <array>

#include "lexeme.h"
#include "reading.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;

constexpr double kLearnedCue = .5;
constexpr double kGeneralCue = .25;
constexpr double kPadding = .7;   // of a cue that names the value's kind only: "the file x"
constexpr double kOwnName = 1.2;  // of the slot's own name: "user bob"
constexpr double kOrder = .04;
constexpr std::size_t kLongestText = 6;
constexpr double kLongText = .1;  // taken from the fit by each word over two that nobody quoted

struct Pair {
  std::size_t slot = 0;
  FilledSlot filled;
  double score = 0;
};

double best_match(const Stems& cues, const Token& token, const Words& words) {
  double best = 0;
  for (const auto& stem : token.stems) best = std::max(best, words.similarity(stem, cues));
  return best;
}

bool in_capitals(const Token& token, const Words& words) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return token.text.size() > 1 && std::ranges::none_of(token.text, is_small) &&
         std::ranges::any_of(token.text, is_capital) && !words.acronyms.contains(token.lower);
}

// Whether the language has no word for it, so that it is rather a name.
bool is_unknown(const Span& span, const Request& request, const Words& words) {
  for (std::size_t at = span.first; at <= span.last; ++at) {
    const auto& token = request.tokens[at];
    if (in_capitals(token, words)) continue;
    if (std::ranges::any_of(token.stems, [&](const auto& stem) { return words.knows(stem); })) return false;
  }
  return true;
}

// How strongly the words before the span announce it, among `cues`.
double left_cue(const Stems& cues, const Slot& slot, const Span& span, const Request& request,
                const Words& words) {
  const bool plain = span.kind == Kind::Word && !is_unknown(span, request, words);
  double best = 0;
  for (std::size_t back = 1; back <= std::min<std::size_t>(span.first, 3); ++back) {
    const auto& token = request.tokens[span.first - back];
    if (token.form == Token::Form::Quoted) break;
    // "Files changed": a plural names no single value, so a word of the language after it is no value.
    if (plain && token.lower.ends_with('s') && words.never_values.contains(token.lower)) break;
    const bool padding = words.skipped_before_values.contains(token.lower);
    const bool own_name = token.lower.size() > 2 && slot.name.starts_with(token.lower);
    if (own_name) best = std::max(best, kOwnName);
    if (!is_article(token.lower))
      best = std::max(best, best_match(cues, token, words) * (padding ? kPadding : 1));
    if (!padding) break;
  }
  return best;
}

double right_cue(const Stems& cues, const Span& span, const Request& request, const Words& words) {
  const auto next = span.last + 1;
  return next < request.tokens.size() ? best_match(cues, request.tokens[next], words) : 0;
}

struct Cue {
  double learned = 0;     // by the recipe's own phrases
  double after_stop = 0;  // the same, if the announcing word is a stop-word: "for", not "find"
  double general = 0;     // by the slot's type
  double score() const { return std::max(kLearnedCue * learned, kGeneralCue * general); }
};

// A word that recipes know is rather itself than a value, so what follows it announces nothing: "find files".
Cue find_cue(const Slot& slot, const std::map<std::string, Cues>& learned, const Span& span,
             const Request& request, const Words& words) {
  const bool plain = span.kind == Kind::Word && !is_unknown(span, request, words);
  const auto strength = [&](const Cues& cues) {
    const double left = left_cue(cues.left, slot, span, request, words);
    return plain ? left : std::max(left, right_cue(cues.right, span, request, words));
  };
  Cue cue;
  if (const auto own = learned.find(slot.name); own != learned.end()) {
    cue.learned = strength(own->second);
    const bool stop = span.first > 0 && request.tokens[span.first - 1].stop &&
                      !is_article(request.tokens[span.first - 1].lower);
    cue.after_stop = stop ? cue.learned : 0;
  }
  if (const auto general = words.cues.find(slot.type); general != words.cues.end())
    cue.general = strength(general->second);
  return cue;
}

// A run of plain words that starts with `span`, for slots of free text. A word of `after` ends it.
Span extended(const Span& span, const Stems& after, const Request& request, const Words& words) {
  Span run = span;
  for (std::size_t at = span.last + 1; at < request.tokens.size() && at < span.first + kLongestText; ++at) {
    const auto& token = request.tokens[at];
    if (token.form == Token::Form::Quoted || words.boundaries.contains(token.lower) ||
        best_match(after, token, words) > 0)
      break;
    const auto own = std::ranges::find(request.spans, at, &Span::first);
    if (own != request.spans.end() && own->is_strong() && own->kind != Kind::Identifier &&
        own->kind != Kind::Number)
      break;
    run.last = at;
    run.value += " " + token.text;
  }
  while (run.last > span.last && request.tokens[run.last].stop) {
    run.value.resize(run.value.size() - request.tokens[run.last].text.size() - 1);
    --run.last;
  }
  return run;
}

bool takes_files_or_text(SlotType type) {
  return type == SlotType::Text || type == SlotType::File || type == SlotType::Files ||
         type == SlotType::Dir || type == SlotType::Path || type == SlotType::Glob;
}

// "a symlink named current": whatever is named so.
bool is_named(const Span& span, const Request& request) {
  if (span.first == 0) return false;
  const auto& before = request.tokens[span.first - 1].lower;
  return before == "named" || before == "called";
}

// "the text nameserver": text is not what is looked for.
bool only_announces(const Span& span, const Request& request, const Words& words) {
  const auto next = span.last + 1;
  return next < request.tokens.size() && words.skipped_before_values.contains(lower_case(span.value)) &&
         !words.boundaries.contains(request.tokens[next].lower);
}

bool may_fill(const Span& span, const Recipe& recipe, const Slot& slot, const Cue& cue,
              const Request& request, const Words& words) {
  if (span.role == Span::Role::Output && slot.type == SlotType::Output) return true;
  if (span.is_strong() && (slot.type != SlotType::Text || span.kind == Kind::Quoted)) return true;
  if (span.kind == Kind::Place) return slot.type == SlotType::Dir || slot.type == SlotType::Path;
  if (span.kind != Kind::Word) return cue.score() > 0 || slot.type == SlotType::Delimiter;
  if (is_named(span, request) && cue.score() > 0) return true;
  if (words.never_values.contains(lower_case(span.value))) {
    return slot.type == SlotType::Text && cue.general > 0 && !only_announces(span, request, words);
  }
  if (is_unknown(span, request, words))
    return cue.score() > 0 || (slot.type == SlotType::Word && recipe.requires_slot(slot));
  if (takes_files_or_text(slot.type)) return cue.general > 0 || cue.after_stop > 0;
  return cue.score() >= kGeneralCue * kPadding;
}

class Filler {
 public:
  Filler(const Recipe& recipe, const std::map<std::string, Cues>& learned, const Request& request,
         const Words& words)
      : recipe_(recipe), learned_(learned), request_(request), words_(words) {}

  Filling fill(const std::set<std::string>& idle) {
    for (std::size_t slot = 0; slot < recipe_.slots.size(); ++slot) {
      if (idle.contains(recipe_.slots[slot].name)) continue;
      for (std::size_t span = 0; span < request_.spans.size(); ++span) consider(slot, span);
    }
    return take_best();
  }

 private:
  void consider(std::size_t slot_index, std::size_t span_index) {
    const Slot& slot = recipe_.slots[slot_index];
    Span span = request_.spans[span_index];
    const Cue cue = find_cue(slot, learned_, span, request_, words_);
    if (!may_fill(span, recipe_, slot, cue, request_, words_)) return;
    const bool text = slot.type == SlotType::Text &&
                      (span.kind == Kind::Word || span.kind == Kind::Identifier || span.kind == Kind::Number);
    if (text) span = extended(span, right_cues(slot), request_, words_);
    auto reading = read_as(span, slot, request_, words_);
    if (!reading) return;
    const double unknown = span.kind == Kind::Word && is_unknown(span, request_, words_) ? .2 : 0;
    if (text && span.last > span.first + 1)
      reading->fit -= kLongText * static_cast<double>(span.last - span.first - 1);
    const double fit =
        span.is_strong() ? std::min(1.0, reading->fit) : std::min(1.0, reading->fit + cue.score() + unknown);
    const double order =
        kOrder * (relative(slot_index, recipe_.slots.size()) - relative(span_index, request_.spans.size()));
    const double needed = recipe_.requires_slot(slot) ? .1 : 0;
    pairs_.push_back({slot_index,
                      {slot.name, std::move(reading->value), std::move(span), fit},
                      reading->fit + cue.score() + unknown + needed - std::abs(order)});
  }

  Stems right_cues(const Slot& slot) const {
    const auto own = learned_.find(slot.name);
    return own == learned_.end() ? Stems() : own->second.right;
  }

  static double relative(std::size_t index, std::size_t size) {
    return static_cast<double>(index) / static_cast<double>(size);
  }

  Filling take_best() {
    std::ranges::stable_sort(pairs_, std::greater(), &Pair::score);
    Filling filling;
    for (auto& pair : pairs_) {
      const bool taken = std::ranges::any_of(filling.slots, [&](const FilledSlot& other) {
        return other.name == pair.filled.name || other.span.overlaps(pair.filled.span);
      });
      if (!taken) filling.slots.push_back(std::move(pair.filled));
    }
    for (auto& filled : filling.slots) add_further(filled, filling);
    return filling;
  }

  // What is listed behind the value, if no other slot took it.
  void add_further(FilledSlot& filled, const Filling& filling) const {
    const Slot& slot = *recipe_.slot(filled.name);
    if (slot.type == SlotType::Login || slot.type == SlotType::RemotePath) add_user(filled);
    if (slot.join == Join::None) return;
    std::size_t last = filled.span.last;
    for (const auto& span : request_.spans) {
      if (span.first <= last || !(span.is_strong() || filled.span.kind == Kind::Word)) continue;
      if (!is_listed(last + 1, span.first)) break;
      const bool taken = std::ranges::any_of(
          filling.slots, [&](const FilledSlot& other) { return other.overlaps(span); });
      auto reading = read_as(span, slot, request_, words_);
      if (taken || !reading) break;
      filled.further.push_back({std::move(reading->value), span});
      last = span.last;
    }
  }

  // The user that the request names apart from the host is a part of the login.
  void add_user(FilledSlot& filled) const {
    const auto user = std::ranges::find(request_.spans, Span::Role::User, &Span::role);
    if (user != request_.spans.end() && filled.value.starts_with(user->value + "@"))
      filled.further.push_back({user->value, *user});
  }

  // Whether only words that hold a list together stand between the tokens.
  bool is_listed(std::size_t first, std::size_t end) const {
    constexpr std::array<std::string_view, 10> kLinks = {"and", "or", "the", "as", "well", "also", "plus", "both", "files", "file"};
    return end - first <= 3 && std::all_of(request_.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                                           request_.tokens.begin() + static_cast<std::ptrdiff_t>(end), [&](const Token& token) {
                                             return std::ranges::find(kLinks, token.lower) != kLinks.end();
                                           });
  }

  const Recipe& recipe_;
  const std::map<std::string, Cues>& learned_;
  const Request& request_;
  const Words& words_;
  std::vector<Pair> pairs_;
};

}  // namespace

const FilledSlot* Filling::find(std::string_view name) const {
  const auto found = std::ranges::find(slots, name, &FilledSlot::name);
  return found == slots.end() ? nullptr : &*found;
}

bool FilledSlot::takes(std::size_t token) const {
  return overlaps(Span{token, token});
}

bool FilledSlot::overlaps(const Span& other) const {
  return span.overlaps(other) ||
         std::ranges::any_of(further, [&](const FurtherValue& value) { return value.span.overlaps(other); });
}

bool Filling::takes(std::size_t token) const {
  return std::ranges::any_of(
      slots, [token](const FilledSlot& slot) { return slot.takes(token); });
}

Filling fill_slots(const Recipe& recipe, const std::map<std::string, Cues>& learned, const Request& request,
                   const Words& words, const std::set<std::string>& idle) {
  return Filler(recipe, learned, request, words).fill(idle);
}

}  // namespace assay::howto
