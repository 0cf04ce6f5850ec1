// SPDX-License-Identifier: Apache-2.0
// Makes foreign bytes safe to show: UTF-8 checks and escapes for terminals, XML and one-line messages; and
// what messages need of texts: parts of them, numbers of things, similar words. Numbers, hexadecimal digits
// and base64 as text and back.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF. NUL is valid UTF-8.
bool is_utf8(std::string_view bytes);

// `bytes` with every maximal ill-formed subsequence replaced by U+FFFD.
std::string to_utf8(std::string_view bytes);

// Appends a character. False, and nothing is appended, for half of a surrogate pair or past U+10FFFF.
bool append_utf8(std::string& to, char32_t character);

// Valid UTF-8 in which control characters (C0 except newline and tab, DEL, C1), bidirectional overrides,
// zero-width characters and the last two code points of each plane appear as \xNN or \u{NNNN}: safe to print
// on a terminal, cannot start an escape sequence or an element that ctest interprets. `one_line` also escapes
// newline and tab (as \n and \t).
std::string printable(std::string_view bytes);
std::string one_line(std::string_view bytes);

// Text for XML 1.0 character data or an attribute in double quotes: ill-formed UTF-8 and characters that
// XML 1.0 forbids are replaced by U+FFFD; & < > " are escaped; in attributes newline and tab become character
// references.
std::string xml_text(std::string_view bytes);
std::string xml_attribute(std::string_view bytes);

// The longest run of that character, in bytes.
std::size_t longest_run(std::string_view text, char c);
// A line as code in prose, as in Markdown: `ls`. The fence is longer than any run of backquotes in the line;
// blanks, which are not shown, part the two.
std::string code_span(std::string_view line);

// `text` without leading and trailing ASCII blanks (space, \t \n \v \f \r).
std::string_view trimmed(std::string_view text);

// Whether `word` is one of the words of `list`, which single blanks part.
constexpr bool is_among(std::string_view word, std::string_view list) {
  if (word.empty() || word.find(' ') != word.npos) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || list[at - 1] == ' ') && (end == list.size() || list[end] == ' ')) return true;
  }
  return false;
}

// Whether a byte of UTF-8 continues a character.
constexpr bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// The first `most` bytes of a text, without a character that would be cut in two.
std::string_view beginning(std::string_view text, std::size_t most);
// The same, followed by "…" if there is more.
std::string shortened(std::string_view text, std::size_t most);
// one_line() of that beginning, followed by the number of bytes that are left out.
std::string bounded_line(std::string_view text, std::size_t most);
// A text's beginning and its end, half of `most` each, with `mark` between them.
std::string without_middle(std::string_view text, std::size_t most, std::string_view mark = " … ");

// The last line that is not blank, without blanks around it at the end; empty if there is none.
std::string_view last_line(std::string_view text);
// Without its newline.
std::string_view first_line(std::string_view text);
// Calls visit(std::string_view) with each line, without newlines; text behind the last one is a line as well.
template <typename Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

// With the letters A to Z as small ones, whatever the locale.
constexpr char lowercase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
std::string lowercase(std::string_view text);

// With %XX replaced by the bytes that they stand for.
std::string percent_decoded(std::string_view text);

// "1 case", "2 cases"; `many` is the plural unless that is `one` and an s.
std::string counted(std::size_t count, std::string_view one, std::string_view many = {});

// The offset of the first ill-formed sequence; bytes.size() if there is none.
std::size_t well_formed_prefix(std::string_view bytes);

// RFC 4648: base16 in lower case, base64 with padding.
std::string to_hex(std::string_view bytes);
std::string to_base64(std::string_view bytes);
// Empty if the text is not of that form. White space is skipped; base16 may be in upper case.
std::optional<std::string> from_hex(std::string_view text);
std::optional<std::string> from_base64(std::string_view text);

// RFC 9562: "01890a5d-ac96-774b-bcce-b302099a8057". REQUIRES: 16 bytes, which have their version and variant.
std::string uuid_text(std::string_view bytes);

// RFC 3986: each byte for which `stays` is false as %XX.
template <typename Stays>
std::string percent_encoded(std::string_view text, Stays stays) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char each : text) {
    const auto byte = static_cast<unsigned char>(each);
    if (stays(each))
      encoded += each;
    else
      ((encoded += '%') += kDigits[byte >> 4]) += kDigits[byte & 15];
  }
  return encoded;
}

// The known word that `word` is most likely a misspelling of: the smallest edit distance (insert, delete,
// replace, swap neighbours), at most a third of the longer word's length or 1; case is ignored. Empty if none
// is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

// The number that the whole text is, without blanks and without a plus sign; none if it is not one, does not
// fit, or is infinite or NaN.
template <std::integral Number>
std::optional<Number> number_from(std::string_view text, int base = 10) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return fault == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}
template <std::floating_point Number>
std::optional<Number> number_from(std::string_view text) {
  Number value{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = fault == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  return is_number ? std::optional(value) : std::nullopt;
}

// A file's permissions in octal digits: at most 07777.
inline std::optional<unsigned> permissions_from(std::string_view text) {
  const auto bits = number_from<unsigned>(text, 8);
  return bits && *bits <= 07777 ? bits : std::nullopt;
}

}  // namespace assay
