// SPDX-License-Identifier: Apache-2.0
#include "languages/pattern.h"

#include <algorithm>
#include <iterator>

#include "assay/internal/text.h"
#include "languages/characters.h"

namespace assay::equivalence {
namespace {

// The tree of a regular expression while it is being read.

constexpr int kUnbounded = -1;

struct PatternItem;
using PatternBranch = std::vector<PatternItem>;
using PatternAlternatives = std::vector<PatternBranch>;

struct PatternItem {
  std::string atom;           // one character, bracket, anchor or class, written as in an extended expression
  PatternAlternatives group;  // if `atom` is empty
  int least = 1;
  int most = 1;
  bool is_anchor = false;
};

// A character that stands for itself.
std::string literal_atom(char c);

bool is_special_char(char c) { return std::string_view("\\.[]*^$+?{}()|").find(c) != std::string_view::npos; }

bool is_class_name(std::string_view name) {
  constexpr std::string_view kNames =
      "alnum alpha blank cntrl digit graph lower print punct space upper xdigit";
  return is_among(name, kNames);
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
    for (; at_ < text_.size() && (text_[at_] != ']' || first); first = false)
      if (!read_member()) return std::nullopt;
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
    while (at_ < text_.size() && !is_at('|') && !(depth > 0 && is_at(')')))
      if (!read_item(branch, depth)) return false;
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
      case 'w': item.atom = "[_[:alnum:]]"; return true;
      case 'W': item.atom = "[^_[:alnum:]]"; return true;
      case 's': item.atom = "[[:space:]]"; return true;
      case 'S': item.atom = "[^[:space:]]"; return true;
      default: break;
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

std::string literal_atom(char c) { return is_special_char(c) ? std::string("\\") + c : std::string(1, c); }

std::optional<PatternAlternatives> read_pattern(std::string_view line, RegexDialect dialect,
                                                LetterCase letters) {
  return PatternReader(line, dialect, letters).read();
}

constexpr int kMaxWritten = 16;  // longest run of an atom that is written out

std::string print_branch(const PatternBranch& branch);

std::vector<std::string> sorted_branches(const PatternAlternatives& all) {
  std::vector<std::string> branches;
  for (const PatternBranch& branch : all) {
    // A branch that is only a group is replaced by the group's alternatives.
    const bool is_group =
        branch.size() == 1 && branch[0].atom.empty() && branch[0].least == 1 && branch[0].most == 1;
    if (is_group) {
      const auto inner = sorted_branches(branch[0].group);
      branches.insert(branches.end(), inner.begin(), inner.end());
    } else {
      branches.push_back(print_branch(branch));
    }
  }
  std::ranges::sort(branches);
  branches.erase(std::unique(branches.begin(), branches.end()), branches.end());
  return branches;
}

std::string joined_branches(const std::vector<std::string>& branches) {
  std::string text;
  for (std::size_t i = 0; i < branches.size(); ++i) text.append(i > 0 ? "|" : "").append(branches[i]);
  return text;
}

// In the locale C an operator repeats the last byte of such a character alone.
bool is_beyond_ascii(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}

// `plain` is the form to write out, `unit` the form to put before an operator. `is_kept`: not written out.
void append_repeated(std::string& text, const std::string& plain, const std::string& unit, int least,
                     int most, bool is_kept = false) {
  if (is_kept && least == 1 && most == kUnbounded) {
    text += unit + "+";
    return;
  }
  const bool is_long = least > kMaxWritten || plain.size() * static_cast<std::size_t>(least) > 256;
  if (is_long || (is_kept && least > 0 && most != 1)) {
    text += unit + "{" + std::to_string(least) + "," + (most == kUnbounded ? "" : std::to_string(most)) + "}";
    return;
  }
  for (int i = 0; i < least; ++i) text += plain;
  if (most == kUnbounded)
    text += unit + "*";
  else if (most - least == 1)
    text += unit + "?";
  else if (most > least)
    text += unit + "{0," + std::to_string(most - least) + "}";
}

// The atom of a group that consists of a single atom.
const PatternItem* only_atom(const PatternAlternatives& group) {
  if (group.size() != 1 || group[0].size() != 1) return nullptr;
  const PatternItem& item = group[0][0];
  if (item.least != 1 || item.most != 1 || item.is_anchor) return nullptr;
  return item.atom.empty() ? only_atom(item.group) : &item;
}

std::string print_branch(const PatternBranch& branch) {
  std::string text;
  for (const PatternItem& item : branch) {
    const PatternItem* atom = item.atom.empty() ? only_atom(item.group) : &item;
    const bool is_kept = atom && is_beyond_ascii(atom->atom);
    const bool is_repeated = item.least != 1 || item.most != 1;
    if (atom && !(is_kept && is_repeated && atom != &item)) {
      append_repeated(text, atom->atom, atom->atom, item.least, item.most, is_kept);
      continue;
    }
    const auto branches = sorted_branches(item.group);
    const std::string group = "(" + joined_branches(branches) + ")";
    append_repeated(text, branches.size() == 1 ? branches[0] : group, group, item.least, item.most);
  }
  return text;
}

PatternBranch fixed_branch(std::string_view line, LetterCase letters) {
  PatternBranch branch;
  for (const char c : line) {
    const bool folds = letters == LetterCase::folded && c >= 'A' && c <= 'Z';
    PatternItem item;
    item.atom = literal_atom(folds ? static_cast<char>(c - 'A' + 'a') : c);
    branch.push_back(std::move(item));
  }
  return branch;
}

}  // namespace

std::optional<std::vector<std::string>> regex_alternatives(std::string_view pattern, RegexDialect dialect,
                                                           LetterCase letters) {
  PatternAlternatives all;
  for (std::size_t at = 0; at <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('\n', at), pattern.size());
    const std::string_view line = pattern.substr(at, end - at);
    at = end + 1;
    if (dialect == RegexDialect::fixed) {
      all.push_back(fixed_branch(line, letters));
      continue;
    }
    auto read = read_pattern(line, dialect, letters);
    if (!read) return std::nullopt;
    std::ranges::move(*read, std::back_inserter(all));
  }
  return sorted_branches(all);
}

}  // namespace assay::equivalence
