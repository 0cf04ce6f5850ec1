// SPDX-License-Identifier: Apache-2.0
// A position in the source. Line continuations (backslash newline) are skipped: `at` never sees one, except
// after the raw steps, which single quotes, comments and quoted here-documents need.
#pragma once

#include <cstddef>
#include <string_view>

namespace assay::shell {

class Cursor {
 public:
  explicit Cursor(std::string_view text, std::size_t position = 0) : text_(text), position_(position) {
    splice();
  }

  std::size_t position() const { return position_; }
  std::string_view text() const { return text_; }
  bool at_end() const { return position_ >= text_.size(); }

  // NUL at the end: the parser rejects sources that contain one.
  char at() const { return position_ < text_.size() ? text_[position_] : '\0'; }
  char next() const {
    Cursor ahead = *this;
    ahead.advance();
    return ahead.at();
  }
  bool looking_at(std::string_view wanted) const {
    Cursor ahead = *this;
    for (const char c : wanted) {
      if (ahead.at() != c) return false;
      ahead.advance();
    }
    return true;
  }

  void advance() {
    if (position_ < text_.size()) ++position_;
    splice();
  }
  void advance(std::size_t count) {
    while (count-- > 0) advance();
  }

  void advance_raw() { ++position_; }
  void jump(std::size_t position) { position_ = position, splice(); }
  void jump_raw(std::size_t position) { position_ = position; }
  void splice() {
    while (position_ + 1 < text_.size() && text_[position_] == '\\' && text_[position_ + 1] == '\n')
      position_ += 2;
  }

 private:
  std::string_view text_;
  std::size_t position_;
};

}  // namespace assay::shell
