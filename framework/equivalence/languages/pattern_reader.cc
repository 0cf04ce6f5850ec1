// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "languages/characters.h"
#include "languages/pattern_tree.h"

namespace assay::equivalence {
namespace {

bool is_special_char(char c) { return std::string_view("\\.[]*^$+?{}()|").find(c) != std::string_view::npos; }

bool is_class_name(std::string_view name) {
  constexpr std::string_view kNames[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                         "lower", "print", "punct", "space", "upper", "xdigit"};
  return std::ranges::find(kNames, name) != std::end(kNames);
}

// [:space:] in single brackets is an error.
bool looks_like_class(std::string_view members) {
  if (members.starts_with('^')) members.remove_prefix(1);
  return members.size() > 1 && members.front() == members.back() &&
         std::string_view(":.=").find(members.front()) != std::string_view::npos;
}

// A bracket expression, in one spelling if it is simple. None if it is not closed.
class Bracket {
 public:
  Bracket(std::string_view text, std::size_t& at) : text_(text), at_(at) {}

  std::optional<std::string> read() {
    const std::size_t begin = at_;
    if (peek() == '^') {
      negated_ = true;
      ++at_;
    }
    bool first = true;
    for (; at_ < text_.size() && (text_[at_] != ']' || first); first = false) {
      if (!read_member()) return std::nullopt;
    }
    if (at_ == text_.size() || looks_like_class(text_.substr(begin, at_ - begin))) return std::nullopt;
    ++at_;
    if (simple_) return print();
    const std::string_view written = text_.substr(begin, at_ - begin);
    return "[" + std::string(known_class(written));
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool read_member() {
    const char c = text_[at_++];
    if (c == '[' && (peek() == ':' || peek() == '.' || peek() == '=')) {
      const char end[] = {peek(), ']'};
      const std::size_t close = text_.find(std::string_view(end, 2), at_ + 1);
      if (close == std::string_view::npos || end[0] != ':') return false;
      if (!is_class_name(text_.substr(at_ + 1, close - at_ - 1))) return false;
      at_ = close + 2;
      simple_ = false;
      return true;
    }
    if (c == '-' || c == '[' || c == '\\' || static_cast<unsigned char>(c) >= 0x80 || c == '\n')
      simple_ = false;
    members_ += c;
    return c != '\n';
  }

  std::string print() {
    std::ranges::sort(members_);
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    if (members_.size() == 1 && !negated_) return literal_atom(members_[0]);
    // "]" must come first, "^" must not.
    std::string tail;
    if (std::erase(members_, '^') > 0) tail = "^";
    if (std::erase(members_, ']') > 0) members_.insert(members_.begin(), ']');
    if (members_.empty() && !negated_) return "\\^";
    return std::string(negated_ ? "[^" : "[") + members_ + tail + "]";
  }

  // Not so for the opposite: of the digits that only some locales know, GNU grep finds ² by [^[:digit:]] and
  // not by [^0-9].
  static std::string_view known_class(std::string_view written) {
    return written == "[:digit:]]" ? "0-9]" : written;
  }

  std::string_view text_;
  std::size_t& at_;
  std::string members_;
  bool negated_ = false;
  bool simple_ = true;
};

class PatternReader {
 public:
  PatternReader(std::string_view text, RegexDialect dialect, LetterCase letters)
      : text_(text), extended_(dialect == RegexDialect::extended), letters_(letters) {}

