// SPDX-License-Identifier: Apache-2.0
#include "languages.h"

#include <fmt/format.h>

#include <algorithm>

#include "findings.h"

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
                              {'y', ""},
                              {'d', "[[:digit:]]"},
                              {'D', "[^[:digit:]]"},
                              {'`', "^"},
                              {'\'', "$"}};
// What a backslash may stand before in awk: \b is a backspace there, which nobody means in a pattern.
constexpr std::string_view kLettersOfAwk = "afnrtv";
constexpr Escape kOfBasic[] = {{'+', "\\{1,\\}"}, {'?', "\\{0,1\\}"}, {'|', "two expressions"}};

void add(std::vector<Foreign>& found, std::string what, std::string_view instead) {
  if (std::ranges::none_of(found, [&](const Foreign& each) { return each.what == what; }))
    found.push_back({std::move(what), std::string(instead)});
}

void find_escape(char letter, Regex dialect, std::vector<Foreign>& found) {
  for (const Escape& each : kOfBoth)
    if (each.letter == letter)
      return add(found, fmt::format("\\{} in a pattern is not in POSIX", letter), each.instead);
  if (is_letter(letter) && (dialect != Regex::awk || kLettersOfAwk.find(letter) == kLettersOfAwk.npos))
    add(found, fmt::format("\\{} in a pattern is not in POSIX", letter), "the character itself");
  if (dialect == Regex::basic)
    for (const Escape& each : kOfBasic)
      if (each.letter == letter)
        add(found, fmt::format("\\{} in a basic expression is not in POSIX", letter), each.instead);
  if (dialect == Regex::extended && letter >= '1' && letter <= '9')
    add(found, fmt::format("\\{} in an extended expression is not in POSIX", letter), "a basic expression");
}

void add_unbounded(std::vector<Foreign>& found) {
  add(found, "a repetition without its least number is not in POSIX", "{0,n}");
}

void find_escapes(std::string_view text, Regex dialect, std::vector<Foreign>& found) {
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t behind = behind_brackets(text, at); behind != at) {
      at = behind;
    } else if (text[at] == '\\' && at + 1 < text.size()) {
      find_escape(text[at + 1], dialect, found);
      if (dialect == Regex::basic && text.substr(at).starts_with("\\{,")) add_unbounded(found);
      at += 2;
    } else {
      if (dialect != Regex::basic && text.substr(at).starts_with("{,")) add_unbounded(found);
      ++at;
    }
  }
}

// Scripts of sed: addresses, commands, patterns and replacements.
struct SedCommand {
  char letter;
  std::string_view instead;
};
constexpr SedCommand kForeignCommands[] = {{'e', ""}, {'F', ""},     {'z', "s/.*//"},
                                           {'v', ""}, {'L', "fold"}, {'Q', ""},
                                           {'R', ""}, {'W', ""},     {'T', "t, and b behind it"}};

class SedScript {
 public:
  SedScript(std::string_view text, Regex dialect) : text_(text), dialect_(dialect) {}

  std::vector<Foreign> foreign() {
    while (at_ < text_.size()) step();
    return std::move(found_);
  }

 private:
  void add(std::string what, std::string_view instead) {
    if (std::ranges::none_of(found_, [&](const Foreign& each) { return each.what == what; }))
      found_.push_back({std::move(what), std::string(instead)});
  }
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_to(std::string_view any) {
    for (; at_ < text_.size() && any.find(text_[at_]) == any.npos; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_, text_.size());
  }

  // One command, one address, or one character between them.
  void step() {
    const char c = text_[at_++];
    if (c == '\\' && at_ < text_.size()) return address(text_[at_++]);  // \|pattern|
    if (c == '/') return address('/');
    if (is_digit(c)) return number(c);
    if (c == ',') return range();
    if (c == 's' || c == 'y') return substitution(c == 's');
    for (const SedCommand& each : kForeignCommands)
      if (c == each.letter) add(fmt::format("the command {} of sed is not in POSIX", c), each.instead);
    if (c == 'a' || c == 'i' || c == 'c') return text(c);
    if (c == 'q' && is_digit(peek(peek() == ' ' ? 1 : 0)))
      add("an exit status behind q of sed is not in POSIX", "q");
    if (c == 'l' && is_digit(peek(peek() == ' ' ? 1 : 0)))
      add("a length behind l of sed is not in POSIX", "l");
    if (std::string_view("erRwW#").find(c) != std::string_view::npos) return skip_to("\n");
    if (std::string_view(":btTqQlL").find(c) != std::string_view::npos) return skip_to("\n;}");
  }

