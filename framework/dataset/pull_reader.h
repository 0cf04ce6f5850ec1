// Reads JSON (RFC 8259) where the caller says which value must come next, and copies nothing that it does not
// keep.
//
// Every function leaves leading blanks behind, returns false where the text is anything else, and is then not
// to be used again: who needs to know what is wrong reads the text anew with assay/json.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

class PullReader {
 public:
  // REQUIRES: valid UTF-8 without NUL. The text must outlive the reader and all keys it returns.
  explicit PullReader(std::string_view text) : begin_(text.data()), at_(begin_), end_(begin_ + text.size()) {}

  bool string(std::string& value);  // refuses NUL, escaped too: no prompt, name or command can hold one
  bool boolean(bool& value);
  bool integer(std::int64_t& value);  // without fraction and exponent, within 64 bits
  bool number(double& value);
  bool null();

  // Reads "{ key: … }", calling `member(key)` to read each value; the same for "[ … ]" and `element()`. A key
  // is valid until the next one is read. Whether keys repeat is the caller's matter.
  template <typename Member>
  bool object(Member member) {
    if (!take('{')) return false;
    if (take('}')) return true;
    do {
      std::string_view key;
      if (!read_key(key) || !take(':') || !member(key)) return false;
    } while (take(','));
    return take('}');
  }
  template <typename Element>
  bool array(Element element) {
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      if (!element()) return false;
    } while (take(','));
    return take(']');
  }

  // The offset of the next value's first byte, and past the last value's last.
  std::size_t next_offset() {
    skip_blanks();
    return static_cast<std::size_t>(at_ - begin_);
  }
  std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  bool at_end() { return next_offset() == static_cast<std::size_t>(end_ - begin_); }

 private:
  void skip_blanks() {
    while (at_ < end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  bool take(char wanted) {
    skip_blanks();
    if (at_ == end_ || *at_ != wanted) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word);
  bool read_key(std::string_view& key);
  void skip_plain();
  bool escape(std::string& value);
  bool hex4(char32_t& value);
  std::string_view number_text(bool& integral);

  const char* begin_;
  const char* at_;
  const char* end_;
  std::string escaped_key_;
};

}  // namespace assay
