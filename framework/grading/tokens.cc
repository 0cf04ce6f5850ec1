// SPDX-License-Identifier: Apache-2.0
#include "tokens.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace assay {
namespace {

constexpr int kDepth = 64;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool ends_word(char c) {
  return is_blank(c) || std::string_view("\n|&;()<>").find(c) != std::string_view::npos;
}

// Finds the ends of quotes and substitutions. Each function but piece() and dollar() takes the position after
// the opening bytes. All return the position after the closing byte, or npos for "not understood".
class Extent {
 public:
  static constexpr std::size_t npos = std::string_view::npos;
  explicit Extent(std::string_view text) : text_(text) {}

  // The end of the word's next piece: a plain byte, an escaped one, a quoted string or a substitution.
  std::size_t piece(std::size_t at) {
    switch (text_[at]) {
      case '\\':
        return at + 1 < text_.size() && text_[at + 1] != '\n' ? at + 2 : npos;
      case '\'':
        return single(at + 1);
      case '"':
        return doubled(at + 1);
      case '`':
        return backquoted(at + 1);
      case '$':
        return dollar(at);
      default:
        return at + 1;
    }
  }

  std::size_t parenthesised(std::size_t at) {
    const std::size_t begin = at;
    if (++depth_ > kDepth) return npos;
    for (int open = 1; at < text_.size();) {
      const char c = text_[at];
      if (c == '(') ++open;
      if (c == ')' && --open == 0) {
        --depth_;
        return is_plain(text_.substr(begin, at - begin)) ? at + 1 : npos;
      }
      at = piece(at);
      if (at == npos) return npos;
    }
    return npos;
  }

 private:
  std::size_t single(std::size_t at) {
    const std::size_t close = text_.find('\'', at);
    return close == npos ? npos : close + 1;
  }

  // $'…', in which a backslash escapes the next byte.
  std::size_t ansi(std::size_t at) {
    while (at < text_.size()) {
      if (text_[at] == '\'') return at + 1;
      at += text_[at] == '\\' ? 2 : 1;
    }
    return npos;
  }

  std::size_t backquoted(std::size_t at) {
    while (at < text_.size()) {
      if (text_[at] == '`') return at + 1;
      at += text_[at] == '\\' ? 2 : 1;
    }
    return npos;
  }

  std::size_t doubled(std::size_t at) {
    ++doubled_;
    while (at < text_.size() && at != npos) {
      switch (text_[at]) {
        case '"':
          --doubled_;
          return at + 1;
        case '\\':
          at += 2;
          break;
        case '`':
          at = backquoted(at + 1);
          break;
        case '$':
          at = dollar(at);
          break;
        default:
          ++at;
      }
    }
    return npos;
  }

  std::size_t dollar(std::size_t at) {
    const char next = at + 1 < text_.size() ? text_[at + 1] : '\0';
    if (next == '[') return npos;
    if (next == '{') return braced(at + 2);
    if (next == '\'' && doubled_ == 0) return ansi(at + 2);
    if (next != '(') return at + 1;
    const int outer = doubled_;  // quoting starts anew inside $( … )
    doubled_ = 0;
    const std::size_t end = parenthesised(at + 2);
    doubled_ = outer;
    return end;
  }

  // ${ … }. Inside double quotes the operator determines whether a single quote quotes: not understood.
  std::size_t braced(std::size_t at) {
    if (++depth_ > kDepth) return npos;
    while (at < text_.size() && at != npos) {
      if (text_[at] == '}') {
        --depth_;
        return at + 1;
      }
      if (doubled_ > 0 && (text_[at] == '\'' || text_[at] == '"')) return npos;
      at = piece(at);
    }
    return npos;
  }

  // Whether `inside` is free of constructs in which parentheses or quotes need not pair.
  static bool is_plain(std::string_view inside) {
    return inside.find("case") == npos && inside.find('#') == npos && inside.find("<<") == npos;
  }

