// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <unordered_map>

#include "assay/internal/paired.h"
#include "totals.h"

namespace assay {
namespace {

constexpr double kStepsPerUnit = 1e6;
constexpr std::size_t kMostDistinct = 1 << 14;

// Halves away from zero.
std::int64_t tenth(std::int64_t steps) { return (steps + (steps < 0 ? -5 : 5)) / 10; }

}  // namespace

struct Differences::Inner {
  Moments moments;
  std::size_t zeros = 0;                                 // by far the most
  std::unordered_map<std::int64_t, std::size_t> counts;  // of the others
  int coarser = 0;                                       // number of times the step was multiplied by ten

  // Always starts from the finest step, so that the order of the differences does not matter.
  std::int64_t steps_of(double difference) const {
    auto steps = static_cast<std::int64_t>(std::llround(difference * kStepsPerUnit));
    for (int i = 0; i < coarser; ++i) steps = tenth(steps);
    return steps;
  }

  void coarsen() {
    ++coarser;
    std::unordered_map<std::int64_t, std::size_t> fewer;
    for (const auto& [steps, count] : counts) fewer[tenth(steps)] += count;
    counts = std::move(fewer);
  }
};

Differences::Differences() : inner_(std::make_unique<Inner>()) {}
Differences::~Differences() = default;
Differences::Differences(Differences&&) noexcept = default;
Differences& Differences::operator=(Differences&&) noexcept = default;

void Differences::add(double difference) {
  Inner& inner = *inner_;
  inner.moments.add(difference);
  if (difference == 0.0) {
    ++inner.zeros;
    return;
  }
  ++inner.counts[inner.steps_of(difference)];
  while (inner.counts.size() > kMostDistinct) inner.coarsen();
}

std::size_t Differences::n() const { return inner_->moments.count(); }

std::optional<Mean> Differences::mean() const { return mean_of(inner_->moments); }

std::optional<double> Differences::variance() const {
  if (n() < 2) return std::nullopt;
  return static_cast<double>(inner_->moments.squares_about_mean() / static_cast<long double>(n() - 1));
}

std::optional<double> Differences::lowest() const {
  return n() == 0 ? std::nullopt : std::optional(inner_->moments.lowest());
}

std::optional<double> Differences::highest() const {
  return n() == 0 ? std::nullopt : std::optional(inner_->moments.highest());
}

std::map<std::int64_t, std::size_t> Differences::counts() const {
  std::map<std::int64_t, std::size_t> all(inner_->counts.begin(), inner_->counts.end());
  if (inner_->zeros > 0) all[0] += inner_->zeros;
  return all;
}

}  // namespace assay
