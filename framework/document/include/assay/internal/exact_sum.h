// SPDX-License-Identifier: Apache-2.0
// Sums that do not depend on the order of their terms, so that two runs with the same results in a different
// order have byte-identical metrics. Fixed point with 96 binary places: exact for every double between 2^-43
// and 2^8.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>

namespace assay {

// The members of a class by name, in one list shared by everything that writes, reads or adds up all of them:
//
//   static constexpr auto members() { return std::tuple{NamedMember{"cases", &Totals::cases_}}; }

template <typename Owner, typename Value>
struct NamedMember {
  const char* name;
  Value Owner::*at;
};
template <typename Owner, typename Value>
NamedMember(const char*, Value Owner::*) -> NamedMember<Owner, Value>;

class ExactSum {
 public:
  // As if called `times` times.
  void add(double value, std::size_t times = 1) {
    if (!(std::abs(value) < 256.0)) {
      rest_ += static_cast<long double>(value) * static_cast<long double>(times);
      return;
    }
    fixed_ += fixed_point(value) * static_cast<Wide>(times);
  }
  void add(const ExactSum& other) {
    fixed_ += other.fixed_;
    rest_ += other.rest_;
  }
  long double value() const { return std::ldexp(static_cast<long double>(fixed_), -kPlaces) + rest_; }

  // The complete state, to be stored and resumed elsewhere.
  struct Parts {
    std::int64_t high = 0;  // of the fixed point number
    std::uint64_t low = 0;
    long double rest = 0.0L;
  };
  Parts parts() const {
    return {static_cast<std::int64_t>(fixed_ >> 64), static_cast<std::uint64_t>(fixed_), rest_};
  }
  static ExactSum of(const Parts& parts) {
    ExactSum sum;
    sum.fixed_ = static_cast<Wide>(parts.high) * (static_cast<Wide>(1) << 64) + static_cast<Wide>(parts.low);
    sum.rest_ = parts.rest;
    return sum;
  }

 private:
  __extension__ using Wide = __int128;
  static constexpr int kPlaces = 96;

  // Bits below the last place are truncated, towards zero. Works on the double's own bits because it runs
  // several times per result.
  static Wide fixed_point(double value) {
    constexpr int kDigits = 52;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const int exponent = static_cast<int>(bits >> kDigits & 0x7ff);
    if (exponent == 0) return 0;  // 0, or far below the last place
    const std::uint64_t digits = (bits & ((1ull << kDigits) - 1)) | 1ull << kDigits;
    const int shift = exponent - 1023 - kDigits + kPlaces;
    if (shift <= -64) return 0;
    const Wide size = shift >= 0 ? static_cast<Wide>(digits) << shift : static_cast<Wide>(digits >> -shift);
    return bits >> 63 != 0 ? -size : size;
  }

  Wide fixed_ = 0;
  long double rest_ = 0.0L;  // of the few values out of range; their sum may depend on the order
};

// The first two moments of a set of numbers.
class Moments {
 public:
  void add(double value, std::size_t times = 1) {
    if (times == 0) return;
    lowest_ = count_ == 0 || value < lowest_ ? value : lowest_;
    highest_ = count_ == 0 || value > highest_ ? value : highest_;
    count_ += times;
    sum_.add(value, times);
    squares_.add(value * value, times);
  }
  void add(const Moments& other) {
    if (other.count_ == 0) return;
    lowest_ = count_ == 0 || other.lowest_ < lowest_ ? other.lowest_ : lowest_;
    highest_ = count_ == 0 || other.highest_ > highest_ ? other.highest_ : highest_;
    count_ += other.count_;
    sum_.add(other.sum_);
    squares_.add(other.squares_);
  }
  std::size_t count() const { return count_; }
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  long double sum() const { return sum_.value(); }
  // REQUIRES: count() > 0.
  double mean() const { return static_cast<double>(sum() / static_cast<long double>(count_)); }
  // Σ(x − c)² about any c.
  long double squares_about(long double c) const {
    if (count_ == 0 || (lowest_ == highest_ && c == static_cast<long double>(lowest_))) return 0.0L;
    const auto n = static_cast<long double>(count_);
    const long double squares = squares_.value() - 2.0L * c * sum() + n * c * c;
    return squares > 0.0L ? squares : 0.0L;
  }
  // Σ(x − mean)². Exactly 0 if all values are equal.
  long double squares_about_mean() const {
    return count_ == 0 || lowest_ == highest_ ? 0.0L
                                              : squares_about(sum() / static_cast<long double>(count_));
  }

  static constexpr auto members() {
    return std::tuple{NamedMember{"count", &Moments::count_}, NamedMember{"lowest", &Moments::lowest_},
                      NamedMember{"highest", &Moments::highest_}, NamedMember{"sum", &Moments::sum_},
                      NamedMember{"squares", &Moments::squares_}};
  }

 private:
  std::size_t count_ = 0;
  double lowest_ = 0.0;
  double highest_ = 0.0;
  ExactSum sum_;
  ExactSum squares_;
};

}  // namespace assay