  std::optional<PatternAlternatives> read() {
    PatternAlternatives all;
    if (!read_alternation(all, 0) || at_ != text_.size()) return std::nullopt;
    return all;
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool is_at(char mark) const { return extended_ ? peek() == mark : peek() == '\\' && peek(1) == mark; }
  void skip_mark() { at_ += extended_ ? 1 : 2; }

  bool read_alternation(PatternAlternatives& all, int depth) {
    if (depth > 50) return false;
    for (;;) {
      if (!read_branch(all.emplace_back(), depth)) return false;
      if (at_ == text_.size() || !is_at('|')) return true;
      skip_mark();
    }
  }

  bool read_branch(PatternBranch& branch, int depth) {
    while (at_ < text_.size() && !is_at('|') && !(depth > 0 && is_at(')'))) {
      if (!read_item(branch, depth)) return false;
    }
    return true;
  }

  bool read_item(PatternBranch& branch, int depth) {
    PatternItem item;
    if (is_at('(')) {
      skip_mark();
      if (!read_alternation(item.group, depth + 1) || at_ == text_.size() || !is_at(')')) return false;
      skip_mark();
    } else if (!read_atom(item, branch)) {
      return false;
    }
    if (!read_repetition(item)) return false;
    branch.push_back(std::move(item));
    return true;
  }

  bool read_atom(PatternItem& item, const PatternBranch& before) {
    const char c = peek();
    if (c == '\\') return read_escape(item);
    ++at_;
    if (c == '[') {
      const auto bracket = Bracket(text_, at_).read();
      if (bracket) item.atom = *bracket;
      return bracket.has_value();
    }
    if (c == '.') {
      item.atom = ".";
      return true;
    }
    if (c == '^' || c == '$') return read_anchor(item, c, before);
    if (c == '*') {
      item.atom = "\\*";
      return !extended_ && before.empty();
    }
    if (extended_ && std::string_view("+?{()|").find(c) != std::string_view::npos) return false;
    return read_character(item, c);
  }

  bool read_anchor(PatternItem& item, char c, const PatternBranch& before) {
    const bool at_start = before.empty();
    const bool at_end = at_ == text_.size() || is_at('|') || is_at(')');
    const bool anchors = extended_ || (c == '^' ? at_start : at_end);
    item.atom = anchors ? std::string(1, c) : literal_atom(c);
    item.is_anchor = anchors;
    return true;
  }

  // A multi-byte character is one atom.
  bool read_character(PatternItem& item, char c) {
    item.atom = literal_atom(
        letters_ == LetterCase::folded && c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
    if (static_cast<unsigned char>(c) < 0x80) return true;
    while (static_cast<unsigned char>(peek()) >= 0x80 && static_cast<unsigned char>(peek()) < 0xC0)
      item.atom += text_[at_++];
    return true;
  }

  bool read_escape(PatternItem& item) {
    const char c = peek(1);
    if (at_ + 1 >= text_.size()) return false;
    at_ += 2;
    if (std::string_view("<>bB`'").find(c) != std::string_view::npos) {
      item.atom = std::string("\\") + c;
      item.is_anchor = true;
      return true;
    }
    switch (c) {
      case 'w':
        item.atom = "[_[:alnum:]]";
        return true;
      case 'W':
        item.atom = "[^_[:alnum:]]";
        return true;
      case 's':
        item.atom = "[[:space:]]";
        return true;
      case 'S':
        item.atom = "[^[:space:]]";
        return true;
      default:
        break;
    }
    if (is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80 || c == '\n') return false;
    const bool is_operator = std::string_view("+?{}()|").find(c) != std::string_view::npos;
    if (!extended_ && is_operator) return false;
    item.atom = literal_atom(c);
    return true;
  }

  bool read_repetition(PatternItem& item) {
    if (!read_one_repetition(item)) return false;
    const std::size_t before = at_;
    PatternItem second;
    return read_one_repetition(second) && at_ == before;  // no operator on an operator
  }

  bool read_one_repetition(PatternItem& item) {
    if (peek() == '*' && at_ < text_.size()) {
      ++at_;
      return set(item, 0, kUnbounded);
    }
    if (at_ < text_.size() && is_at('+')) {
      skip_mark();
      return set(item, 1, kUnbounded);
    }
    if (at_ < text_.size() && is_at('?')) {
      skip_mark();
      return set(item, 0, 1);
    }
    if (at_ < text_.size() && is_at('{')) return read_interval(item);
    return true;
  }

  static bool set(PatternItem& item, int least, int most) {
    item.least = least;
    item.most = most;
    return !item.is_anchor;
  }

  std::optional<int> read_number() {
    if (!is_digit(peek())) return std::nullopt;
    int number = 0;
    while (is_digit(peek()) && number < 1000) number = number * 10 + (text_[at_++] - '0');
    return number;
  }

  bool read_interval(PatternItem& item) {
    skip_mark();
    const auto least = read_number();
    auto most = least;
    if (peek() == ',') {
      ++at_;
      most = read_number();
      if (!most) most = kUnbounded;
    } else if (!least) {
      return false;
    }
    if (at_ >= text_.size() || !is_at('}')) return false;
    skip_mark();
    const int low = least.value_or(0);
    if (*most == 0) return false;  // would drop an atom that may be refused
    if (*most > 255 || low > 255 || (*most != kUnbounded && *most < low)) return false;
    return set(item, low, *most);
  }

  std::string_view text_;
  bool extended_;
  LetterCase letters_;
  std::size_t at_ = 0;
};

}  // namespace

std::string literal_atom(char c) { return is_special_char(c) ? std::string("\\") + c : std::string(1, c); }

std::optional<PatternAlternatives> read_pattern(std::string_view line, RegexDialect dialect,
                                                LetterCase letters) {
  return PatternReader(line, dialect, letters).read();
}

}  // namespace assay::equivalence
