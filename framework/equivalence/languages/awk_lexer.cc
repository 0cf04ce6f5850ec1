// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "assay/internal/text.h"
#include "languages/awk_program.h"
#include "languages/characters.h"

namespace assay::equivalence {
namespace {

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::optional<AwkTokens> read() {
    while (at_ < text_.size())
      if (!read_token()) return std::nullopt;
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
      case AwkTokenKind::regex: return false;
      case AwkTokenKind::name: return is_among(last.text, "print return printf else do");
      case AwkTokenKind::newline: return true;
      case AwkTokenKind::mark: return !is_among(last.text, ") ] $ ++ --");
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

using TokenKind = AwkTokenKind;
using Token = AwkToken;
using Tokens = AwkTokens;

bool matches(const Tokens& tokens, std::size_t at, std::initializer_list<std::string_view> texts) {
  if (at + texts.size() > tokens.size()) return false;
  for (const std::string_view text : texts) {
    if (tokens[at].kind == TokenKind::string || tokens[at].kind == TokenKind::regex ||
        tokens[at].text != text)
      return false;
    ++at;
  }
  return true;
}

void erase(Tokens& tokens, std::size_t at, std::size_t count) {
  const auto begin = tokens.begin() + static_cast<std::ptrdiff_t>(at);
  tokens.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
}

bool ends_statement(const Tokens& tokens, std::size_t at) {
  return at == tokens.size() || tokens[at].is("}") || tokens[at].is(";") ||
         tokens[at].kind == TokenKind::newline;
}

bool names_any(const Tokens& tokens, std::initializer_list<std::string_view> names) {
  return std::ranges::any_of(tokens, [names](const Token& each) {
    return each.kind == TokenKind::name && std::ranges::find(names, each.text) != names.end();
  });
}

namespace {

// What may follow `length` alone in busybox's awk, which takes other tokens for its argument.
bool may_follow_length(const Token& token) {
  constexpr auto kOperators = std::to_array<std::string_view>(
      {"<", ">", "<=", ">=", "==", "!=", "+", "*", "%", "^", "&&", "||", "?", "~", ",", ";", "}"});
  return token.kind == TokenKind::newline || token.kind == TokenKind::string ||
         (token.kind == TokenKind::mark && std::ranges::find(kOperators, token.text) != kOperators.end());
}

}  // namespace

void settle_length(Tokens& tokens, BareLength bare) {
  const Token record[] = {{TokenKind::mark, "(", true},
                          {TokenKind::mark, "$", true},
                          {TokenKind::number, "0", true},
                          {TokenKind::mark, ")", true}};
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || tokens[at].text != "length") continue;
    const bool is_last = at + 1 == tokens.size();
    if (matches(tokens, at + 1, {"(", ")"})) {
      erase(tokens, at + 1, 2);
    } else if (is_last ? bare == BareLength::kept
                       : tokens[at + 1].is("(") ||
                             (bare == BareLength::kept && !may_follow_length(tokens[at + 1]))) {
      continue;
    }
    tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::begin(record), std::end(record));
  }
}

namespace {

// The length of a simple value: $1, $NF, NR, "text". 0 for anything else.
std::size_t plain_value(const Tokens& tokens, std::size_t at) {
  const auto is_count = [&](std::size_t i) {
    return i < tokens.size() && tokens[i].kind == TokenKind::name &&
           (tokens[i].text == "NR" || tokens[i].text == "NF" || tokens[i].text == "FNR");
  };
  if (at >= tokens.size()) return 0;
  if (tokens[at].is("$"))
    return is_count(at + 1) || (at + 1 < tokens.size() && tokens[at + 1].kind == TokenKind::number) ? 2 : 0;
  return is_count(at) || tokens[at].kind == TokenKind::string ? 1 : 0;
}

}  // namespace

// print a OFS b, and with the default separator print a " " b, are print a,b.
void separate_by_commas(Tokens& tokens, bool is_usual_separator) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || tokens[at].text != "print") continue;
    std::vector<std::size_t> separators;
    std::size_t next = at + 1;
    while (true) {
      const std::size_t length = plain_value(tokens, next);
      if (length == 0) break;
      next += length;
      if (ends_statement(tokens, next)) {
        for (const std::size_t each : separators) tokens[each] = {TokenKind::mark, ",", true};
        break;
      }
      const bool separates =
          tokens[next].is(",") || (tokens[next].kind == TokenKind::name && tokens[next].text == "OFS") ||
          (is_usual_separator && tokens[next].kind == TokenKind::string && tokens[next].text == "\" \"");
      if (!separates) break;
      separators.push_back(next++);
    }
  }
}

namespace {

// Whether the name is a user's: not one of the language, and not all in capitals, which are assumed to be the
// language's.
bool is_own_name(const Token& token) {
  constexpr std::string_view kWords =
      "and asort asorti atan2 bindtextdomain break case close compl continue cos dcgettext dcngettext "
      "default delete do else exit exp fflush for func function gensub getline gsub if in index int isarray "
      "length log lshift match mktime next nextfile or patsplit print printf rand return rshift sin split "
      "sprintf sqrt srand strftime strtonum sub substr switch system systime tolower toupper typeof while "
      "xor";
  return !is_among(token.text, kWords) &&
         std::ranges::any_of(token.text, [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

// Nothing outside the program sees the names of its variables.
void rename_variables(Tokens& tokens) {
  const auto is_call = [&](std::size_t at) { return at + 1 < tokens.size() && tokens[at + 1].is("("); };
  std::vector<std::string> names;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || !is_own_name(tokens[at])) continue;
    if (is_call(at)) return;  // an unknown name may be a function
    if (std::ranges::find(names, tokens[at].text) == names.end()) names.push_back(tokens[at].text);
  }
  for (Token& each : tokens) {
    if (each.kind != TokenKind::name || !is_own_name(each)) continue;
    const auto place = std::ranges::find(names, each.text) - names.begin();
    each.text = "v" + std::to_string(place + 1);
  }
}

}  // namespace assay::equivalence