  void address(char end) {
    pattern(end);
    if (peek() == 'I' || peek() == 'M')
      add(fmt::format("{} behind an address of sed is not in POSIX", peek()),
          peek() == 'I' ? "both letters in brackets" : ""),
          ++at_;
  }
  void number(char first) {
    bool is_zero = first == '0';
    for (; is_digit(peek()); ++at_) is_zero = false;
    if (peek() == '~') {
      add("first~step as an address of sed is not in POSIX", "awk and NR %");
      for (++at_; is_digit(peek());) ++at_;
    } else if (is_zero && peek() == ',') {
      add("0 as an address of sed is not in POSIX", "1");
    }
  }
  void range() {
    while (peek() == ' ') ++at_;
    if (peek() != '+' && peek() != '~') return;
    add(fmt::format("{}N behind an address of sed is not in POSIX", peek()), "awk");
    for (++at_; is_digit(peek());) ++at_;
  }

  // POSIX has the text on lines of its own: a\ and a newline.
  void text(char command) {
    std::size_t at = at_;
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    const bool is_on_own_line =
        at < text_.size() && text_[at] == '\\' && (at + 1 == text_.size() || text_[at + 1] == '\n');
    if (!is_on_own_line && at < text_.size() && text_[at] != '}')
      add(fmt::format("text on the line of the command {} of sed is not in POSIX", command),
          fmt::format("{}\\ and the text on the next line", command));
    skip_to("\n");
  }

  void substitution(bool is_s) {
    if (at_ >= text_.size()) return;
    const char end = text_[at_++];
    if (is_s)
      pattern(end);
    else
      part(end, "n");
    part(end, is_s ? "" : "n");
    if (is_s) flags();
  }
  void flags() {
    bool is_global = false;
    bool is_numbered = false;
    for (; is_letter(peek()) || is_digit(peek()); ++at_) {
      const char c = peek();
      is_global |= c == 'g';
      is_numbered |= is_digit(c);
      if (c == 'I' || c == 'i' || c == 'M' || c == 'm' || c == 'e')
        add(fmt::format("the flag {} of s in sed is not in POSIX", c),
            c == 'I' || c == 'i' ? "both letters in brackets" : "");
      if (c == 'w') {
        skip_to("\n");
        break;
      }
    }
    if (is_global && is_numbered)
      add("a number and g together behind s in sed are not settled by POSIX", "one of them");
  }

  // Reads a pattern without the backslashes of its delimiters: in s|a\|b|c|, \| is a bar, and nothing of the
  // pattern's own language.
  void pattern(char end) {
    std::string own;
    while (at_ < text_.size()) {
      if (const std::size_t behind = behind_brackets(text_, at_); behind != at_) {
        if (text_.substr(at_, behind - at_).find("\\n") != text_.npos)
          add("\\n in brackets is a backslash and an n in POSIX", "a pattern without it");
        own += "x";
        at_ = behind;
      } else if (text_[at_] == end) {
        ++at_;
        break;
      } else if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        const char c = text_[at_ + 1];
        if (c == 't' || c == 'r')
          script_escape(c);
        else if (c == end || c == 'n')
          own += c;
        else
          own += {'\\', c};
        at_ += 2;
      } else {
        own += text_[at_++];
      }
    }
    for (Foreign& each : foreign_in_regex(own, dialect_)) add(std::move(each.what), each.instead);
  }
  // A replacement, or a list of characters for y, with the letters that a backslash may stand before.
  void part(char end, std::string_view allowed) {
    for (; at_ < text_.size() && text_[at_] != end; ++at_) {
      if (text_[at_] != '\\' || at_ + 1 >= text_.size()) continue;
      ++at_;
      if (is_letter(text_[at_]) && text_[at_] != end && allowed.find(text_[at_]) == allowed.npos)
        script_escape(text_[at_]);
    }
    at_ = std::min(at_ + 1, text_.size());
  }
  void script_escape(char c) {
    const bool changes_case = std::string_view("ULEul").find(c) != std::string_view::npos;
    add(fmt::format("\\{} in a script of sed is not in POSIX", c), changes_case ? "y or tr"
                                                                   : c == 'n'   ? "a backslash and a line end"
                                                                                : "the character itself");
  }

  std::string_view text_;
  Regex dialect_;
  std::size_t at_ = 0;
  std::vector<Foreign> found_;
};

}  // namespace

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

std::vector<Foreign> foreign_in_regex(std::string_view pattern, Regex dialect) {
  std::vector<Foreign> found;
  find_escapes(pattern, dialect, found);
  return found;
}

std::vector<Foreign> foreign_in_sed(std::string_view script, Regex dialect) {
  return SedScript(script, dialect).foreign();
}

}  // namespace assay::posix
