// SPDX-License-Identifier: Apache-2.0
// sed, awk and perl programs, parsed only for their literals.
#include <cctype>

#include "clues.h"

namespace assay::worlds {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Program {
 public:
  Program(std::string_view text, std::string_view utility, Clues& clues)
      : text_(text),
        is_sed_(utility == "sed"),
        syntax_(is_sed_ ? Syntax::basic : Syntax::extended),
        clues_(clues) {}

  void read() {
    if (text_.find("{}") != std::string_view::npos && is_sed_) return;
    while (at_ < text_.size()) step();
  }

 private:
  void step() {
    const char c = text_[at_];
    if (is_digit(c)) return number();
    if (c == '"') return string();
    if (c == '/' || (c == '\\' && is_sed_ && at_ + 1 < text_.size())) return pattern(c == '\\');
    if (c == '$') return field();
    const bool begins_word = at_ == 0 || !std::isalnum(static_cast<unsigned char>(text_[at_ - 1]));
    if (begins_word && (c == 's' || c == 'y' || c == 'm') && at_ + 1 < text_.size() &&
        is_delimiter(text_[at_ + 1]))
      return substitution(c);
    ++at_;
  }

  static bool is_delimiter(char c) {
    return std::ispunct(static_cast<unsigned char>(c)) && c != ';' && c != '}' && c != '=';
  }

  void number() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    const auto number = leading_number(text_.substr(begin, at_ - begin));
    if (!number) return;
    const bool is_of_lines = is_sed_ || text_.substr(0, begin).find("NR") != std::string_view::npos;
    if (is_of_lines && *number < 5000) add_once(clues_.lines, *number);
    if (!is_sed_ && *number < 1'000'000'000'000) add_once(clues_.numbers, *number);
  }

  // Reads up to the delimiter and skips it.
  std::string up_to(char delimiter) {
    std::string part;
    bool in_brackets = false;
    while (at_ < text_.size() && (in_brackets || text_[at_] != delimiter)) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        if (text_[at_ + 1] != delimiter) part += '\\';
        ++at_;
      }
      if (text_[at_] == '[' && delimiter == '/') in_brackets = text_.find(']', at_) != std::string_view::npos;
      if (text_[at_] == ']') in_brackets = false;
      part += text_[at_++];
    }
    if (at_ < text_.size()) ++at_;
    return part;
  }

  void string() {
    ++at_;
    const std::string value = up_to('"');
    if (value.empty()) return;
    const bool is_separator = text_.substr(0, at_).find("FS") != std::string_view::npos && value.size() <= 3;
    if (is_separator) add_once(clues_.separators, value);
    add_once(clues_.patterns, PatternClue{value, Syntax::fixed});
  }

  void pattern(bool is_custom) {
    if (is_custom) ++at_;
    const char delimiter = text_[at_++];
    if (text_.find(delimiter, at_) == std::string_view::npos) return;
    const std::string value = up_to(delimiter);
    if (!value.empty()) add_once(clues_.patterns, PatternClue{value, syntax_});
  }

  void field() {
    ++at_;
    if (at_ < text_.size() && is_digit(text_[at_])) {
      if (const auto number = leading_number(text_.substr(at_))) add_once(clues_.columns, *number);
      while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    } else if (text_.substr(at_).starts_with("NF")) {
      add_once(clues_.columns, std::uint64_t{3});
      at_ += 2;
    } else if (text_.substr(at_).starts_with("(NF")) {
      add_once(clues_.columns, std::uint64_t{5});
      at_ += 3;
    }
  }

  void substitution(char command) {
    const char opening = text_[at_ + 1];
    at_ += 2;
    const char delimiter = opening == '{' ? '}' : opening;
    if (text_.find(delimiter, at_) == std::string_view::npos) return;
    const std::string from = up_to(delimiter);
    if (!from.empty()) add_once(clues_.patterns, PatternClue{from, command == 'y' ? Syntax::fixed : syntax_});
    if (command == 'm') return;
    if (opening == '{' && at_ < text_.size()) ++at_;
    const std::string with = up_to(delimiter);
    // Texts that already contain the replacement: a second time, or too often.
    if (!with.empty() && with.find_first_of("\\&$") == std::string::npos)
      add_once(clues_.patterns, PatternClue{with, Syntax::fixed});
    while (at_ < text_.size() &&
           (std::isalpha(static_cast<unsigned char>(text_[at_])) || is_digit(text_[at_])))
      ++at_;
  }

  std::string_view text_;
  bool is_sed_;
  Syntax syntax_;
  Clues& clues_;
  std::size_t at_ = 0;
};

}  // namespace

void add_program_clues(std::string_view program, std::string_view utility, Clues& clues) {
  Program(program, utility, clues).read();
}

}  // namespace assay::worlds
