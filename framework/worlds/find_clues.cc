// SPDX-License-Identifier: Apache-2.0
// Clues from find's expressions.
#include <algorithm>

#include "assay/internal/text.h"
#include "clues.h"
#include "moment.h"

namespace assay::worlds {
namespace {

Side side_of(std::string_view text) {
  return text.starts_with('+') ? Side::above : text.starts_with('-') ? Side::below : Side::at;
}

// The bits named by u+x, ugo=rw, a+r,o-w.
unsigned symbolic_bits(std::string_view text) {
  unsigned bits = 0, who = 0;
  for (const char c : text) {
    if (c == 'u') who |= 04700;
    if (c == 'g') who |= 02070;
    if (c == 'o') who |= 01007;
    if (c == 'a') who |= 07777;
    const unsigned whom = who == 0 ? 0777u : who;
    if (c == 'r') bits |= whom & 0444u;
    if (c == 'w') bits |= whom & 0222u;
    if (c == 'x') bits |= whom & 0111u;
    if (c == 's') bits |= whom & 06000u;
    if (c == 't') bits |= 01000u;
    if (c == ',') who = 0;
  }
  return bits;
}

class FindExpression {
 public:
  FindExpression(const Call& call, Clues& clues) : words_(call.arguments), clues_(clues) {}

  void read() {
    std::size_t at = 0;
    while (at < words_.size() && is_one_of(words_[at].text, {"-H", "-L", "-P"})) ++at;
    clues_.follows_links |= at > 0;
    const std::size_t first = at;
    for (; at < words_.size() && !begins_expression(words_[at].text); ++at) root(words_[at]);
    if (at == first) root({".", false, true});
    bool negated = false;
    while (at < words_.size()) {
      const std::string& word = words_[at++].text;
      if (word == "!" || word == "-not") {
        negated = true;
        continue;
      }
      primary(word, at, negated);
      if (word != "(") negated = false;
    }
    clues_.goes_deep |= !is_shallow_;
  }

 private:
  static bool begins_expression(std::string_view word) {
    return is_one_of(word, {"(", ")", "!", ","}) || (word.starts_with('-') && word.size() > 1);
  }
  void root(const Text& word) {
    if (word.is_known && !word.text.empty())
      add_once(clues_.paths, PathClue{word.text, word.is_glob, Use::walked});
  }
  const Text* value(std::size_t& at) const { return at < words_.size() ? &words_[at++] : nullptr; }

  void primary(std::string_view name, std::size_t& at, bool negated) {
    if (is_one_of(name, {"-exec", "-execdir", "-ok", "-okdir"})) {
      clues_.asks = clues_.asks || name.starts_with("-ok");
      while (at < words_.size() && words_[at].text != ";" && words_[at].text != "+") ++at;
      ++at;
      return;
    }
    if (name == "-follow") clues_.follows_links = true;
    if (is_one_of(name, {"-name", "-iname"})) named(value(at));
    if (is_one_of(name, {"-lname", "-ilname"}))
      if (const Text* text = value(at)) add_once(clues_.siblings, text->text);
    if (is_one_of(name, {"-path", "-ipath", "-wholename", "-iwholename"})) {
      if (const Text* text = value(at); text && text->is_known)
        add_once(clues_.names, NameClue{text->text, true});
    }
    if (is_one_of(name, {"-regex", "-iregex"}))
      if (const Text* text = value(at)) add_once(clues_.path_patterns, text->text);
    if (is_one_of(name, {"-type", "-xtype"}))
      if (const Text* text = value(at)) clues_.types += text->text;
    if (is_one_of(name, {"-maxdepth", "-mindepth"})) depth(name, value(at));
    if (name == "-size") size(value(at), negated);
    if (is_one_of(name, {"-mtime", "-ctime", "-atime"})) age(value(at), kDay, name == "-atime", negated);
    if (is_one_of(name, {"-mmin", "-cmin", "-amin"})) age(value(at), 60, name == "-amin", negated);
    if (name == "-perm") mode(value(at), negated);
    if (is_one_of(name, {"-newer", "-anewer", "-cnewer", "-samefile"})) {
      if (const Text* text = value(at); text && text->is_known)
        add_once(clues_.paths, PathClue{text->text, false, Use::read});
      clues_.has_reference = true;
    } else if (name.starts_with("-newer")) {
      newer(name, value(at));
    }
    if (is_one_of(name, {"-fprint", "-fls", "-fprint0"}))
      if (const Text* text = value(at)) add_once(clues_.paths, PathClue{text->text, false, Use::made});
    if (is_one_of(name, {"-user", "-group", "-uid", "-gid", "-inum", "-links", "-fstype", "-printf",
                         "-regextype", "-used"}))
      value(at);
  }

