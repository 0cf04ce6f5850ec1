// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "languages/characters.h"
#include "languages/sed_script.h"

namespace assay::equivalence {
namespace {

// 2\}, 2,\} or ,3\}: anything else is an error in one dialect and text in the other.
bool is_interval(std::string_view rest) {
  const std::size_t end = rest.find_first_not_of("0123456789,");
  return end != 0 && end != std::string_view::npos && rest.substr(end).starts_with("\\}");
}

}  // namespace

std::optional<std::string> extended_pattern(std::string_view basic) {
  std::string text;
  bool at_start = true;          // where * is literal and ^ an anchor
  bool is_unrepeatable = false;  // after a repetition or an anchor: dialects differ about another one
  for (std::size_t at = 0; at < basic.size(); ++at) {
    const char c = basic[at];
    const bool was_start = std::exchange(at_start, false);
    const bool was_unrepeatable = std::exchange(is_unrepeatable, false);
    if (c == '\\') {
      if (++at == basic.size()) return std::nullopt;
      const char escaped = basic[at];
      // Characters by number; some stand for themselves, some for an operator.
      if (std::string_view("cdox").find(escaped) != std::string_view::npos) return std::nullopt;
      if (escaped == '{' && !is_interval(basic.substr(at + 1))) return std::nullopt;
      const bool is_operator = std::string_view("(){}+?|").find(escaped) != std::string_view::npos;
      const bool repeats = std::string_view("{+?").find(escaped) != std::string_view::npos;
      if (repeats && (was_start || was_unrepeatable)) return std::nullopt;
      is_unrepeatable = std::string_view("}+?<>bB`'").find(escaped) != std::string_view::npos;
      text.append(is_operator ? "" : "\\").append(1, escaped);
      at_start = escaped == '(' || escaped == '|';
    } else if (c == '[') {
      std::size_t end = at + 1;
      if (end < basic.size() && basic[end] == '^') ++end;
      if (end < basic.size() && basic[end] == ']') ++end;
      while (end < basic.size() && basic[end] != ']') {
        const bool opens = basic[end] == '[' && end + 1 < basic.size() &&
                           std::string_view(":.=").find(basic[end + 1]) != std::string_view::npos;
        if (opens) {
          const char close[] = {basic[end + 1], ']'};
          end = basic.find(std::string_view(close, 2), end + 2);
          if (end == std::string_view::npos) return std::nullopt;
          ++end;
        }
        ++end;
      }
      if (end >= basic.size()) return std::nullopt;
      text.append(basic.substr(at, end + 1 - at));
      at = end;
    } else if (c == '*' && was_start) {
      text += "\\*";
    } else if (c == '*') {
      if (was_unrepeatable) return std::nullopt;
      is_unrepeatable = true;
      text += c;
    } else if (c == '^') {
      text += was_start ? "^" : "\\^";
      at_start = was_start;
    } else if (c == '$') {
      const std::string_view rest = basic.substr(at + 1);
      text += rest.empty() || rest.starts_with("\\)") || rest.starts_with("\\|") ? "$" : "\\$";
    } else {
      if (std::string_view("(){}+?|").find(c) != std::string_view::npos) text += '\\';
      text += c;
    }
  }
  return text;
}

namespace {

// [:space:] without another pair of brackets: sed refuses it.
bool lacks_outer_brackets(std::string_view members) {
  return members.size() > 1 && members.front() == members.back() &&
         std::string_view(":.=").find(members.front()) != std::string_view::npos;
}

// Reads one set from its opening bracket, if it is simple.
class Set {
 public:
  Set(std::string_view text, SetClasses classes) : text_(text), classes_(classes) {}

  // Moves `at` past the set. None if the set is to be left as written; then `at` does not move.
  std::optional<std::string> read(std::size_t& at) {
    std::size_t next = at + 1;
    const bool is_negated = next < text_.size() && text_[next] == '^';
    if (is_negated) ++next;
    const std::size_t first = next;
    for (; next < text_.size() && (text_[next] != ']' || next == first); ++next)
      if (!read_member(next)) return std::nullopt;
    if (next >= text_.size() || members_.empty()) return std::nullopt;
    if (lacks_outer_brackets(text_.substr(first, next - first))) return std::nullopt;
    at = next + 1;
    std::ranges::sort(members_);
    members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    std::string text = is_negated ? "[^" : "[";
    for (const char c : members_) text += c == '\t' ? std::string("\\t") : std::string(1, c);
    return text + "]";
  }

