// SPDX-License-Identifier: Apache-2.0
// Writes words with as few quotes as possible.
#include <algorithm>
#include <cstdint>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "characters.h"
#include "pieces.h"

namespace assay::shell {
namespace {

struct NamedEscape {
  char letter;
  char value;
};
constexpr NamedEscape kNamed[] = {{'a', '\a'},  {'b', '\b'}, {'e', 27},   {'E', 27},   {'f', '\f'},
                                  {'n', '\n'},  {'r', '\r'}, {'t', '\t'}, {'v', '\v'}, {'\\', '\\'},
                                  {'\'', '\''}, {'"', '"'},  {'?', '?'}};

int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

bool append_utf8(std::string& out, std::uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
  const auto continuation = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    continuation(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    continuation(6), continuation(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    continuation(12), continuation(6), continuation(0);
  }
  return true;
}

class Decoder {
 public:
  explicit Decoder(std::string_view text) : text_(text) {}

  std::optional<std::string> decode() {
    while (at_ < text_.size()) {
      const std::size_t before = out_.size();
      if (text_[at_] != '\\' || at_ + 1 == text_.size()) {
        out_ += text_[at_++];
      } else if (!decode_escape()) {
        return std::nullopt;
      } else if (out_.size() > before && out_[before] == '\0') {
        out_.resize(before);
        break;
      }
    }
    return std::move(out_);
  }

 private:
  bool decode_escape() {
    const char letter = text_[at_ + 1];
    for (const NamedEscape& named : kNamed)
      if (named.letter == letter) return at_ += 2, out_ += named.value, true;
    if (letter >= '0' && letter <= '7') return ++at_, append_byte(number(8, 3));
    if (letter == 'x') return decode_hex();
    if (letter == 'u') return decode_code_point(4);
    if (letter == 'U') return decode_code_point(8);
    if (letter == 'c') return decode_control();
    out_ += '\\';
    out_ += letter;
    at_ += 2;
    return true;
  }

  bool append_byte(std::uint32_t value) { return out_ += static_cast<char>(value & 0xFF), true; }

  std::uint32_t number(int base, std::size_t most) {
    std::uint32_t value = 0;
    for (; most > 0 && at_ < text_.size() && digit_value(text_[at_]) < base; --most, ++at_)
      value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(text_[at_]));
    return value;
  }

  bool has_digit() const { return at_ < text_.size() && digit_value(text_[at_]) < 16; }

  bool decode_hex() {
    at_ += 2;
    if (at_ < text_.size() && text_[at_] == '{') return false;
    if (!has_digit()) return out_ += "\\x", true;
    return append_byte(number(16, 2));
  }

  bool decode_code_point(std::size_t digits) {
    const char letter = text_[at_ + 1];
    at_ += 2;
    if (!has_digit()) return out_ += '\\', out_ += letter, true;
    return append_utf8(out_, number(16, digits));
  }

  bool decode_control() {
    if (at_ + 2 == text_.size() || text_[at_ + 2] == '\\') return false;
    const char c = text_[at_ + 2];
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) return false;
    at_ += 3;
    return append_byte(c == '?' ? 0x7F : byte & 0x1F);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

// Whether text means itself without quotes wherever an argument may occur. `first`: the word begins here.
bool may_stand_bare(std::string_view text, bool first) {
  if (text.empty()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inner =
        !(first && i == 0) && (c == '#' || (c == '~' && i > 0 && text[i - 1] != '=' && text[i - 1] != ':'));
    if (!is_safe_bare(c) && !inner) return false;
  }
  return true;
}

bool is_bare_word(std::string_view text) {
  return text == "{}" || text == "[" || text == "!" || may_stand_bare(text, true);
}

bool has_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t') || byte == 0x7F;
  });
}

Segment quoted_segment(std::string text) {
  if (has_control(text)) return {Text{std::move(text), Quoting::ansi}, {}};
  if (text.find('\'') == std::string::npos) return {Text{std::move(text), Quoting::single}, {}};
  return {DoubleQuoted{{{Text{std::move(text)}, {}}}}, {}};
}

void append_bare(Word& word, std::string_view text) {
  Text* last = word.segments.empty() ? nullptr : std::get_if<Text>(&word.segments.back().node);
  if (last && last->quoting == Quoting::none)
    last->text += text;
  else
    word.segments.push_back({Text{std::string(text)}, {}});
}

// Backslashes in a pattern quote: the characters after them become separate segments.
void append_pattern(Word& word, std::string_view pattern) {
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      // After a backslash a newline would vanish.
      const Quoting quoting = pattern[++i] == '\n' ? Quoting::single : Quoting::escaped;
      word.segments.push_back({Text{std::string(1, pattern[i]), quoting}, {}});
    } else {
      append_bare(word, pattern.substr(i, 1));
    }
  }
}

// $"…" has its own quotes and cannot be put inside others.
bool is_translated(const Expansion& expansion) {
  return std::holds_alternative<DoubleQuoted>(expansion.segment.node);
}

// An empty string that is still here matters: next to "$@" it is a field.
bool is_run_member(const Piece& piece) {
  const Expansion* expansion = std::get_if<Expansion>(&piece);
  const Literal* literal = std::get_if<Literal>(&piece);
  return (literal && !literal->text.empty() && literal->mark == Literal::Mark::none) ||
         (expansion && expansion->quoted && !is_translated(*expansion));
}

