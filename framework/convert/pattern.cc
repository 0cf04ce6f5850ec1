// SPDX-License-Identifier: Apache-2.0
#include "pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"

namespace assay::convert {
namespace {

enum class Language { javascript, rust };

// What a shorthand such as \s holds, as members of a class; its complement, likewise, if RE2 can say it. A
// shorthand stands at both ends of the members, so that a - before or after them makes no range.
struct Shorthand {
  char letter;  // of the shorthand; its complement has the capital one
  std::string_view members;
  std::string_view others;
};
constexpr Shorthand kOfJavascript[] = {
    {'s', R"(\s\v\x{feff}\p{Z})",
     R"(\w\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e})"
     R"(\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}\w)"}};
// Letters, marks, digits, connectors and joiners; also letters in circles and squares.
constexpr Shorthand kOfRust[] = {
    {'s', R"(\s\v\x{85}\p{Z})",
     R"(\w\x00-\x08\x0e-\x1f!-\x{84}\x{86}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027})"
     R"(\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{10ffff}\w)"},
    {'d', R"(\p{Nd})", R"(\P{Nd})"},
    {'w',
     R"(\p{L}\x{200c}\x{200d}\x{24b6}-\x{24e9}\x{1f130}-\x{1f149}\x{1f150}-\x{1f169}\x{1f170}-\x{1f189})"
     R"(\p{M}\p{Nd}\p{Nl}\p{Pc})",
     ""}};

const Shorthand* shorthand_of(std::string_view rest, Language language) {
  if (rest.size() < 2 || rest[0] != '\\') return nullptr;
  const auto known = language == Language::javascript ? std::span<const Shorthand>(kOfJavascript) : kOfRust;
  const auto found = std::ranges::find(known, static_cast<char>(rest[1] | 0x20), &Shorthand::letter);
  return found == known.end() ? nullptr : &*found;
}

constexpr std::string_view kDigits = "0123456789";

bool begins_with_repetition(std::string_view rest) {
  return rest.find_first_of("*+?") == 0 || (rest.starts_with('{') && rest.find_first_of(kDigits, 1) == 1);
}

// The length of the part at the beginning of `rest` that the language and RE2 read differently: by one of
// them as another expression, or by one of them only. 0: there is none, or it can be translated.
std::size_t differing_escape(std::string_view rest, Language language, bool is_in_class) {
  if (rest.size() < 2) return 0;
  const bool is_javascript = language == Language::javascript;
  if (is_javascript && rest.starts_with("\\x{")) return 3;
  if (is_javascript && (rest[1] | 0x20) == 'b' && begins_with_repetition(rest.substr(2))) return 3;
  if (!is_javascript && is_in_class && rest[1] == 'W') return 2;
  // In [\d-a-z], the second - is one to JavaScript, and RE2 takes it for that of a range.
  static const Regex hyphens(R"(\A\\[dswDSW]-(?:-|(?:[^\]\\]|\\(?s:.))+-[^\]]))");
  if (is_javascript && is_in_class && hyphens.search(rest)) return 3;
  // Boundaries of words are those of Unicode in Rust.
  const std::string_view letters = is_javascript ? "AzQECapP123456789" : "bB<>QEC0123456789";
  return letters.find(rest[1]) != letters.npos ? 2 : 0;
}

// JavaScript takes such a character as two, one of which a class or a repetition may be about.
bool is_pair(std::string_view rest) { return static_cast<unsigned char>(rest[0]) >= 0xF0; }

std::size_t differing_in_class(std::string_view rest, Language language) {
  if (language == Language::javascript) return rest.starts_with("[:") ? 2 : is_pair(rest) ? 4 : 0;
  if (rest.starts_with("&&") || rest.starts_with("--") || rest.starts_with("~~")) return 2;
  return rest.starts_with('[') && !rest.starts_with("[:") ? 1 : 0;
}

// A class that is empty or holds everything in JavaScript begins with a literal bracket elsewhere.
std::size_t differing_outside(std::string_view rest, Language language) {
  const bool is_javascript = language == Language::javascript;
  if (is_javascript && rest.starts_with("[]")) return 2;
  if (is_javascript && rest.starts_with("[^]")) return 3;
  if (is_javascript && is_pair(rest) && begins_with_repetition(rest.substr(4))) return 5;
  if (is_javascript && (rest[0] == '^' || rest[0] == '$') && begins_with_repetition(rest.substr(1))) return 2;
  if (!is_javascript && rest.starts_with("{,") && rest.find_first_of(kDigits, 2) == 2) return 3;
  if (!rest.starts_with("(?") || rest.size() < 3) return 0;
  if (is_javascript) return std::string_view(":=!<").find(rest[2]) == std::string_view::npos ? 3 : 0;
  const std::string_view flags = rest.substr(2, std::min(rest.find_first_of(":)<=!", 2), rest.size()) - 2);
  return flags.find('m') != flags.npos ? flags.size() + 2 : 0;
}

// How many bytes open a class, or a class of characters by its name within one: the brackets in them do not
// close it. 0: these bytes do neither.
std::size_t class_part(std::string_view rest, bool is_in_class) {
  if (is_in_class && rest.starts_with("[:")) {
    const std::size_t end = rest.find(":]");
    return end == rest.npos ? 2 : end + 2;
  }
  if (is_in_class || !rest.starts_with('[')) return 0;
  const std::size_t first = rest.starts_with("[^") ? 2 : 1;
  return rest.substr(first).starts_with(']') ? first + 1 : first;
}

// Passes each unit of the expression, with whether it stands in a class: an escape, the opening of a class,
// or one byte.
template <typename Take>
void each_unit(std::string_view expression, Take take) {
  bool is_in_class = false;
  for (std::size_t at = 0; at < expression.size();) {
    const std::string_view rest = expression.substr(at);
    const std::size_t opening = class_part(rest, is_in_class);
    const std::size_t size = std::min(rest.size(), rest[0] == '\\' ? 2 : std::max<std::size_t>(opening, 1));
    take(rest, size, is_in_class);
    if (opening > 0) is_in_class = true;
    if (rest[0] == ']') is_in_class = false;
    at += size;
  }
}

std::string translated(std::string_view unit, Language language, bool is_in_class) {
  if (const Shorthand* known = shorthand_of(unit, language)) {
    const bool is_complement = unit[1] != known->letter;
    if (is_in_class) return std::string(is_complement ? known->others : known->members);
    return fmt::format("[{}{}]", is_complement ? "^" : "", known->members);
  }
  if (!is_in_class && unit == "^") return "\\A";
  if (!is_in_class && unit == "$") return "\\z";
  if (!is_in_class && unit == "." && language == Language::javascript) return R"([^\n\r\x{2028}\x{2029}])";
  return std::string(unit);
}

Translation translation_from(std::string_view expression, Language language) {
  Translation made;
  each_unit(expression, [&](std::string_view rest, std::size_t size, bool is_in_class) {
    const std::size_t differing = rest[0] == '\\' ? differing_escape(rest, language, is_in_class)
                                  : is_in_class   ? differing_in_class(rest, language)
                                                  : differing_outside(rest, language);
    if (differing > 0 && made.fault.empty())
      made.fault = fmt::format("holds {}, which RE2 reads differently", one_line(rest.substr(0, differing)));
    made.pattern += translated(rest.substr(0, size), language, is_in_class);
  });
  if (made.fault.empty()) made.fault = pattern_fault(made.pattern);
  return made;
}

}  // namespace

std::string literal(std::string_view text) {
  std::string pattern;
  for (const char c : text) {
    if (std::string_view(R"(\^$.|?*+()[]{})").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

std::string anywhere(std::string_view pattern) { return "(?s:.*)(?:" + std::string(pattern) + ")(?s:.*)"; }

std::string at_start(std::string_view pattern) { return "\\A(?:" + std::string(pattern) + ")(?s:.*)"; }

Translation from_javascript(std::string_view expression) {
  return translation_from(expression, Language::javascript);
}
Translation from_rust(std::string_view expression) { return translation_from(expression, Language::rust); }

std::string pattern_fault(const std::string& pattern) try {
  return Regex(pattern).search("") ? "matches an empty answer, too" : "";
} catch (const RegexFault& fault) {
  return std::string("cannot be read as RE2: ") + fault.what();
}

bool is_pattern(const std::string& pattern) try {
  [[maybe_unused]] const Regex readable(pattern);
  return true;
} catch (const RegexFault&) {
  return false;
}

bool is_found(const std::string& pattern, std::string_view text) {
  return Regex(pattern).search(text).has_value();
}

}  // namespace assay::convert
