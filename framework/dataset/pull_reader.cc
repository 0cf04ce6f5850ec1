#include "pull_reader.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace assay {
namespace {

// Bytes that a string holds as they are: all but the quote, the backslash and control characters.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t byte = 0x20; byte < plain.size(); ++byte) plain[byte] = byte != '"' && byte != '\\';
  return plain;
}();

bool is_digit(char c) { return c >= '0' && c <= '9'; }

const char* past_digits(const char* at, const char* end) {
  while (at < end && is_digit(*at)) ++at;
  return at;
}

void append_utf8(std::string& text, char32_t c) {
  const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    text += static_cast<char>(0xE0 | (c >> 12));
    tail(6), tail(0);
  } else {
    text += static_cast<char>(0xF0 | (c >> 18));
    tail(12), tail(6), tail(0);
  }
}

}  // namespace

bool PullReader::string(std::string& value) {
  if (!take('"')) return false;
  value.clear();
  for (;;) {
    const char* start = at_;
    skip_plain();
    value.append(start, at_);
    if (at_ == end_) return false;
    const char stop = *at_++;
    if (stop == '"') return true;
    if (stop != '\\' || !escape(value)) return false;
  }
}

bool PullReader::boolean(bool& value) {
  value = take_word("true");
  return value || take_word("false");
}

bool PullReader::null() { return take_word("null"); }

bool PullReader::integer(std::int64_t& value) {
  bool integral = false;
  const std::string_view text = number_text(integral);
  return integral && std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc{};
}

bool PullReader::number(double& value) {
  bool integral = false;
  const std::string_view text = number_text(integral);
  if (text.empty()) return false;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  // Too small is zero or nearly, as for strtod; too large is refused.
  if (error == std::errc::result_out_of_range) value = std::strtod(std::string(text).c_str(), nullptr);
  return std::isfinite(value);
}

bool PullReader::take_word(std::string_view word) {
  skip_blanks();
  if (!std::string_view(at_, end_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

bool PullReader::read_key(std::string_view& key) {
  if (!take('"')) return false;
  const char* start = at_;
  skip_plain();
  if (at_ == end_) return false;
  if (*at_ == '"') {
    key = {start, at_++};
    return true;
  }
  at_ = start - 1;
  if (!string(escaped_key_)) return false;
  key = escaped_key_;
  return true;
}

void PullReader::skip_plain() {
  while (at_ < end_ && kPlain[static_cast<unsigned char>(*at_)]) ++at_;
}

bool PullReader::escape(std::string& value) {
  if (at_ == end_) return false;
  const char letter = *at_++;
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (const std::size_t found = kLetters.find(letter); found != std::string_view::npos) {
    value += kMeanings[found];
    return true;
  }
  char32_t c = 0;
  if (letter != 'u' || !hex4(c)) return false;
  if (c >= 0xD800 && c <= 0xDBFF) {
    char32_t low = 0;
    if (!std::string_view(at_, end_).starts_with("\\u")) return false;
    at_ += 2;
    if (!hex4(low) || low < 0xDC00 || low > 0xDFFF) return false;
    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
  } else if (c >= 0xDC00 && c <= 0xDFFF) {
    return false;
  }
  if (c == 0) return false;
  append_utf8(value, c);
  return true;
}

bool PullReader::hex4(char32_t& value) {
  if (end_ - at_ < 4) return false;
  std::uint32_t parsed = 0;
  const auto [stop, error] = std::from_chars(at_, at_ + 4, parsed, 16);
  if (error != std::errc{} || stop != at_ + 4) return false;
  value = parsed;
  at_ += 4;
  return true;
}

std::string_view PullReader::number_text(bool& integral) {
  skip_blanks();
  const char* start = at_;
  if (at_ < end_ && *at_ == '-') ++at_;
  if (at_ == end_ || !is_digit(*at_)) return {};
  at_ = *at_ == '0' ? at_ + 1 : past_digits(at_, end_);
  integral = true;
  const auto fraction_or_exponent = [&] {
    integral = false;
    const char* digits = at_;
    at_ = past_digits(at_, end_);
    return at_ > digits;
  };
  if (at_ < end_ && *at_ == '.') {
    ++at_;
    if (!fraction_or_exponent()) return {};
  }
  if (at_ < end_ && (*at_ == 'e' || *at_ == 'E')) {
    ++at_;
    if (at_ < end_ && (*at_ == '+' || *at_ == '-')) ++at_;
    if (!fraction_or_exponent()) return {};
  }
  return {start, at_};
}

}  // namespace assay
