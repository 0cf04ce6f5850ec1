// SPDX-License-Identifier: Apache-2.0
// Follows bash's behaviour rather than its manual: `{a},b}` is `a}` and `b`; `{a..{b,c}}` is `a..b` and
// `a..c`; `{}` at the beginning of a word is nothing special; an invalid sequence keeps its braces.
#include "brace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/word.h"
#include "characters.h"

namespace assay::shell {
namespace {

constexpr std::string_view kClassKinds = ":.=";

std::size_t class_kind_of(const Unit& unit) {
  return unit.segment ? kClassKinds.size() : std::min(kClassKinds.find(unit.c), kClassKinds.size());
}

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr int kMaxDepth = 50;

struct Range {
  std::size_t begin;
  std::size_t end;
};

struct Term {
  bool number = false;
  bool padded = false;
  long value = 0;
  std::size_t width = 0;
};

std::optional<long> number_of(std::string_view text) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  long value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = !text.empty() && end.ec == std::errc() && end.ptr == text.data() + text.size();
  constexpr long kMost = 1L << 40;
  return whole && value < kMost && value > -kMost ? std::optional(value) : std::nullopt;
}

std::optional<Term> term_of(std::string_view text) {
  if (const auto value = number_of(text)) {
    const bool negative = text[0] == '-';
    const std::size_t sign = negative || text[0] == '+' ? 1 : 0;
    return Term{true, text.size() > sign + 1 && text[sign] == '0', *value, text.size()};
  }
  const bool letter = text.size() == 1 && is(text[0], kNameStart) && text[0] != '_';
  return letter ? std::optional(Term{false, false, text[0], 1}) : std::nullopt;
}

std::string padded(long value, std::size_t width) {
  std::string digits = std::to_string(value < 0 ? -value : value);
  const std::size_t sign = value < 0 ? 1 : 0;
  if (digits.size() + sign < width) digits.insert(0, width - sign - digits.size(), '0');
  return (value < 0 ? "-" : "") + digits;
}

// The text between the braces, if it is a sequence.
struct Sequence {
  long from = 0;
  long to = 0;
  long step = 1;
  bool number = false;
  bool doubtful = false;
  std::size_t width = 0;  // 0: no padding
};

std::optional<Sequence> sequence_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  std::string_view right = text.substr(dots + 2);
  long step = 1;
  if (const std::size_t more = right.find(".."); more != std::string_view::npos) {
    const auto number = number_of(right.substr(more + 2));
    if (!number) return std::nullopt;
    step = *number == 0 ? 1 : *number;
    right = right.substr(0, more);
  }
  const auto from = term_of(text.substr(0, dots));
  const auto to = term_of(right);
  if (!from || !to || from->number != to->number) return std::nullopt;
  Sequence out{from->value, to->value, step < 0 ? -step : step, from->number};
  if (from->padded || to->padded) out.width = std::max(from->width, to->width);
  // Characters between Z and a would be special to the shell again.
  out.doubtful = !out.number && (from->value < 'a') != (to->value < 'a');
  return out;
}

class Expander {
 public:
  explicit Expander(std::size_t limit) : limit_(limit) {}

  bool refused() const { return refused_; }
  bool found() const { return found_; }

  std::vector<Units> expand(const Units& text, int depth) {
    std::size_t close = kNowhere;
    const std::size_t open = find_open(text, close);
    if (open == kNowhere || refused_) return {text};
    if (depth > kMaxDepth) return refuse(text);
    std::vector<Units> inside = expand_inside(text, {open + 1, close}, depth);
    const Units before(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(open));
    const Units after(text.begin() + static_cast<std::ptrdiff_t>(close) + 1, text.end());
    const std::vector<Units> tails = after.empty() ? std::vector<Units>(1) : expand(after, depth + 1);
    if (inside.size() > limit_ / std::max<std::size_t>(tails.size(), 1)) return refuse(text);
    std::vector<Units> out;
    for (const Units& middle : inside) {
      for (const Units& tail : tails) {
        Units& word = out.emplace_back(before);
        word.insert(word.end(), middle.begin(), middle.end());
        word.insert(word.end(), tail.begin(), tail.end());
      }
    }
    return out;
  }

 private:
  std::vector<Units> refuse(const Units& text) {
    refused_ = true;
    return {text};
  }

