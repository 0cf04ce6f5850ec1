// SPDX-License-Identifier: Apache-2.0
#include "languages/awk_lexer.h"

#include <array>

#include "languages/characters.h"

namespace assay::equivalence {
namespace {

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::optional<AwkTokens> read() {
    while (at_ < text_.size()) {
      if (!read_token()) return std::nullopt;
    }
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void add(AwkTokenKind kind, std::size_t begin) {
    tokens_.push_back({kind, std::string(text_.substr(begin, at_ - begin)), glued_});
    glued_ = true;
  }

  bool read_token() {
    const char c = peek();
    const std::size_t begin = at_;
    if (c == ' ' || c == '\t') {
      ++at_;
      glued_ = false;
      return true;
    }
    if (c == '\n') {
      ++at_;
      add(AwkTokenKind::newline, begin);
      return true;
    }
    if (c == '#' || c == '\\' || c == '\r' || static_cast<unsigned char>(c) >= 0x80) return false;
    if (c == '"') return read_string(begin);
    if (c == '/' && regex_may_start()) return read_regex(begin);
    if (c == '/' && tokens_.back().is(")")) return false;  // after `if (x)` it may still begin one
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      while (is_name_char(peek()) || peek() == '.') ++at_;
      add(AwkTokenKind::number, begin);
      return true;
    }
    if (is_name_char(c)) {
      while (is_name_char(peek())) ++at_;
      add(AwkTokenKind::name, begin);
      return true;
    }
    return read_mark(begin);
  }

  bool read_string(std::size_t begin) {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\n') return false;
      if (text_[at_] == '\\' && ++at_ >= text_.size()) return false;
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    add(AwkTokenKind::string, begin);
    return true;
  }

  // Implementations disagree about a slash in brackets: such a program is not read.
  bool read_regex(std::size_t begin) {
    for (++at_; at_ < text_.size() && text_[at_] != '/'; ++at_) {
      if (text_[at_] == '\n' || (text_[at_] == '[' && !skip_brackets())) return false;
      if (text_[at_] == '\\' && ++at_ >= text_.size()) return false;
    }
    if (at_ >= text_.size()) return false;
    ++at_;
    add(AwkTokenKind::regex, begin);
    return true;
  }

  // From the bracket that opens a set to the one that closes it, which is not the first in it.
  bool skip_brackets() {
    ++at_;
    if (peek() == '^') ++at_;
    if (peek() == ']') ++at_;
    for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '/' || text_[at_] == '\n') return false;
      if (text_[at_] == '[' && (peek(1) == ':' || peek(1) == '.' || peek(1) == '=')) {
        at_ = text_.find(std::string{text_[at_ + 1], ']'}, at_ + 2);
        if (at_ == text_.npos) return false;
        ++at_;
      } else if (text_[at_] == '\\') {
        ++at_;
      }
    }
    return at_ < text_.size();
  }

  // After an operand a slash divides.
  bool regex_may_start() const {
    if (tokens_.empty()) return true;
    const AwkToken& last = tokens_.back();
    switch (last.kind) {
      case AwkTokenKind::number:
      case AwkTokenKind::string:
      case AwkTokenKind::regex:
        return false;
      case AwkTokenKind::name:
        return last.text == "print" || last.text == "return" || last.text == "printf" ||
               last.text == "else" || last.text == "do";
      case AwkTokenKind::newline:
        return true;
      case AwkTokenKind::mark:
        return last.text != ")" && last.text != "]" && last.text != "$" && last.text != "++" &&
               last.text != "--";
    }
    return false;
  }

  bool read_mark(std::size_t begin) {
    constexpr std::array<std::string_view, 18> kLong = {
        "**=", "&&", "||", "==", "!=", "<=", ">=", "++", "--",
        "+=",  "-=", "*=", "/=", "%=", "^=", "!~", ">>", "**"};
    for (const std::string_view mark : kLong) {
      if (!text_.substr(at_).starts_with(mark)) continue;
      at_ += mark.size();
      add(AwkTokenKind::mark, begin);
      return true;
    }
    if (std::string_view("{}()[];,+-*/%^!<>=~?:$&|@").find(text_[at_]) == std::string_view::npos)
      return false;
    if (text_[at_] == '@') return false;
    ++at_;
    add(AwkTokenKind::mark, begin);
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool glued_ = false;
  AwkTokens tokens_;
};

}  // namespace

std::optional<AwkTokens> awk_tokens(std::string_view program) { return Lexer(program).read(); }

}  // namespace assay::equivalence
