// SPDX-License-Identifier: Apache-2.0
#include "pattern.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"

namespace assay::convert {
namespace {

enum class Language { javascript, rust };

// The length of the part at the beginning of `rest` that the language and RE2 read differently: by one of
// them as another expression, or by one of them only. 0: there is none.
std::size_t differing_escape(std::string_view rest, Language language) {
  if (rest.size() < 2) return 0;
  const bool is_javascript = language == Language::javascript;
  if (rest.starts_with(is_javascript ? "\\x{" : "\\b{")) return 3;
  const std::string_view letters = is_javascript ? "AzQECapP123456789" : "QEC0123456789";
  return letters.find(rest[1]) != letters.npos ? 2 : 0;
}

std::size_t differing_in_class(std::string_view rest, Language language) {
  if (language == Language::javascript) return rest.starts_with("[:") ? 2 : 0;
  if (rest.starts_with("&&") || rest.starts_with("--") || rest.starts_with("~~")) return 2;
  return rest.starts_with('[') && !rest.starts_with("[:") ? 1 : 0;
}

// A class that is empty or holds everything in JavaScript begins with a literal bracket elsewhere.
std::size_t differing_outside(std::string_view rest, Language language) {
  const bool is_javascript = language == Language::javascript;
  if (is_javascript && rest.starts_with("[]")) return 2;
  if (is_javascript && rest.starts_with("[^]")) return 3;
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

// Passes each unit of the expression, with whether it stands in a class, until one is not taken: an escape,
// the opening of a class, or one byte.
template <typename Take>
void each_unit(std::string_view expression, Take take) {
  bool is_in_class = false;
  for (std::size_t at = 0; at < expression.size();) {
    const std::string_view rest = expression.substr(at);
    const std::size_t opening = class_part(rest, is_in_class);
    const std::size_t size = std::min(rest.size(), rest[0] == '\\' ? 2 : std::max<std::size_t>(opening, 1));
    if (!take(rest, size, is_in_class)) return;
    if (opening > 0) is_in_class = true;
    if (rest[0] == ']') is_in_class = false;
    at += size;
  }
}

std::string fault_in(std::string_view expression, Language language) {
  std::string fault;
  each_unit(expression, [&](std::string_view rest, std::size_t, bool is_in_class) {
    const std::size_t size = rest[0] == '\\' ? differing_escape(rest, language)
                             : is_in_class   ? differing_in_class(rest, language)
                                             : differing_outside(rest, language);
    if (size > 0)
      fault = fmt::format("holds {}, which RE2 reads differently", one_line(rest.substr(0, size)));
    return fault.empty();
  });
  return fault.empty() ? pattern_fault(anchored_at_ends(expression)) : fault;
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

std::string anchored_at_ends(std::string_view expression) {
  std::string pattern;
  each_unit(expression, [&](std::string_view rest, std::size_t size, bool is_in_class) {
    if (!is_in_class && rest[0] == '^')
      pattern += "\\A";
    else if (!is_in_class && rest[0] == '$')
      pattern += "\\z";
    else
      pattern += rest.substr(0, size);
    return true;
  });
  return pattern;
}

std::string javascript_fault(std::string_view expression) {
  return fault_in(expression, Language::javascript);
}
std::string rust_fault(std::string_view expression) { return fault_in(expression, Language::rust); }

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
