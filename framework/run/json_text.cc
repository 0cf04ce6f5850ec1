#include "json_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "assay/internal/text.h"

namespace assay {
namespace {

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\'; }

std::string escaped(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  constexpr std::string_view kNamed = "\b\f\n\r\t\"\\";
  constexpr std::string_view kLetters = "bfnrt\"\\";
  std::string out;
  out.reserve(text.size() + text.size() / 8 + 8);
  for (const char c : text) {
    if (is_plain(c)) {
      out += c;
    } else if (const auto at = kNamed.find(c); at != kNamed.npos) {
      (out += '\\') += kLetters[at];
    } else {
      const auto byte = static_cast<unsigned char>(c);
      ((out += "\\u00") += kHex[byte >> 4]) += kHex[byte & 15];
    }
  }
  return out;
}

// Whether the text can be taken as it is: nearly every one is. Without a way out of the loop, so that the
// compiler looks at many characters at once.
bool is_plain_ascii(std::string_view text) {
  bool plain = true;
  for (const char c : text)
    plain &= c >= 0x20 && c != '"' && c != '\\' && static_cast<unsigned char>(c) < 0x80;
  return plain;
}

}  // namespace

std::string JsonText::finish() && {
  out_.resize(size_);
  return std::move(out_);
}

char* JsonText::room(std::size_t bytes) {
  if (out_.size() - size_ < bytes) out_.resize(2 * out_.size() + bytes);
  return out_.data() + size_;
}

void JsonText::put(std::string_view text) {
  if (text.empty()) return;
  std::memcpy(room(text.size()), text.data(), text.size());
  size_ += text.size();
}

void JsonText::separate() {
  if (!first_) put(",");
  first_ = false;
}

JsonText& JsonText::key(std::string_view name) {
  char* at = room(name.size() + 4);
  char* const start = at;
  if (!first_) *at++ = ',';
  *at++ = '"';
  at = std::copy(name.begin(), name.end(), at);
  *at++ = '"';
  *at++ = ':';
  size_ += static_cast<std::size_t>(at - start);
  first_ = true;
  return *this;
}

JsonText& JsonText::name(std::string_view text) {
  value(text);
  put(":");
  first_ = true;
  return *this;
}

void JsonText::open(char bracket) {
  separate();
  put({&bracket, 1});
  first_ = true;
}

void JsonText::close(char bracket) {
  put({&bracket, 1});
  first_ = false;
}

void JsonText::null() {
  separate();
  put("null");
}

void JsonText::value(std::string_view text) {
  separate();
  put("\"");
  if (is_plain_ascii(text))
    put(text);
  else
    put(escaped(is_utf8(text) ? text : std::string_view(to_utf8(text))));
  put("\"");
}

void JsonText::value(bool truth) {
  separate();
  put(truth ? "true" : "false");
}

void JsonText::value(std::int64_t number) {
  separate();
  constexpr std::size_t kMost = 24;
  char* const at = room(kMost);
  size_ += static_cast<std::size_t>(std::to_chars(at, at + kMost, number).ptr - at);
}

// The shortest digits that are read back as the same number.
void JsonText::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  constexpr std::size_t kMost = 64;
  const double size = std::fabs(number);
  const bool is_short = size == 0.0 || (size >= 1e-5 && size < 1e15);
  char* const at = room(kMost);
  const auto end = std::to_chars(at, at + kMost, number,
                                 is_short ? std::chars_format::fixed : std::chars_format::scientific);
  const std::string_view written(at, static_cast<std::size_t>(end.ptr - at));
  size_ += written.size();
  if (written.find_first_of(".e") == written.npos) put(".0");
}

void JsonText::value(const std::vector<std::string>& texts) {
  open('[');
  for (const auto& text : texts) value(text);
  close(']');
}

}  // namespace assay
