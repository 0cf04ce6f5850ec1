// SPDX-License-Identifier: Apache-2.0
// A checksum that detects changes to stored values (FNV-1a, 64 bits).
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

class Checksum {
 public:
  void add(std::string_view text) {
    number(text.size());  // so that "ab", "c" and "a", "bc" differ
    for (const char c : text) byte(static_cast<unsigned char>(c));
  }
  void add(double value) { number(std::bit_cast<std::uint64_t>(value)); }
  void add(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void add(int value) { add(static_cast<std::int64_t>(value)); }
  void add(bool value) { add(value ? 1 : 0); }
  template <typename T>
  void add(const std::optional<T>& value) {
    byte(value ? 1 : 0);
    if (value) add(*value);
  }
  // In the form that SQLite stores.
  std::int64_t value() const { return static_cast<std::int64_t>(hash_); }

 private:
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * 0x100000001b3ull; }
  void number(std::uint64_t value) {
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<unsigned char>(value >> shift));
  }
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

}  // namespace assay
