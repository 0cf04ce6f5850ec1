// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/statistics.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

// C(m,k)/C(n,k) for m <= n, as a product of ratios: the coefficients themselves would overflow.
double ratio_of_choices(std::size_t m, std::size_t n, std::size_t k) {
  if (m < k) return 0.0;
  double ratio = 1.0;
  for (std::size_t i = 0; i < k; ++i) ratio *= static_cast<double>(m - i) / static_cast<double>(n - i);
  return ratio;
}

}  // namespace

std::optional<double> share(std::size_t part, std::size_t whole) {
  if (whole == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::optional<Interval> wilson(std::size_t k, std::size_t n, double z) {
  if (n == 0) return std::nullopt;
  const double trials = static_cast<double>(n);
  const double p = static_cast<double>(k) / trials;
  const double scale = 1.0 + z * z / trials;
  const double centre = (p + z * z / (2.0 * trials)) / scale;
  const double half = z / scale * std::sqrt(p * (1.0 - p) / trials + z * z / (4.0 * trials * trials));
  // At the ends the bound is exactly 0 or 1; the subtraction would leave a rounding error.
  return Interval{k == 0 ? 0.0 : std::max(0.0, centre - half), k == n ? 1.0 : std::min(1.0, centre + half)};
}

std::optional<double> pass_at_k(std::size_t n, std::size_t c, std::size_t k) {
  if (k == 0 || k > n) return std::nullopt;
  return 1.0 - ratio_of_choices(n - c, n, k);
}

std::optional<double> pass_hat_k(std::size_t n, std::size_t c, std::size_t k) {
  if (k == 0 || k > n) return std::nullopt;
  return ratio_of_choices(c, n, k);
}

std::optional<double> percentile(std::span<const double> sorted, double p) {
  if (sorted.empty()) return std::nullopt;
  const auto rank = static_cast<std::size_t>(std::ceil(p * static_cast<double>(sorted.size())));
  return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

}  // namespace assay