  std::string_view text_;
  int depth_ = 0;
  int doubled_ = 0;
};

// `name[…` with an unclosed bracket: a subscript in which blanks are data.
bool opens_subscript(std::string_view word) {
  const std::size_t bracket = word.find('[');
  if (bracket == std::string_view::npos || bracket == 0 || word.find(']') != std::string_view::npos)
    return false;
  return std::all_of(word.begin(), word.begin() + bracket,
                     [](unsigned char c) { return c == '_' || std::isalnum(c); });
}

struct Operator {
  std::string_view text;
  Token::Kind kind;
};

// Longest first. `((` and `<<` are missing on purpose: they are not understood.
constexpr std::array<Operator, 21> kOperators = {{
    {"<<<", Token::Kind::redirection}, {"&>>", Token::Kind::redirection}, {";;&", Token::Kind::control},
    {"<&", Token::Kind::redirection},  {"<>", Token::Kind::redirection},  {">>", Token::Kind::redirection},
    {">&", Token::Kind::redirection},  {">|", Token::Kind::redirection},  {"&>", Token::Kind::redirection},
    {"&&", Token::Kind::control},      {"||", Token::Kind::control},      {"|&", Token::Kind::control},
    {";;", Token::Kind::control},      {";&", Token::Kind::control},      {"|", Token::Kind::control},
    {"&", Token::Kind::control},       {";", Token::Kind::control},       {"(", Token::Kind::control},
    {")", Token::Kind::control},       {"<", Token::Kind::redirection},   {">", Token::Kind::redirection},
}};

class CommandTokenizer {
 public:
  explicit CommandTokenizer(std::string_view text) : text_(text), extent_(text) {}

  std::optional<std::vector<Token>> run() {
    while (skip_blanks(), at_ < text_.size()) {
      if (!next()) return std::nullopt;
    }
    if (!tokens_.empty() && tokens_.back().kind == Token::Kind::newline) tokens_.pop_back();
    return std::move(tokens_);
  }

 private:
  // Blanks, and line continuations that follow a blank.
  void skip_blanks() {
    blank_ = at_ == 0;
    while (at_ < text_.size()) {
      if (is_blank(text_[at_])) {
        ++at_;
      } else if (blank_ && text_.substr(at_, 2) == "\\\n") {
        at_ += 2;
      } else {
        return;
      }
      blank_ = true;
    }
  }

  bool next() {
    const char c = text_[at_];
    if (c == '\n') return newline();
    if (c == '#') return push(Token::Kind::comment, std::min(text_.find('\n', at_), text_.size()));
    const bool substitution = (c == '<' || c == '>') && text_.substr(at_ + 1, 1) == "(";
    if (!ends_word(c) || substitution) return word();
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("((") || (rest.starts_with("<<") && !rest.starts_with("<<<"))) return false;
    for (const Operator& each : kOperators) {
      if (rest.starts_with(each.text)) return push(each.kind, at_ + each.text.size());
    }
    return false;
  }

  bool newline() {
    const bool repeated = tokens_.empty() || tokens_.back().kind == Token::Kind::newline;
    if (!repeated) return push(Token::Kind::newline, at_ + 1);
    ++at_;
    return true;
  }

  bool word() {
    std::size_t end = at_;
    if (ends_word(text_[end])) end = extent_.parenthesised(end + 2);  // <( … )
    while (end < text_.size() && !ends_word(text_[end])) end = extent_.piece(end);
    if (end == Extent::npos || end > text_.size()) return false;
    const std::string_view rest = text_.substr(end);
    if (rest.starts_with("(") || rest.starts_with("<(") || rest.starts_with(">(")) return false;
    const std::string_view text = text_.substr(at_, end - at_);
    return text != "[[" && !opens_subscript(text) && push(Token::Kind::word, end);
  }

  bool push(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, text_.substr(at_, end - at_), blank_});
    at_ = end;
    return true;
  }

  std::string_view text_;
  Extent extent_;
  std::size_t at_ = 0;
  bool blank_ = true;
  std::vector<Token> tokens_;
};

bool may_name_a_descriptor(const Token& token) {
  if (token.kind != Token::Kind::word) return false;
  return token.text.front() == '{' || token.text.find_first_not_of("0123456789") == std::string_view::npos;
}

// `before` is the token that precedes both.
bool same_token(const Token& a, const Token& b, const Token* before) {
  if (a.kind != b.kind || a.text != b.text) return false;
  const bool blank_counts =
      a.kind == Token::Kind::redirection && before != nullptr && may_name_a_descriptor(*before);
  return !blank_counts || a.after_blank == b.after_blank;
}

}  // namespace

std::optional<std::vector<Token>> tokens_of(std::string_view text) { return CommandTokenizer(text).run(); }

bool same_tokens(const std::vector<Token>& a, const std::vector<Token>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_token(a[i], b[i], i == 0 ? nullptr : &a[i - 1])) return false;
  }
  return true;
}

}  // namespace assay
