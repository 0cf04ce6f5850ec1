// SPDX-License-Identifier: Apache-2.0
#include "pattern.h"

#include "assay/internal/linear_regex.h"

namespace assay::convert {

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

std::string from_javascript(std::string_view expression) {
  std::string pattern;
  bool is_in_class = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size()) {
      pattern += c;
      pattern += expression[++i];
      continue;
    }
    if (c == '[') is_in_class = true;
    if (c == ']') is_in_class = false;
    if (!is_in_class && c == '^')
      pattern += "\\A";
    else if (!is_in_class && c == '$')
      pattern += "\\z";
    else
      pattern += c;
  }
  return pattern;
}

std::string pattern_fault(const std::string& pattern) try {
  return Regex(pattern).search("") ? "matches an empty answer, too" : "";
} catch (const RegexFault& fault) {
  return std::string("cannot be read as RE2: ") + fault.what();
}

bool is_found(const std::string& pattern, std::string_view text) {
  return Regex(pattern).search(text).has_value();
}

}  // namespace assay::convert
