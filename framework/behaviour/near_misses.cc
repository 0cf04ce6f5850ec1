// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/near_misses.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "assay/equivalence.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/worlds.h"
#include "units.h"

namespace assay::behaviour {
namespace {

using enum NearMissClass;

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// Edits of what a word says, by the language that it is written in.
class Wording {
 public:
  Wording(std::string_view source, Units& units) : source_(source), near_(units.near) {
    for (const WordPlace& place : units.words) {
      place_ = place;
      text_ = source.substr(place.word.begin, place.word.end - place.word.begin);
      escapes();
      switch (place.of) {
        case WordPlace::Of::operand:
          globs(text_.find_first_of("'\"\\$") == std::string_view::npos);
          comparisons({{"-gt", "-ge"}, {"-lt", "-le"}, {"-eq", "-ne"}}, true);
          break;
        case WordPlace::Of::glob:
          globs(true);
          letters(0);
          break;
        case WordPlace::Of::pattern:
          anchors(true);
          letters(0);
          break;
        case WordPlace::Of::sed:
          anchors(false);
          numbers();
          letters(text_.find('/'));
          every_match_of();
          break;
        case WordPlace::Of::awk:
          anchors(false);
          numbers();
          letters(text_.find('/'));
          comparisons({{">=", ">"}, {"<=", "<"}, {"==", "!="}, {">", ">="}, {"<", "<="}, {"&&", "||"}},
                      false);
          break;
      }
    }
  }

 private:
  void near(NearMissClass of, std::size_t at, std::size_t length, std::string with = {}) {
    const std::size_t begin = place_.word.begin + at;
    near_.push_back({of, {{begin, begin + length, std::move(with)}}});
  }

  void escapes() {
    for (std::size_t at = text_.find('\\'); at < text_.size(); at = text_.find('\\', at + 2))
      near(escaping, at, 1);
  }

  // Also the names that begin with a dot, where a star begins a name.
  void globs(bool is_one) {
    if (!is_one || text_.find_first_of("*?") == std::string_view::npos) return;
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (text_[at] == '*' || text_[at] == '?') near(glob, at, 1);
      if (text_[at] == '.' && at > 0 && text_[at - 1] == '*') near(glob, at, 1);
    }
    const std::size_t star = text_.starts_with('*') ? 0 : text_.find("/*") + 1;
    if (place_.of == WordPlace::Of::operand && star < text_.size() && text_[star] == '*')
      near(hidden, text_.size(), 0,
           " " + std::string(text_.substr(0, star)) + "." + std::string(text_.substr(star)));
  }

  // `is_whole`: the word is one pattern, to which anchors may be added.
  void anchors(bool is_whole) {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const std::string_view rest = text_.substr(at);
      const char before = at > 0 ? text_[at - 1] : ' ';
      const char after = rest.size() > 1 ? rest[1] : '\'';
      if (rest.starts_with("\\b") || rest.starts_with("\\<") || rest.starts_with("\\>"))
        near(anchor, at, 2);
      else if (rest.starts_with('^') && std::string_view("'\"/(| ,").find(before) != std::string_view::npos)
        near(anchor, at, 1);
      else if (rest.starts_with('$') && before != '\\' &&
               (std::string_view("'\"/)|").find(after) != std::string_view::npos))
        near(anchor, at, 1);
    }
    if (!is_whole || text_.size() < 3 || text_.front() != '\'' || text_.back() != '\'') return;
    if (text_[1] != '^') near(anchor, 1, 0, "^");
    if (text_[text_.size() - 2] != '$') near(anchor, text_.size() - 1, 0, "$");
  }

  // The first letter that is not escaped, from there on.
  void letters(std::size_t from) {
    for (std::size_t at = from; at < text_.size(); ++at) {
      if (!is_letter(text_[at]) || (at > 0 && (text_[at - 1] == '\\' || text_[at - 1] == '$'))) continue;
      if (at > 0 && (text_[at - 1] == ':' || text_[at - 1] == '[')) return;  // a class of characters
      near(letter_case, at, 1, std::string(1, static_cast<char>(text_[at] ^ 0x20)));
      return;
    }
  }

  void numbers() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      if (!is_decimal(text_[at])) continue;
      std::size_t end = at;
      while (end < text_.size() && is_decimal(text_[end])) ++end;
      const bool is_own =
          at == 0 || (!is_letter(text_[at - 1]) && text_[at - 1] != '-' && text_[at - 1] != '\\');
      if (is_own)
        for (const std::string& each : neighbours(text_.substr(at, end - at)))
          near(number, at, end - at, each);
      at = end;
    }
  }

  using Signs = std::pair<std::string_view, std::string_view>;
  void comparisons(std::initializer_list<Signs> signs, bool is_word) {
    for (std::size_t at = 0; at < text_.size(); ++at)
      for (const auto& [sign, other] : signs) {
        if (is_word ? text_ != sign : !text_.substr(at).starts_with(sign)) continue;
        near(sign == "&&" ? logic : comparison, at, sign.size(), std::string(other));
        at += sign.size() - 1;
        break;
      }
  }

  // s/a/b/g
  void every_match_of() {
    std::size_t end = text_.size();
    while (end > 0 && (text_[end - 1] == '\'' || text_[end - 1] == '"')) --end;
    const std::string_view program = text_.substr(0, end);
    const std::size_t start = program.find_first_not_of("'\"");
    if (start == std::string_view::npos || program[start] != 's' || start + 1 >= end) return;
    const char separator = program[start + 1];
    if (program.ends_with(std::string{separator, 'g'}))
      near(every_match, end - 1, 1);
    else if (program.back() == separator && std::ranges::count(program, separator) == 3)
      near(every_match, end, 0, "g");
  }

  std::string_view source_;
  std::vector<NearEdit>& near_;
  WordPlace place_;
  std::string_view text_;
};

bool counts(const NearEdit& edit, Question question) {
  return std::ranges::none_of(edit.data, [&](Data each) {
    return is_in_no_world(each) || (question == Question::fulfils && !worlds::is_ordinary(each));
  });
}

}  // namespace

std::vector<NearMiss> near_misses_of(std::string_view command, Question question, std::size_t at_most) {
  auto units = units_of(command);
  if (!units) return {};
  const Wording wording(command, *units);
  std::map<NearMissClass, std::vector<const NearEdit*>> left;
  for (const NearEdit& each : units->near)
    if (counts(each, question)) left[each.of].push_back(&each);
  const std::string form = canonical_form(command);
  std::set<std::string> seen = {form};
  std::vector<NearMiss> all;
  // One of each class in turn.
  const std::size_t most_of_class = at_most / 6;
  std::map<NearMissClass, std::size_t> taken;
  for (bool is_over = false; !is_over && all.size() < at_most;) {
    is_over = true;
    for (auto& [of, edits] : left) {
      if (all.size() == at_most || taken[of] == most_of_class) continue;
      auto next = edits.begin();
      for (; next != edits.end(); ++next) {
        std::string text = edited(command, (*next)->edits);
        if (trimmed(text).empty() || !shell::parse(text) || !seen.insert(canonical_form(text)).second)
          continue;
        all.push_back({of, std::move(text)});
        ++taken[of];
        is_over = false;
        ++next;
        break;
      }
      edits.erase(edits.begin(), next);
    }
  }
  return all;
}

}  // namespace assay::behaviour
