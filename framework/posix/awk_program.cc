// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>

#include "assay/internal/text.h"
#include "findings.h"
#include "languages.h"

namespace assay::posix {
namespace {

struct AwkName {
  std::string_view name, instead;
};

// Functions: only before a parenthesis, and only if the program does not define them.
constexpr AwkName kFunctions[] = {{"gensub", "gsub or sub"},
                                  {"strftime", "date"},
                                  {"systime", "date"},
                                  {"mktime", ""},
                                  {"asort", "sort"},
                                  {"asorti", "sort"},
                                  {"strtonum", ""},
                                  {"patsplit", "split"},
                                  {"and", ""},
                                  {"or", ""},
                                  {"xor", ""},
                                  {"compl", ""},
                                  {"lshift", "a product"},
                                  {"rshift", "int and a quotient"},
                                  {"typeof", ""},
                                  {"isarray", ""},
                                  {"mkbool", ""},
                                  {"switch", "if"}};
// Variables and patterns that mean something to gawk wherever they stand.
constexpr AwkName kWords[] = {{"PROCINFO", ""},
                              {"IGNORECASE", "tolower"},
                              {"BEGINFILE", "FNR == 1"},
                              {"ENDFILE", ""},
                              {"FPAT", ""},
                              {"FIELDWIDTHS", "substr"},
                              {"SYMTAB", ""},
                              {"FUNCTAB", ""}};
// Variables that gawk sets: a program's own if it assigns to them.
constexpr AwkName kSet[] = {{"RT", "RS"}, {"ERRNO", ""}, {"ARGIND", "a counter raised when FNR == 1"}};
// What POSIX has since 2024.
constexpr AwkName kRecent[] = {{"nextfile", "a flag that is reset when FNR == 1"}, {"fflush", "close"}};

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// How many characters a string of awk stands for.
std::size_t length_of(std::string_view text) {
  std::size_t length = 0;
  for (std::size_t at = 0; at < text.size(); ++length) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      ++at;
    } else if (is_digit(text[at + 1])) {
      const std::size_t begin = ++at;
      while (at < text.size() && at < begin + 3 && is_digit(text[at])) ++at;
    } else {
      at += 2;
    }
  }
  return length;
}

// One pass over a program, token by token.
class AwkProgram {
 public:
  explicit AwkProgram(std::string_view text) : text_(text) { survey(); }

  std::vector<Foreign> foreign() {
    while (at_ < text_.size()) token();
    return std::move(found_);
  }