 private:
  // Letters, digits and characters without a special meaning in a set; sed reads \t there as a tab.
  bool read_member(std::size_t& at) {
    const char c = text_[at];
    const std::string_view rest = text_.substr(at);
    const bool is_ascii = classes_ == SetClasses::ascii;
    if (rest.starts_with("\\t")) {
      members_ += '\t';
      ++at;
      return true;
    }
    if (is_ascii && rest.starts_with("[:blank:]")) {
      members_ += " \t";
      at += 8;
      return true;
    }
    const bool is_plain = is_letter_or_digit(c) ||
                          std::string_view(" \t_,;:.@#%&+*?/<>(){}|$\"'~").find(c) != std::string_view::npos;
    // A range: the engine does not know its members.
    if (!is_plain || rest.substr(1).starts_with('-')) return false;
    members_ += c;
    return true;
  }

  std::string_view text_;
  SetClasses classes_;
  std::string members_;
};

}  // namespace

std::string settled_sets(std::string_view extended, SetClasses classes) {
  std::string text;
  std::size_t at = 0;
  while (at < extended.size()) {
    const std::string_view rest = extended.substr(at);
    if (rest[0] == '\\') {
      const bool is_space = rest.starts_with("\\s");
      text.append(is_space ? "[[:space:]]" : rest.substr(0, 2));
      at += 2;
    } else if (rest[0] == '[') {
      const auto set = Set(extended, classes).read(at);
      // After a set that is not simple, the rest is left as it is too: the end of the set is not known.
      if (!set) return text.append(rest);
      text += *set;
    } else {
      text += extended[at++];
    }
  }
  return text;
}

bool is_free_delimiter(char c) { return std::string_view("/,:#@%!~;_=").find(c) != std::string_view::npos; }

// Rewrites the part for a slash as delimiter: the other delimiters have no meaning by themselves.
std::string delimited_by_slash(std::string_view part, char delimiter) {
  std::string text;
  for (std::size_t at = 0; at < part.size(); ++at) {
    const bool escapes = part[at] == '\\' && at + 1 < part.size();
    if (escapes && part[at + 1] == delimiter) {
      text.append(delimiter == '/' ? "\\/" : std::string(1, delimiter));
      ++at;
    } else if (escapes) {
      text.append(part.substr(at++, 2));
    } else {
      text.append(part[at] == '/' ? "\\/" : std::string(1, part[at]));
    }
  }
  return text;
}

// A single pattern /x/: an empty pattern after it means x.
bool is_one_pattern(std::string_view address) {
  if (address.size() < 3 || address.front() != '/' || address.back() != '/') return false;
  for (std::size_t at = 1; at + 1 < address.size(); ++at) {
    if (address[at] == '\\')
      ++at;
    else if (address[at] == '/')
      return false;
  }
  return true;
}

bool names_missing_group(std::string_view extended, std::string_view replacement) {
  int groups = 0;
  for (std::size_t at = 0; at < extended.size() && extended[at] != '['; ++at) {
    if (extended[at] == '\\')
      ++at;
    else if (extended[at] == '(')
      ++groups;
  }
  for (std::size_t at = 0; at + 1 < replacement.size(); ++at) {
    if (replacement[at] != '\\') continue;
    const char named = replacement[++at];
    if (named >= '1' && named <= '9' && named - '0' > groups) return true;
  }
  return false;
}

// s/(x)/[\1]/ is s/x/[&]/ if the group is the whole pattern and its only group.
bool drop_group(std::string& pattern, std::string& replacement) {
  const bool is_group = pattern.size() > 2 && pattern.front() == '(' && pattern.back() == ')' &&
                        pattern.find_first_of("()\\", 1) == pattern.size() - 1;
  if (!is_group) return false;
  std::string text;
  for (std::size_t at = 0; at < replacement.size(); ++at) {
    if (replacement[at] != '\\' || at + 1 == replacement.size()) {
      text += replacement[at];
      continue;
    }
    const char c = replacement[++at];
    if (c == '1')
      text += '&';
    else if (c >= '2' && c <= '9')
      return false;
    else
      text.append("\\").append(1, c);
  }
  pattern = pattern.substr(1, pattern.size() - 2);
  replacement = text;
  return true;
}

}  // namespace assay::equivalence