  void named(const Text* text) {
    if (text && text->is_known) add_once(clues_.names, NameClue{text->text});
  }
  void depth(std::string_view name, const Text* text) {
    const auto number = text ? leading_number(text->text) : std::nullopt;
    is_shallow_ |= name == "-maxdepth" && number && *number <= 1;
    if (number) add_once(clues_.depths, static_cast<int>(std::min<std::uint64_t>(*number, 12)));
  }

  void size(const Text* text, bool negated) {
    if (!text) return;
    const auto count = leading_number(text->text);
    if (!count || *count > (std::uint64_t{1} << 40)) return;
    std::uint64_t unit = 512;
    switch (text->text.back()) {
      case 'c': unit = 1; break;
      case 'w': unit = 2; break;
      case 'k': unit = 1u << 10; break;
      case 'M': unit = 1u << 20; break;
      case 'G': unit = 1u << 30; break;
      default: break;
    }
    if (*count * unit < (std::uint64_t{1} << 43))
      add_once(clues_.sizes, SizeClue{side_of(text->text), *count, unit, negated});
  }

  void age(const Text* text, std::int64_t unit, bool accessed, bool negated) {
    if (!text) return;
    const auto count = leading_number(text->text);
    if (count && *count < 100'000'000 / static_cast<std::uint64_t>(unit) * 60)
      add_once(clues_.ages,
               AgeClue{side_of(text->text), static_cast<std::int64_t>(*count), unit, accessed, negated});
  }

  void mode(const Text* text, bool negated) {
    if (!text || text->text.empty()) return;
    std::string_view rest = text->text;
    ModeClue clue{.negated = negated};
    if (rest.front() == '-' || rest.front() == '/' || rest.front() == '+') {
      clue.form = rest.front() == '-' ? '-' : '/';
      rest.remove_prefix(1);
    }
    const auto bits = number_from<unsigned>(rest, 8);
    clue.bits = (bits ? *bits : symbolic_bits(rest)) & 07777;
    add_once(clues_.modes, clue);
  }

  // -newermt 2013-01-01 and the like; "-1 day" and "2 hours ago" are approximated.
  void newer(std::string_view name, const Text* text) {
    if (!text) return;
    if (!name.ends_with('t')) {
      add_once(clues_.paths, PathClue{text->text, false, Use::read});
      clues_.has_reference = true;
      return;
    }
    std::string date = text->text.substr(0, 10);
    std::ranges::replace(date, '/', '-');
    if (const auto moment = moment_from(date); moment && moment->from == Moment::From::epoch) {
      add_once(clues_.dates, moment->seconds);
    } else if (const auto count = leading_number(text->text)) {
      const bool in_days = text->text.find("day") != std::string::npos;
      const bool in_minutes = text->text.find("min") != std::string::npos;
      add_once(clues_.ages,
               AgeClue{Side::below, static_cast<std::int64_t>(std::min<std::uint64_t>(*count, 9999)),
                       in_days      ? kDay
                       : in_minutes ? 60
                                    : 3600});
    } else {
      add_once(clues_.ages, AgeClue{Side::below, 1, kDay});
    }
  }

  const std::vector<Text>& words_;
  Clues& clues_;
  bool is_shallow_ = false;
};

}  // namespace

bool SizeClue::holds(std::uint64_t size) const {
  const std::uint64_t units = (size + unit - 1) / unit;
  const bool fits = side == Side::below   ? units < count
                    : side == Side::above ? units > count
                                          : units == count;
  return fits != negated;
}

bool AgeClue::holds(std::int64_t age) const {
  const std::int64_t units = unit == 60 ? (age + 59) / 60 : age / unit;
  const bool fits = side == Side::below   ? units < count
                    : side == Side::above ? units > count
                                          : units == count;
  return fits != negated;
}

void add_find_clues(const Call& call, Clues& clues) { FindExpression(call, clues).read(); }

}  // namespace assay::worlds
