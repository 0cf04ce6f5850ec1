#include "json_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "assay/text.h"

namespace assay {
namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

void append_escaped(std::string& out, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  constexpr std::string_view kNamed = "\b\f\n\r\t\"\\";
  constexpr std::string_view kLetters = "bfnrt\"\\";
  out += '\\';
  if (const auto at = kNamed.find(c); at != kNamed.npos) {
    out += kLetters[at];
    return;
  }
  const auto byte = static_cast<unsigned char>(c);
  ((out += "u00") += kHex[byte >> 4]) += kHex[byte & 15];
}

void append_text(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) ++end;
    out.append(text, at, end - at);
    if (end < text.size()) append_escaped(out, text[end++]);
    at = end;
  }
}

// Whether the text can be taken as it is: nearly every one is.
bool is_plain_ascii(std::string_view text) {
  return std::ranges::all_of(text,
                             [](char c) { return is_plain(c) && static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

void JsonText::separate() {
  if (!first_) out_ += ',';
  first_ = false;
}

JsonText& JsonText::key(std::string_view name) {
  out_ += first_ ? "\"" : ",\"";
  out_ += name;
  out_ += "\":";
  first_ = true;
  return *this;
}

JsonText& JsonText::name(std::string_view text) {
  value(text);
  out_ += ':';
  first_ = true;
  return *this;
}

void JsonText::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
}

void JsonText::close(char bracket) {
  out_ += bracket;
  first_ = false;
}

void JsonText::null() {
  separate();
  out_ += "null";
}

void JsonText::value(std::string_view text) {
  separate();
  out_ += '"';
  if (is_plain_ascii(text))
    out_ += text;
  else
    append_text(out_, is_utf8(text) ? std::string(text) : to_utf8(text));
  out_ += '"';
}

void JsonText::value(bool truth) {
  separate();
  out_ += truth ? "true" : "false";
}

void JsonText::value(std::int64_t number) {
  separate();
  std::array<char, 24> digits;
  out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
}

// The shortest digits that are read back as the same number.
void JsonText::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  const double size = std::fabs(number);
  const bool is_short = size == 0.0 || (size >= 1e-5 && size < 1e15);
  std::array<char, 64> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                 is_short ? std::chars_format::fixed : std::chars_format::scientific);
  const std::string_view written(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
  out_ += written;
  if (written.find_first_of(".e") == written.npos) out_ += ".0";
}

void JsonText::value(const std::vector<std::string>& texts) {
  open('[');
  for (const auto& text : texts) value(text);
  close(']');
}

}  // namespace assay
