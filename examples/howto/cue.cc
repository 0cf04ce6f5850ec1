#include "cue.h"

#include <algorithm>

#include "phrase.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;

constexpr double kLearnedCue = .5;
constexpr double kGeneralCue = .25;
constexpr double kPadding = .7;      // of a cue that names the value's kind only: "the file x"
constexpr double kOwnName = 1.2;     // of the slot's own name: "user bob"
constexpr double kOtherPhrase = .6;  // of a cue that only another phrase teaches

bool in_capitals(const Token& token, const Words& words) {
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  return token.text.size() > 1 && std::ranges::none_of(token.text, is_small) &&
         std::ranges::any_of(token.text, is_capital) && !words.acronyms.contains(token.lower);
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

}  // namespace

double Cue::score() const { return std::max(kLearnedCue * learned, kGeneralCue * general); }

bool Cue::is_announced() const { return score() >= kGeneralCue * kPadding; }

double best_match(const Stems& cues, const Token& token, const Words& words) {
  double best = 0;
  for (const auto& stem : token.stems) best = std::max(best, words.similarity(stem, cues));
  return best;
}

bool is_unknown(const Span& span, const Request& request, const Words& words) {
  for (std::size_t at = span.first; at <= span.last; ++at) {
    const auto& token = request.tokens[at];
    if (in_capitals(token, words)) continue;
    if (std::ranges::any_of(token.stems, [&](const auto& stem) { return words.knows(stem); })) return false;
  }
  return true;
}

// A word that recipes know is rather itself than a value, so what follows it announces nothing: "find files".
Cue find_cue(const Slot& slot, const Lesson& lesson, const Span& span, const Request& request,
             const Words& words) {
  const bool plain = span.kind == Kind::Word && !is_unknown(span, request, words);
  const auto strength = [&](const Cues& cues) {
    const double left = left_cue(cues.left, slot, span, request, words);
    return plain ? left : std::max(left, right_cue(cues.right, span, request, words));
  };
  Cue cue;
  const auto own = lesson.cues.find(slot.name);
  const auto any = lesson.all_cues.find(slot.name);
  if (own != lesson.cues.end()) cue.learned = strength(own->second);
  if (any != lesson.all_cues.end()) cue.learned = std::max(cue.learned, kOtherPhrase * strength(any->second));
  if (cue.learned > 0) {
    const bool stop = span.first > 0 && request.tokens[span.first - 1].stop &&
                      !is_article(request.tokens[span.first - 1].lower);
    cue.after_stop = stop ? cue.learned : 0;
  }
  if (const auto general = words.cues.find(slot.type); general != words.cues.end())
    cue.general = strength(general->second);
  return cue;
}

}  // namespace assay::howto
