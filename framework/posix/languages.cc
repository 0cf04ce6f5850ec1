// SPDX-License-Identifier: Apache-2.0
#include "languages.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::posix {
namespace {

struct Escape {
  char letter;
  std::string_view instead;
};

constexpr Escape kOfBoth[] = {{'w', "[[:alnum:]_]"},
                              {'W', "[^[:alnum:]_]"},
                              {'s', "[[:space:]]"},
                              {'S', "[^[:space:]]"},
                              {'b', ""},
                              {'B', ""},
                              {'<', ""},
                              {'>', ""},
                              {'`', "^"},
                              {'\'', "$"}};
constexpr Escape kOfBasic[] = {{'+', "\\{1,\\}"}, {'?', "\\{0,1\\}"}, {'|', "two expressions"}};

// The position after a bracket expression that begins at `at`; `at` if none does.
std::size_t behind_brackets(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '[') return at;
  std::size_t end = at + 1;
  if (end < text.size() && text[end] == '^') ++end;
  if (end < text.size() && text[end] == ']') ++end;
  while (end < text.size() && text[end] != ']') {
    if (text[end] == '[' && end + 1 < text.size() &&
        std::string_view(":.=").find(text[end + 1]) != text.npos) {
      const std::size_t close = text.find(std::string{text[end + 1], ']'}, end + 2);
      end = close == text.npos ? text.size() : close + 2;
    } else {
      ++end;
    }
  }
  return end < text.size() ? end + 1 : at;
}

void add(std::vector<Foreign>& found, std::string what, std::string_view instead) {
  if (std::ranges::none_of(found, [&](const Foreign& each) { return each.what == what; }))
    found.push_back({std::move(what), std::string(instead)});
}

void find_escape(char letter, Regex dialect, std::vector<Foreign>& found) {
  for (const Escape& each : kOfBoth)
    if (each.letter == letter)
      add(found, fmt::format("\\{} in a pattern is not in POSIX", letter), each.instead);
  if (dialect == Regex::basic)
    for (const Escape& each : kOfBasic)
      if (each.letter == letter)
        add(found, fmt::format("\\{} in a basic expression is not in POSIX", letter), each.instead);
  if (dialect == Regex::extended && letter >= '1' && letter <= '9')
    add(found, fmt::format("\\{} in an extended expression is not in POSIX", letter), "a basic expression");
}

void find_escapes(std::string_view text, Regex dialect, std::string_view own, std::vector<Foreign>& found) {
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = behind_brackets(text, at); behind != at) {
      at = behind;
    } else if (text[at] == '\\' && at + 1 < text.size()) {
      if (own.find(text[at + 1]) != own.npos)
        add(found, fmt::format("\\{} in a script of sed is not in POSIX", text[at + 1]),
            "the character itself");
      else
        find_escape(text[at + 1], dialect, found);
      at += 2;
    } else {
      ++at;
    }
  }
}

bool is_part_of_name(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Copies a script of sed without the backslashes of its delimiters: in s|a\|b|c|, \| is a bar, and nothing of
// a pattern's own language.
class SedDelimiters {
 public:
  explicit SedDelimiters(std::string_view script) : script_(script) {}

  std::string dropped() {
    while (at_ < script_.size()) command();
    return std::move(copy_);
  }

 private:
  // One command, one address, or one character between them.
  void command() {
    static constexpr std::string_view with_text = "aicrRwW#", with_label = ":btT";
    const char c = script_[at_];
    if (c == '\\' && at_ + 1 < script_.size()) return ++at_, pattern(delimiter());  // \|pattern|
    copy();
    if (c == '/') return pattern('/');
    if ((c == 's' || c == 'y') && at_ < script_.size()) return replacement(c == 's');
    if (with_text.find(c) != with_text.npos) copy_until("\n");
    if (with_label.find(c) != with_label.npos) copy_until("\n;}");
  }
  void replacement(bool has_pattern) {
    const char end = delimiter();
    if (has_pattern)
      pattern(end);
    else
      part(end);
    part(end);
    while (at_ < script_.size() && is_part_of_name(script_[at_]) && script_[at_] != 'w') copy();
  }
  char delimiter() {
    copy();
    return copy_.back();
  }
  void pattern(char end) {
    while (at_ < script_.size()) {
      const std::size_t behind = behind_brackets(script_, at_);
      if (behind == at_ && ends(end)) return;
      while (at_ < behind) copy();
    }
  }
  void part(char end) {
    while (at_ < script_.size() && !ends(end)) {
    }
  }
  // Copies the next character or escape, and says whether it is the delimiter.
  bool ends(char end) {
    const bool is_escape = script_[at_] == '\\' && at_ + 1 < script_.size();
    if (is_escape && script_[at_ + 1] == end)
      ++at_;
    else if (is_escape)
      copy();
    copy();
    return !is_escape && copy_.back() == end;
  }
  void copy_until(std::string_view any) {
    while (at_ < script_.size() && any.find(script_[at_]) == any.npos) {
      if (script_[at_] == '\\' && at_ + 1 < script_.size()) copy();
      copy();
    }
  }
  void copy() { copy_ += script_[at_++]; }

  std::string_view script_;
  std::size_t at_ = 0;
  std::string copy_;
};

}  // namespace

std::vector<Foreign> foreign_in_regex(std::string_view pattern, Regex dialect) {
  std::vector<Foreign> found;
  find_escapes(pattern, dialect, "", found);
  return found;
}

// References in the replacement are backslash-digit too, so those say nothing about the dialect.
std::vector<Foreign> foreign_in_sed(std::string_view script, Regex dialect) {
  std::vector<Foreign> found;
  find_escapes(SedDelimiters(script).dropped(), dialect, "tru", found);
  std::erase_if(found, [](const Foreign& each) { return each.what.find("extended") != each.what.npos; });
  return found;
}

// Names outside strings; regular expressions between slashes are assumed not to contain these names.
std::vector<Foreign> foreign_in_awk(std::string_view program) {
  struct Name {
    std::string_view name, instead;
  };
  static constexpr Name names[] = {
      {"gensub", "gsub or sub"}, {"strftime", "date"},      {"systime", "date"}, {"mktime", ""},
      {"asort", "sort"},         {"asorti", "sort"},        {"strtonum", ""},    {"PROCINFO", ""},
      {"IGNORECASE", "tolower"}, {"BEGINFILE", "FNR == 1"}, {"ENDFILE", ""},     {"FPAT", ""},
      {"FIELDWIDTHS", "substr"}, {"patsplit", "split"}};
  std::vector<Foreign> found;
  for (std::size_t at = 0; at < program.size();) {
    if (program[at] == '"') {
      for (++at; at < program.size() && program[at] != '"'; ++at)
        if (program[at] == '\\') ++at;
      ++at;
    } else if (is_part_of_name(program[at])) {
      std::size_t end = at;
      while (end < program.size() && is_part_of_name(program[end])) ++end;
      for (const Name& each : names)
        if (program.substr(at, end - at) == each.name)
          add(found, fmt::format("{} is gawk's own", each.name), each.instead);
      at = end;
    } else {
      ++at;
    }
  }
  return found;
}

}  // namespace assay::posix
