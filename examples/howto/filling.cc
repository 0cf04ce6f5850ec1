#include "filling.h"

#include <algorithm>
#include <array>

#include "cue.h"
#include "lexeme.h"
#include "reading.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;

constexpr double kOrder = .04;
constexpr double kPhraseOrder = .7;  // of the places in one phrase
constexpr double kRecipeOrder = .2;  // …and among all its slots
constexpr std::size_t kLongestText = 6;
constexpr double kLongText = .1;  // taken from the fit by each word over two that nobody quoted

struct Pair {
  std::size_t slot = 0;
  FilledSlot filled;
  double score = 0;
};

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
  const auto lower = lower_case(span.value);
  if (lower.ends_with("ing") || (lower.ends_with("ed") && !is_unknown(span, request, words))) return false;
  if (slot.type == SlotType::Glob && !is_unknown(span, request, words)) return false;
  if (is_unknown(span, request, words))
    return cue.score() > 0 || (slot.type == SlotType::Word && recipe.requires_slot(slot));
  if (takes_files_or_text(slot.type)) return cue.general > 0 || cue.after_stop > 0;
  return cue.is_announced();
}

class Filler {
 public:
  Filler(const Recipe& recipe, const Lesson& lesson, const Request& request, const Words& words)
      : recipe_(recipe), lesson_(lesson), request_(request), words_(words) {}

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
    if (names_tool(span) && !is_program(slot)) return;
    const Cue cue = find_cue(slot, lesson_, span, request_, words_);
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
    const auto own = lesson_.cues.find(slot.name);
    return own == lesson_.cues.end() ? Stems() : own->second.right;
  }

  bool names_tool(const Span& span) const {
    return std::ranges::any_of(request_.tools,
                               [&](std::size_t at) { return span.first <= at && at <= span.last; });
  }

  static bool is_program(const Slot& slot) {
    return slot.type == SlotType::Text || slot.name == "program" || slot.name == "package" ||
           slot.name == "process" || slot.name == "service";
  }

  static double relative(std::size_t index, std::size_t size) {
    return static_cast<double>(index) / static_cast<double>(size);
  }

  Filling take_best() {
    std::ranges::stable_sort(pairs_, std::greater(), &Pair::score);
    std::vector<const Pair*> taken;
    for (const auto& pair : pairs_) {
      const bool clashes = std::ranges::any_of(taken, [&](const Pair* other) {
        return other->filled.name == pair.filled.name || other->filled.span.overlaps(pair.filled.span);
      });
      if (!clashes) taken.push_back(&pair);
    }
    put_in_order(taken);
    Filling filling;
    for (const auto* pair : taken) filling.slots.push_back(pair->filled);
    for (auto& filled : filling.slots) add_further(filled, filling);
    imply_delimiter(filling);
    return filling;
  }

  // Two values of a type are in the order of their slots, unless the words beside them say otherwise.
  void put_in_order(std::vector<const Pair*>& taken) const {
    for (auto& one : taken) {
      for (auto& other : taken) {
        if (place(*one) >= place(*other) || one->filled.span.first < other->filled.span.first) continue;
        if (recipe_.slots[one->slot].type != recipe_.slots[other->slot].type) continue;
        const auto* first = pair_of(one->slot, other->filled.span);
        const auto* second = pair_of(other->slot, one->filled.span);
        if (first == nullptr || second == nullptr) continue;
        const double bonus = lesson_.order.empty() ? kRecipeOrder : kPhraseOrder;
        if (first->score + second->score + bonus < one->score + other->score) continue;
        one = first;
        other = second;
      }
    }
  }

  // Where the slot stands in the phrase that is meant, or else in the recipe.
  std::size_t place(const Pair& pair) const {
    const auto named = std::ranges::find(lesson_.order, pair.filled.name);
    const auto index = static_cast<std::size_t>(named - lesson_.order.begin());
    return named != lesson_.order.end() ? index : lesson_.order.size() + pair.slot;
  }

  const Pair* pair_of(std::size_t slot, const Span& span) const {
    const auto found = std::ranges::find_if(
        pairs_, [&](const Pair& pair) { return pair.slot == slot && pair.filled.span.first == span.first; });
    return found == pairs_.end() ? nullptr : &*found;
  }

  // What is listed behind the value, if no other slot took it.
  void add_further(FilledSlot& filled, const Filling& filling) const {
    const Slot& slot = *recipe_.slot(filled.name);
    if (slot.type == SlotType::Login || slot.type == SlotType::RemotePath) add_user(filled);
    if (slot.join == Join::None) return;
    std::size_t last = filled.span.last;
    for (const auto& span : request_.spans) {
      if (span.first <= last || !(span.is_strong() || span.kind == filled.span.kind)) continue;
      if (!is_listed(last + 1, span.first)) break;
      const bool taken =
          std::ranges::any_of(filling.slots, [&](const FilledSlot& other) { return other.overlaps(span); });
      auto reading = read_as(span, slot, request_, words_);
      if (taken || !reading) break;
      filled.further.push_back({std::move(reading->value), span});
      last = span.last;
    }
  }

  // The columns of a.csv are separated by commas without anybody saying so.
  void imply_delimiter(Filling& filling) const {
    const auto slot = std::ranges::find(recipe_.slots, SlotType::Delimiter, &Slot::type);
    if (slot == recipe_.slots.end() || filling.find(slot->name) != nullptr) return;
    for (const auto& span : request_.spans) {
      if (span.kind != Kind::FileName && span.kind != Kind::Path && span.kind != Kind::Glob) continue;
      const auto ending = words_.separators.find(span.value.substr(span.value.find_last_of("./") + 1));
      if (ending == words_.separators.end()) continue;
      const auto end = request_.tokens.size();
      filling.slots.push_back(
          {slot->name, ending->second, Span{end, end, Kind::Delimiter, ending->second}, 1, {}});
      return;
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
    constexpr std::array<std::string_view, 10> kLinks = {"and",  "or",   "the",  "as",    "well",
                                                         "also", "plus", "both", "files", "file"};
    return end - first <= 3 &&
           std::all_of(request_.tokens.begin() + static_cast<std::ptrdiff_t>(first),
                       request_.tokens.begin() + static_cast<std::ptrdiff_t>(end), [&](const Token& token) {
                         return std::ranges::find(kLinks, token.lower) != kLinks.end();
                       });
  }

  const Recipe& recipe_;
  const Lesson& lesson_;
  const Request& request_;
  const Words& words_;
  std::vector<Pair> pairs_;
};

}  // namespace

const FilledSlot* Filling::find(std::string_view name) const {
  const auto found = std::ranges::find(slots, name, &FilledSlot::name);
  return found == slots.end() ? nullptr : &*found;
}

bool FilledSlot::takes(std::size_t token) const { return overlaps(Span{token, token}); }

bool FilledSlot::overlaps(const Span& other) const {
  return span.overlaps(other) ||
         std::ranges::any_of(further, [&](const FurtherValue& value) { return value.span.overlaps(other); });
}

bool Filling::takes(std::size_t token) const {
  return std::ranges::any_of(slots, [token](const FilledSlot& slot) { return slot.takes(token); });
}

Filling fill_slots(const Recipe& recipe, const Lesson& lesson, const Request& request, const Words& words,
                   const std::set<std::string>& idle) {
  return Filler(recipe, lesson, request, words).fill(idle);
}

}  // namespace assay::howto
