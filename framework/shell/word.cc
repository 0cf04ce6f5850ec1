// SPDX-License-Identifier: Apache-2.0
// Splits words into pieces: quote removal, and which characters stay active.
#include "assay/internal/word.h"

#include <algorithm>

#include "brace.h"
#include "characters.h"

namespace assay::shell {
namespace {

void append_quoted_parts(Pieces& out, const std::vector<Segment>& parts) {
  if (parts.empty()) out.push_back(Literal{"", true});
  for (const Segment& part : parts) {
    if (const Text* text = std::get_if<Text>(&part.node))
      out.push_back(Literal{text->text, true});
    else if (const auto* quoted = std::get_if<DoubleQuoted>(&part.node))
      append_quoted_parts(out, quoted->parts);
    else
      out.push_back(Expansion{part, true});
  }
}

void append_segment(Pieces& out, const Segment& segment) {
  if (const Text* text = std::get_if<Text>(&segment.node))
    out.push_back(Literal{text->text, text->quoting != Quoting::none});
  else if (const auto* quoted = std::get_if<DoubleQuoted>(&segment.node))
    append_quoted_parts(out, quoted->parts);
  else
    out.push_back(Expansion{segment, false});
}

// Reads units from left to right.
class Analyser {
 public:
  Analyser(const Units& units, Place place) : units_(units), place_(place) {}

  Pieces analyse() {
    bool tilde_here = true;
    bool value_begun = place_ == Place::assignment;
    while (at_ < units_.size()) {
      if (tilde_here && take_tilde(value_begun)) {
        tilde_here = false;
        continue;
      }
      const Unit unit = units_[at_];
      if (!value_begun && unit.is('=') && spells_name())
        value_begun = tilde_here = true;
      else
        tilde_here = value_begun && unit.is(':');
      take_unit(unit);
    }
    return std::move(out_);
  }

 private:
  // Whether NAME or NAME+ precedes.
  bool spells_name() const {
    std::string text;
    for (std::size_t i = 0; i < at_; ++i) {
      if (units_[i].segment) return false;
      text += units_[i].c;
    }
    if (text.ends_with('+')) text.pop_back();
    return is_name(text);
  }

  // Takes a tilde and the text up to a slash, unless any of it is quoted.
  bool take_tilde(bool in_value) {
    if (!units_[at_].is('~')) return false;
    std::string user;
    std::size_t end = at_ + 1;
    for (; end < units_.size() && !units_[end].is('/') && !(in_value && units_[end].is(':')); ++end) {
      if (units_[end].segment) return false;
      user += units_[end].c;
    }
    out_.push_back(Tilde{std::move(user)});
    at_ = end;
    return true;
  }

  void take_unit(Unit unit) {
    if (unit.segment) {
      append_segment(out_, *unit.segment);
      ++at_;
      return;
    }
    const bool globs = place_ == Place::argument || place_ == Place::pattern;
    if (globs && (unit.c == '*' || unit.c == '?' || at_ == bracket_end_)) {
      out_.push_back(Glob{std::string(1, unit.c)});
    } else if (globs && unit.c == '[' && !is_in_brackets() && take_brackets()) {
      return;
    } else if (unit.is('$') && is_in_brackets()) {
      out_.push_back(
          Literal{"$", true});  // begins no expansion, and must not begin one when printed before other text
    } else {
      append(unit.c);
    }
    ++at_;
  }

  void append(char c) {
    Literal* last = out_.empty() ? nullptr : std::get_if<Literal>(&out_.back());
    if (!last || last->quoted) last = &std::get<Literal>(out_.emplace_back(Literal{}));
    last->text += c;
  }

  // [abc], [!a-z], []x], [[:digit:]]. False if no bracket closes it.
  bool take_brackets() {
    if (!bracket_ends_) bracket_ends_.emplace(units_);
    std::size_t begin = past_nothing(at_ + 1);
    if (is_at(begin, '!') || is_at(begin, '^')) begin = past_nothing(begin + 1);
    if (is_at(begin, ']')) ++begin;
    const std::size_t end = bracket_ends_->end_from(begin);
    if (end == BracketEnds::kNowhere) return false;
    if (bracket_ends_->expands(at_ + 1, end)) {
      bracket_end_ = end;
      out_.push_back(Glob{"["});
      ++at_;
      return true;
    }
    out_.push_back(Glob{bracket_pattern(end)});
    at_ = end + 1;
    return true;
  }

