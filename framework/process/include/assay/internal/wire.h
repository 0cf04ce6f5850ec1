// SPDX-License-Identifier: Apache-2.0
// Serialises numbers and texts, for messages between the harness and its workers. A Reader does not trust
// bytes from the other side: past the end it returns zeros and empty texts, and failed() is true.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace assay::process {

class Writer {
 public:
  void number(std::uint64_t value) { bytes_.append(reinterpret_cast<const char*>(&value), sizeof value); }
  void text(std::string_view text) {
    number(text.size());
    bytes_ += text;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (rest_.size() < sizeof value) return fail(), 0;
    std::memcpy(&value, rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view text() {
    const std::uint64_t length = number();
    if (length > rest_.size()) return fail(), std::string_view();
    const std::string_view text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return text;
  }
  // The number of items that follow, each of which takes at least one byte.
  std::uint64_t count() {
    const std::uint64_t count = number();
    if (count > rest_.size()) return fail(), 0;
    return count;
  }
  bool failed() const { return failed_; }

 private:
  void fail() {
    failed_ = true;
    rest_ = {};
  }

  std::string_view rest_;
  bool failed_ = false;
};

}  // namespace assay::process