// Adjacent literals and quoted expansions share their quotes.
void append_run(Word& word, const Piece* begin, const Piece* end, bool whole_word) {
  const bool expands =
      std::any_of(begin, end, [](const Piece& piece) { return std::holds_alternative<Expansion>(piece); });
  if (!expands) {
    std::string text;
    for (const Piece* piece = begin; piece != end; ++piece) text += std::get<Literal>(*piece).text;
    const bool bare = whole_word ? is_bare_word(text) : may_stand_bare(text, word.segments.empty());
    if (bare) return append_bare(word, text);
    word.segments.push_back(quoted_segment(std::move(text)));
    return;
  }
  DoubleQuoted quoted;
  for (const Piece* piece = begin; piece != end; ++piece) {
    if (const Expansion* expansion = std::get_if<Expansion>(piece)) {
      quoted.parts.push_back(expansion->segment);
      continue;
    }
    const std::string& text = std::get<Literal>(*piece).text;
    Text* last = quoted.parts.empty() ? nullptr : std::get_if<Text>(&quoted.parts.back().node);
    if (last)
      last->text += text;
    else if (!text.empty())
      quoted.parts.push_back({Text{text}, {}});
  }
  word.segments.push_back({std::move(quoted), {}});
}

// The character that ends a tilde's user must not be quoted: "~/'a b'", not "~'/a b'".
Pieces with_bare_tilde_ends(Pieces pieces) {
  for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
    Literal* next = std::get_if<Literal>(&pieces[i + 1]);
    if (!std::holds_alternative<Tilde>(pieces[i]) || !next || next->text.empty()) continue;
    std::get<Tilde>(pieces[i]).user += next->text[0];
    next->text.erase(0, 1);
    if (next->text.empty()) pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  return pieces;
}

// A backslash that ends an unquoted value quotes a bare character behind it: that one must stay bare,
// whatever quotes the rest of the text needs.
Pieces with_kept_starts(Pieces pieces) {
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    Literal* literal = std::get_if<Literal>(&pieces[i]);
    const bool is_kept = literal && is_open_value(pieces[i - 1]) && literal->mark == Literal::Mark::none &&
                         !literal->text.empty() && is_safe_bare(literal->text[0]);
    if (!is_kept) continue;
    Literal rest{literal->text.substr(1), literal->quoted};
    literal->text.resize(1);
    literal->mark = literal->quoted ? Literal::Mark::quoted : Literal::Mark::bare;
    if (!rest.text.empty())
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::move(rest));
  }
  return pieces;
}

void append_alone(Word& word, const Piece& piece) {
  if (const Glob* glob = std::get_if<Glob>(&piece)) {
    append_pattern(word, glob->pattern);
  } else if (const Tilde* tilde = std::get_if<Tilde>(&piece)) {
    append_bare(word, "~" + tilde->user);
  } else if (const Brace* brace = std::get_if<Brace>(&piece)) {
    word.segments.insert(word.segments.end(), brace->source.segments.begin(), brace->source.segments.end());
  } else if (const Literal* literal = std::get_if<Literal>(&piece)) {
    const bool is_quoted = literal->quoted || literal->mark == Literal::Mark::quoted;
    if (!is_quoted) return append_bare(word, literal->text);
    word.segments.push_back(quoted_segment(literal->text));
  } else if (const Expansion* expansion = std::get_if<Expansion>(&piece)) {
    if (!expansion->quoted || is_translated(*expansion)) return word.segments.push_back(expansion->segment);
    word.segments.push_back({DoubleQuoted{{expansion->segment}}, {}});
  }
}

// Behind a bare dollar a quote or a letter would begin an expansion; a backslash does not. Returns whether
// that was all of the piece.
bool escape_start(Word& word, Piece& piece) {
  Literal* next = std::get_if<Literal>(&piece);
  const Text* last = word.segments.empty() ? nullptr : std::get_if<Text>(&word.segments.back().node);
  const bool is_behind_dollar = last && last->quoting == Quoting::none && last->text.ends_with('$');
  if (!next || next->text.empty() || next->mark == Literal::Mark::bare || !is_behind_dollar) return false;
  word.segments.push_back({Text{next->text.substr(0, 1), Quoting::escaped}, {}});
  next->text.erase(0, 1);
  return next->text.empty();
}

}  // namespace

std::optional<std::string> decode_ansi(std::string_view text) { return Decoder(text).decode(); }

std::string encode_ansi(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\\' || c == '\'') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      out += '\\';
      for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + ((byte >> shift) & 7));
    } else {
      out += c;
    }
  }
  return out;
}

bool is_safe_bare(char c) {
  constexpr std::string_view kSafe = "_@%+=:,./-^]";
  return is(c, kNameRest) || static_cast<unsigned char>(c) >= 0x80 || kSafe.find(c) != kSafe.npos;
}

Word word_of(const Pieces& given) {
  Word word;
  Pieces pieces = with_kept_starts(with_bare_tilde_ends(given));
  Brackets brackets;
  for (std::size_t i = 0; i < pieces.size();) {
    if (escape_start(word, pieces[i])) {
      ++i;
      continue;
    }
    if (brackets.enclose(pieces[i]) || !is_run_member(pieces[i])) {
      append_alone(word, pieces[i++]);
      continue;
    }
    std::size_t end = i;
    while (end < pieces.size() && is_run_member(pieces[end])) ++end;
    append_run(word, pieces.data() + i, pieces.data() + end, i == 0 && end == pieces.size());
    i = end;
  }
  return word;
}

Word literal_word(std::string_view text) { return word_of({Literal{std::string(text), true}}); }

std::string print(const Pieces& pieces) { return print(word_of(pieces)); }

}  // namespace assay::shell