  // Empty quotes disappear before the pattern is read: [""] is [].
  std::size_t past_nothing(std::size_t index) const {
    while (index < units_.size() && units_[index].segment && static_text(*units_[index].segment) == "")
      ++index;
    return index;
  }

  // A bracket within brackets is text.
  bool is_in_brackets() const { return bracket_end_ != BracketEnds::kNowhere && at_ < bracket_end_; }

  bool is_at(std::size_t index, char c) const { return index < units_.size() && units_[index].is(c); }

  std::string bracket_pattern(std::size_t close) const {
    std::string out;
    for (std::size_t i = at_; i <= close; ++i) {
      if (!units_[i].segment) {
        if (units_[i].is('$'))
          out += '\\';  // otherwise it would begin an expansion before quoted text after it
        out += units_[i].c;
        continue;
      }
      const std::string quoted = static_text(*units_[i].segment).value_or("");
      for (const char c : quoted) {
        if (!is(c, kNameRest)) out += '\\';
        out += c;
      }
    }
    return out;
  }

  const Units& units_;
  Place place_;
  std::size_t at_ = 0;
  std::optional<BracketEnds> bracket_ends_;
  std::size_t bracket_end_ = BracketEnds::kNowhere;  // of the last brackets that contain an expansion
  Pieces out_;
};

Word word_from(const Units& units) {
  Word word;
  for (const Unit& unit : units) {
    if (unit.segment) {
      word.segments.push_back(*unit.segment);
      continue;
    }
    Text* last = word.segments.empty() ? nullptr : std::get_if<Text>(&word.segments.back().node);
    if (!last || last->quoting != Quoting::none)
      last = &std::get<Text>(word.segments.emplace_back(Segment{Text{}, {}}).node);
    last->text += unit.c;
  }
  return word;
}

// The text of a word that has no special meaning in any place: true of most words, and quick to check.
const std::string* plain_text(const Word& word) {
  if (word.segments.size() != 1) return nullptr;
  const auto* text = std::get_if<Text>(&word.segments[0].node);
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.' || c == '/';
  };
  const bool plain = text && text->quoting == Quoting::none && !text->text.empty() &&
                     std::ranges::all_of(text->text, is_plain);
  return plain ? &text->text : nullptr;
}

}  // namespace

bool Brace::operator==(const Brace& other) const {
  return words == other.words && (!words.empty() || source == other.source);
}

std::optional<std::string> static_text(const Segment& segment) {
  if (const Text* text = std::get_if<Text>(&segment.node)) return text->text;
  const auto* quoted = std::get_if<DoubleQuoted>(&segment.node);
  if (!quoted) return std::nullopt;
  std::string out;
  for (const Segment& part : quoted->parts) {
    const auto text = static_text(part);
    if (!text) return std::nullopt;
    out += *text;
  }
  return out;
}

Pieces pieces_of(const Word& word, Place place) {
  if (const std::string* text = plain_text(word)) {
    Pieces pieces;
    pieces.emplace_back(Literal{*text});  // an initialiser list would copy it once more
    return pieces;
  }
  const Units units = units_of(word);
  constexpr std::size_t kMostWords = 1000;
  std::vector<Units> expanded;
  const Braces braces = place == Place::argument ? expand_braces(units, kMostWords, expanded) : Braces::none;
  if (braces == Braces::none) return Analyser(units, place).analyse();
  Brace brace;
  brace.source = word;
  if (braces == Braces::expanded) {
    for (const Units& one : expanded)
      if (!one.empty()) brace.words.push_back(Analyser(one, place).analyse());
  }
  return {std::move(brace)};
}

std::optional<std::vector<Word>> expand_braces(const Word& word, std::size_t limit) {
  std::vector<Units> expanded;
  switch (expand_braces(units_of(word), limit, expanded)) {
    case Braces::refused: return std::nullopt;
    case Braces::none: return std::vector<Word>{word};
    case Braces::expanded: break;
  }
  std::vector<Word> words;
  for (const Units& units : expanded)
    if (!units.empty()) words.push_back(word_from(units));
  return words;
}

std::optional<std::string> literal_value(const Word& word, Place place) {
  if (const std::string* text = plain_text(word)) return *text;
  std::string out;
  for (const Piece& piece : pieces_of(word, place)) {
    const Literal* literal = std::get_if<Literal>(&piece);
    if (!literal) return std::nullopt;
    out += literal->text;
  }
  return out;
}

}  // namespace assay::shell