  // The first brace that has a partner.
  std::size_t find_open(const Units& text, std::size_t& close) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (!text[i].is('{')) continue;
      const bool bare_pair = i == 0 && text.size() > 1 && text[1].is('}');
      if (bare_pair) continue;
      close = find_close(text, i + 1);
      if (close != kNowhere) return i;
      if (++failures_ > kMaxFailures) return refused_ = true, kNowhere;
    }
    return kNowhere;
  }

  // A closing brace counts only after a comma or `..` outside inner braces.
  static std::size_t find_close(const Units& text, std::size_t begin) {
    std::size_t level = 0;
    bool separated = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
      if (text[i].is('}') && level == 0 && separated) return i;
      if (text[i].is('{')) {
        ++level;
      } else if (text[i].is('}')) {
        if (level > 0) --level;
      } else if (level == 0) {
        const bool dots =
            i + 2 < text.size() && text[i].is('.') && text[i + 1].is('.') && !text[i + 2].is('}');
        separated |= text[i].is(',') || dots;
      }
    }
    return kNowhere;
  }

  std::vector<Units> expand_inside(const Units& text, Range range, int depth) {
    const auto at = [&](std::size_t i) { return text.begin() + static_cast<std::ptrdiff_t>(i); };
    const bool listed =
        std::any_of(at(range.begin), at(range.end), [](const Unit& unit) { return unit.is(','); });
    if (!listed) return expand_sequence(Units(at(range.begin) - 1, at(range.end) + 1));
    found_ = true;
    std::vector<Units> out;
    std::size_t level = 0;
    std::size_t begin = range.begin;
    for (std::size_t i = range.begin; i <= range.end; ++i) {
      if (i < range.end && text[i].is('{')) ++level;
      if (i < range.end && text[i].is('}') && level > 0) --level;
      if (i < range.end && (level > 0 || !text[i].is(','))) continue;
      for (Units& word : expand(Units(at(begin), at(i)), depth + 1)) out.push_back(std::move(word));
      if (out.size() > limit_) return refuse(text);
      begin = i + 1;
    }
    return out;
  }

  // `text` includes its braces.
  std::vector<Units> expand_sequence(const Units& text) {
    std::string spelling;
    for (const Unit& unit : text) {
      // A quote within a sequence: bash may read it as part of a term.
      if (unit.segment) return refuse(text);
      spelling += unit.c;
    }
    const auto sequence = sequence_of(std::string_view(spelling).substr(1, spelling.size() - 2));
    if (!sequence) return {text};
    const long distance =
        sequence->to > sequence->from ? sequence->to - sequence->from : sequence->from - sequence->to;
    const auto count = static_cast<std::size_t>(distance / sequence->step) + 1;
    if (sequence->doubtful || count > limit_) return refuse(text);
    found_ = true;
    std::vector<Units> out;
    const long step = sequence->to >= sequence->from ? sequence->step : -sequence->step;
    long value = sequence->from;
    for (std::size_t i = 0; i < count; ++i, value += step) {
      Units& word = out.emplace_back();
      const std::string term =
          sequence->number ? padded(value, sequence->width) : std::string(1, static_cast<char>(value));
      for (const char c : term) word.push_back({c, nullptr});
    }
    return out;
  }

  static constexpr std::size_t kMaxFailures = 1000;
  std::size_t limit_;
  std::size_t failures_ = 0;
  bool refused_ = false;
  bool found_ = false;
};

// Braces are expanded before everything else: $x{a,b} is $xa $xb, {$,x}y is $y.
bool joins_expansion(const Units& word) {
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at].is('$')) return true;
    const auto* parameter =
        word[at].segment ? std::get_if<Boxed<Parameter>>(&word[at].segment->node) : nullptr;
    const bool goes_on = at + 1 < word.size() && !word[at + 1].segment && is(word[at + 1].c, kNameRest);
    if (parameter && (*parameter)->open && goes_on) return true;
  }
  return false;
}

}  // namespace

BracketEnds::BracketEnds(const Units& units)
    : ends_(units.size() + 1, kNowhere), expanding_(units.size() + 1) {
  // Ends of classes by kind: from this position on, and after it.
  std::array<std::size_t, kClassKinds.size()> nearest{}, next{};
  nearest.fill(kNowhere);
  next = nearest;
  for (std::size_t at = units.size(); at-- > 0;) {
    const Unit& unit = units[at];
    expanding_[at] = expanding_[at + 1] + (unit.segment && !static_text(*unit.segment) ? 1 : 0);
    const std::size_t kind = at + 1 < units.size() ? class_kind_of(units[at + 1]) : kClassKinds.size();
    const bool opens_class = unit.is('[') && kind < kClassKinds.size() && next[kind] != kNowhere;
    ends_[at] = unit.is(']') ? at : ends_[opens_class ? next[kind] + 2 : at + 1];
    next = nearest;
    const bool ends_class = at + 1 < units.size() && units[at + 1].is(']');
    if (const std::size_t own = class_kind_of(unit); ends_class && own < kClassKinds.size())
      nearest[own] = at;
  }
}

Units units_of(const Word& word) {
  Units out;
  for (const Segment& segment : word.segments) {
    const Text* text = std::get_if<Text>(&segment.node);
    if (!text || text->quoting != Quoting::none) {
      out.push_back({'\0', &segment});
      continue;
    }
    for (const char c : text->text) out.push_back({c, nullptr});
  }
  return out;
}

Braces expand_braces(const Units& units, std::size_t limit, std::vector<Units>& words) {
  const bool possible =
      std::any_of(units.begin(), units.end(), [](const Unit& unit) { return unit.is('{'); });
  if (!possible) return Braces::none;
  Expander expander(limit);
  words = expander.expand(units, 0);
  if (expander.refused()) return Braces::refused;
  if (!expander.found()) return Braces::none;
  return std::ranges::any_of(words, joins_expansion) ? Braces::refused : Braces::expanded;
}

}  // namespace assay::shell
