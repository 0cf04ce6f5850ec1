// SPDX-License-Identifier: Apache-2.0
// A checksum that detects changes to stored values (FNV-1a, 64 bits).
#pragma once

#include <array>
#include <bit>
#include <cstddef>
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
  void byte(unsigned char value) { hash_ = (hash_ ^ value) * kPrime; }
  // Eight bytes, the lowest first. A zero byte only multiplies, and most numbers end in zeros: these in one
  // step.
  void number(std::uint64_t value) {
    std::size_t zeros = 8;
    for (; value != 0; value >>= 8, --zeros) byte(static_cast<unsigned char>(value));
    hash_ *= kPowers[zeros];
  }
  static constexpr std::uint64_t kPrime = 0x100000001b3ull;
  static constexpr std::array<std::uint64_t, 9> kPowers = [] {
    std::array<std::uint64_t, 9> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * kPrime;
    return powers;
  }();
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

// The checksum of a row and its outputs, wherever those are stored.
inline std::int64_t row_checksum(std::string_view json, std::string_view out, std::string_view err) {
  Checksum checksum;
  checksum.add(json);
  checksum.add(out);
  checksum.add(err);
  return checksum.value();
}

}  // namespace assay
