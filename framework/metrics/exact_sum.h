// Sums that do not depend on the order of their terms, so that two runs with the same results in another
// order have the same metrics to the byte. Fixed point with 96 binary places: exact for every double between
// 2^-43 and 2^8.
#pragma once

#include <cmath>
#include <cstdint>

namespace assay {

class ExactSum {
 public:
  void add(double value) {
    if (std::abs(value) >= 256.0) {
      rest_ += value;
      return;
    }
    int exponent = 0;
    const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(value, &exponent), 53));
    const int shift = exponent - 53 + kPlaces;
    if (shift >= 0)
      fixed_ += static_cast<Wide>(digits) * (static_cast<Wide>(1) << shift);
    else if (shift > -64)
      fixed_ += digits / (static_cast<Wide>(1) << -shift);
  }
  void add(const ExactSum& other) {
    fixed_ += other.fixed_;
    rest_ += other.rest_;
  }
  long double value() const { return std::ldexp(static_cast<long double>(fixed_), -kPlaces) + rest_; }

 private:
  __extension__ using Wide = __int128;
  static constexpr int kPlaces = 96;
  Wide fixed_ = 0;
  long double rest_ = 0.0L;  // of the few values out of range; those may depend on the order
};

// The first two moments of a set of numbers.
class Moments {
 public:
  void add(double value) {
    lowest_ = count_ == 0 || value < lowest_ ? value : lowest_;
    highest_ = count_ == 0 || value > highest_ ? value : highest_;
    ++count_;
    sum_.add(value);
    squares_.add(value * value);
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
  // Σ(x − mean)². Exactly 0 where all are equal.
  long double squares_about_mean() const {
    return count_ == 0 || lowest_ == highest_ ? 0.0L
                                              : squares_about(sum() / static_cast<long double>(count_));
  }

 private:
  std::size_t count_ = 0;
  double lowest_ = 0.0;
  double highest_ = 0.0;
  ExactSum sum_;
  ExactSum squares_;
};

}  // namespace assay
