// SPDX-License-Identifier: Apache-2.0
#include "ansi_quote.h"

#include <cstdint>

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
    for (const NamedEscape& named : kNamed) {
      if (named.letter == letter) return at_ += 2, out_ += named.value, true;
    }
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
    for (; most > 0 && at_ < text_.size() && digit_value(text_[at_]) < base; --most, ++at_) {
      value = value * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit_value(text_[at_]));
    }
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

}  // namespace assay::shell
