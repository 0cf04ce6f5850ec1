// SPDX-License-Identifier: Apache-2.0
#include "text.h"

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
      case '\\': return at + 1 < text_.size() && text_[at + 1] != '\n' ? at + 2 : npos;
      case '\'': return single(at + 1);
      case '"': return doubled(at + 1);
      case '`': return backquoted(at + 1);
      case '$': return dollar(at);
      default: return at + 1;
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
        case '"': --doubled_; return at + 1;
        case '\\': at += 2; break;
        case '`': at = backquoted(at + 1); break;
        case '$': at = dollar(at); break;
        default: ++at;
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

// Tools end lines with CR LF, too; other white space is not blank to a shell.
constexpr std::string_view kAroundText = " \t\n\r";

bool is_escaped(std::string_view text, std::size_t at) {
  std::size_t backslashes = 0;
  while (at > backslashes && text[at - backslashes - 1] == '\\') ++backslashes;
  return backslashes % 2 == 1;
}

// After a here-document, trailing blanks may be its last line, or change the delimiter.
bool may_end_in_document(std::string_view text) {
  for (std::size_t at = text.find("<<"); at != std::string_view::npos; at = text.find("<<", at + 2)) {
    if (text.substr(at).starts_with("<<<")) {
      ++at;  // a here-string
    } else {
      return text.find('\n', at) != std::string_view::npos;
    }
  }
  return false;
}

constexpr std::string_view kBlanks = " \t\r\v\f";

// The end of the word that begins at `at`. An unterminated quote is an ordinary byte.
std::size_t word_end(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] != '\n' && kBlanks.find(text[at]) == std::string_view::npos) {
    const char c = text[at++];
    if (c == '\\' && at < text.size() && text[at] != '\n') ++at;
    if (c != '\'' && c != '"') continue;
    const std::size_t close = text.find(c, at);
    if (close == std::string_view::npos) return text.find_first_of(" \t\r\v\f\n", at);
    at = close + 1;
  }
  return at;
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

std::string_view trimmed_command(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(kAroundText);
  if (begin == std::string_view::npos) return {};
  if (may_end_in_document(text)) return text.substr(begin);
  std::size_t end = text.find_last_not_of(kAroundText) + 1;
  if (end < text.size() && is_escaped(text, end)) ++end;
  return text.substr(begin, end - begin);
}

bool same_bytes(std::string_view expected, std::string_view generated) {
  return trimmed_command(expected) == trimmed_command(generated);
}

bool same_but_blanks(std::string_view expected, std::string_view generated) {
  if (same_bytes(expected, generated)) return true;
  const auto a = tokens_of(trimmed_command(expected));
  if (!a) return false;
  const auto b = tokens_of(trimmed_command(generated));
  return b && same_tokens(*a, *b);
}

std::vector<std::string_view> words_of(std::string_view text, std::size_t limit) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; words.size() < limit;) {
    at = text.find_first_not_of(kBlanks, at);
    if (at == std::string_view::npos) break;
    const std::size_t end = text[at] == '\n' ? at + 1 : std::min(word_end(text, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<std::string_view> lines_of(std::string_view text, std::size_t limit) {
  std::vector<std::string_view> lines;
  for (std::size_t at = 0; at < text.size() && lines.size() < limit;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace assay