 private:
  void add(std::string what, std::string_view instead) {
    if (std::ranges::none_of(found_, [&](const Foreign& each) { return each.what == what; }))
      found_.push_back({std::move(what), std::string(instead)});
  }
  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  std::size_t skip_blanks(std::size_t at) const {
    while (is_blank(peek(at))) ++at;
    return at;
  }
  std::size_t end_of_name(std::size_t at) const {
    while (is_in_name(peek(at))) ++at;
    return at;
  }
  // REQUIRES: at a quote or the slash of an expression. The position after its end.
  std::size_t end_of_quoted(std::size_t at) const {
    const char close = text_[at++];
    bool in_brackets = false;
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      if (c == '\\')
        ++at;
      else if (close == '/' && c == '[')
        in_brackets = true;
      else if (c == ']')
        in_brackets = false;
      else if (c == close && !in_brackets)
        return at + 1;
    }
    return text_.size();
  }

  // Notes arrays, the program's own functions and variables that it sets. Strings and comments are read as
  // code here, which can only add names.
  void survey() {
    std::string_view before;
    for (std::size_t at = 0; at < text_.size();) {
      if (!begins_name(text_[at])) {
        ++at;
        continue;
      }
      const std::size_t end = end_of_name(at);
      const std::string_view name = text_.substr(at, end - at);
      const std::size_t next = skip_blanks(end);
      if (peek(end) == '[' || before == "in" || name == "ENVIRON" || name == "ARGV") arrays_.insert(name);
      if (name == "split" && peek(next) == '(')
        if (const std::size_t array = arguments(next, 2).begin; array < text_.size())
          arrays_.insert(text_.substr(array, end_of_name(array) - array));
      if (before == "function" || before == "func") functions_.insert(name);
      if (peek(next) == '=' && peek(next + 1) != '=') assigned_.insert(name);
      before = name;
      at = end;
    }
  }

  void token() {
    const char c = text_[at_];
    if (is_blank(c)) {
      ++at_;
    } else if (c == '\\' && peek(at_ + 1) == '\n') {
      at_ += 2;
    } else if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '"') {
      string();
    } else if (c == '/' && !after_operand_) {
      const std::size_t end = end_of_quoted(at_);
      expression(text_.substr(at_ + 1, end - at_ - 2 < text_.size() ? end - at_ - 2 : 0));
      at_ = end, last_ = '/', after_operand_ = true;
    } else if (begins_name(c)) {
      name();
    } else if (is_digit(c)) {
      number();
    } else {
      sign();
    }
  }

  void expression(std::string_view pattern) {
    for (Foreign& each : foreign_in_regex(pattern, Regex::awk)) add(std::move(each.what), each.instead);
  }

  void string() {
    const std::size_t end = end_of_quoted(at_);
    const std::string_view text = text_.substr(at_ + 1, end - at_ - 2 < text_.size() ? end - at_ - 2 : 0);
    for (std::size_t at = text.find('\\'); at != text.npos && at + 1 < text.size();
         at = text.find('\\', at + 2))
      if (begins_name(text[at + 1]) && std::string_view("abfnrtv").find(text[at + 1]) == text.npos)
        add(fmt::format("\\{} in a string of awk is not in POSIX", text[at + 1]),
            text[at + 1] == 'x' ? "three octal digits" : "");
    const bool is_pattern = last_ == '~' || (last_ == '(' && (called_ == "sub" || called_ == "gsub"));
    if (is_pattern) dynamic_expression(text);
    at_ = end, last_ = '"', after_operand_ = true;
  }
  // The string's own backslashes are doubled: "\\<".
  void dynamic_expression(std::string_view text) {
    std::string pattern;
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (text[at] == '\\' && peek_in(text, at + 1) == '\\') {
        pattern += '\\', ++at;
      } else if (text[at] == '\\' && begins_name(peek_in(text, at + 1))) {
        pattern += ' ', ++at;  // a character such as \t, or judged as one of the string
      } else {
        pattern += text[at];
      }
    }
    expression(pattern);
  }
  static char peek_in(std::string_view text, std::size_t at) { return at < text.size() ? text[at] : '\0'; }

  void number() {
    if (text_[at_] == '0' && (peek(at_ + 1) == 'x' || peek(at_ + 1) == 'X'))
      add("a number such as 0x1F is not in POSIX's awk", "the number in decimal");
    while (is_in_name(peek(at_)) || peek(at_) == '.') ++at_;
    last_ = '0', after_operand_ = true;
  }

  void name() {
    const std::size_t end = end_of_name(at_);
    const std::string_view name = text_.substr(at_, end - at_);
    const std::size_t next = skip_blanks(end);
    const bool is_call = peek(next) == '(';
    const bool is_own = functions_.contains(name);
    at_ = end;
    for (const AwkName& each : kFunctions)
      if (name == each.name && is_call && !is_own) add(fmt::format("{} is gawk's own", name), each.instead);
    for (const AwkName& each : kWords)
      if (name == each.name) add(fmt::format("{} is gawk's own", name), each.instead);
    for (const AwkName& each : kSet)
      if (name == each.name && !assigned_.contains(name))
        add(fmt::format("{} is gawk's own", name), each.instead);
    for (const AwkName& each : kRecent)
      if (name == each.name && !is_own && (name == "nextfile" || is_call))
        add(fmt::format("{} is in POSIX only since 2024", name), each.instead);
    if (name == "func" && begins_name(peek(next))) add("func is not in POSIX's awk", "function");
    if (name == "delete") whole_array(next);
    if (name == "length") length(next);
    if (name == "match" && is_call && arguments(next).count == 3)
      add("match with three arguments is gawk's own", "RSTART, RLENGTH and substr");
    if (name == "split" && is_call) split(next);
    if (name == "close" && is_call && arguments(next).count == 2)
      add("close with two arguments is gawk's own", "");
    assignment(name, next);
    after_operand_ = !is_among(name, "print printf return in else do getline exit delete case");
    called_ = name;
    last_ = 'a';
  }

  void split(std::size_t at) {
    const Arguments found = arguments(at, 3);
    if (found.count == 4) add("split with four arguments is gawk's own", "split with three");
    if (found.begin < text_.size() && text_.substr(found.begin).starts_with("\"\""))
      add("split at an empty text is not settled by POSIX", "substr for each character");
  }
  void whole_array(std::size_t at) {
    const std::size_t end = skip_blanks(end_of_name(at));
    if (begins_name(peek(at)) && peek(end) != '[')
      add("delete of a whole array is in POSIX only since 2024", "split(\"\", array)");
  }
  void length(std::size_t at) {
    at = peek(at) == '(' ? skip_blanks(at + 1) : at;
    const std::size_t end = end_of_name(at);
    if (peek(end) != '[' && arrays_.contains(text_.substr(at, end - at)))
      add("length of an array is not in POSIX.1-2017", "a count of its elements");
  }
  void assignment(std::string_view name, std::size_t at) {
    if (peek(at) != '=' || peek(at + 1) == '=') return;
    at = skip_blanks(at + 1);
    if (peek(at) != '"') return;
    const std::size_t end = end_of_quoted(at);
    const std::string_view value = text_.substr(at + 1, end - at - 2 < text_.size() ? end - at - 2 : 0);
    for (Foreign& each : foreign_in_awk_variable(name, value)) add(std::move(each.what), each.instead);
  }

  // REQUIRES: at the parenthesis of a call. The position of an argument, counted from 1, and how many there
  // are.
  struct Arguments {
    std::size_t begin = std::string_view::npos;
    int count = 1;
  };
  Arguments arguments(std::size_t at, int wanted = 0) const {
    Arguments found;
    int depth = 0;
    char before = '(';
    for (; at < text_.size(); ++at) {
      const char c = text_[at];
      const bool opens_pattern = c == '/' && (before == '(' || before == ',' || before == '~');
      if (c == '"' || opens_pattern) at = end_of_quoted(at) - 1;
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && --depth == 0) return found;
      if (c == ',' && depth == 1 && ++found.count == wanted) found.begin = skip_blanks(at + 1);
      if (!is_blank(c)) before = c;
    }
    return {};
  }

  void sign() {
    const char c = text_[at_];
    const char next = peek(at_ + 1);
    if (c == '*' && next == '*') add("** is not in POSIX's awk", "^"), ++at_;
    if (c == '|' && next == '&') add("|& is gawk's own", "a file"), ++at_;
    if (c == '@') add("@ is gawk's own", next == 'i' || next == 'l' ? "-f for each file" : "");
    if (c == ']' && next == '[') add("an array of arrays is gawk's own", "array[i, j]");
    after_operand_ = c == ')' || c == ']';
    last_ = c;
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  char last_ = '\0';            // the last token: its sign, or a letter, 0, a quote or a slash
  std::string_view called_;     // the last name
  bool after_operand_ = false;  // where a slash divides
  std::set<std::string_view> arrays_, functions_, assigned_;
  std::vector<Foreign> found_;
};

}  // namespace

std::vector<Foreign> foreign_in_awk(std::string_view program) { return AwkProgram(program).foreign(); }

std::vector<Foreign> foreign_in_awk_variable(std::string_view name, std::string_view value) {
  if (name == "RS" && length_of(value) > 1)
    return {
        {"RS of several characters is not settled by POSIX", "one character, or RS = \"\" for paragraphs"}};
  if (name == "FS" && value.empty())
    return {{"an empty FS is not settled by POSIX", "substr for each character"}};
  return {};
}

}  // namespace assay::posix
