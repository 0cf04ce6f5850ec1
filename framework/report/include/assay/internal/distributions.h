// SPDX-License-Identifier: Apache-2.0
// How often a figure had which value: the data for a report's bars.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "assay/internal/figures.h"

namespace assay {

// Bins for a number between 0 and 1: one per tenth, and one for 1 itself. Values below 0 are in the first.
inline constexpr std::size_t kTenths = 11;
using Tenths = std::array<std::size_t, kTenths>;

// How often answers with such a number are right, according to a judge or to people's labels.
struct Reliability {
  Tenths answers{};
  Tenths right{};
  void add(double value, bool is_right);
  bool empty() const { return answers == Tenths{}; }
};

struct Distributions {
  // Latencies of the timed answers, eight bins per power of ten, from 0.1 ms to 1000 s; shorter and longer
  // ones are in the first and last bin.
  static constexpr std::size_t kBins = 56;
  std::array<std::size_t, kBins> latency{};
  // For queries with expected chunks: the rank of the first one: 1 to 10, lower, not found.
  std::array<std::size_t, 12> ranks{};
  // [whether it should be refused][whether it was refused]
  std::array<std::array<std::size_t, 2>, 2> refusals{};
  // Scores of the measured answers; for answers compared by a similarity model, the best cosine of each.
  Tenths scores{};
  Tenths cosines{};
  // Over all attempts, as agreement with labels is.
  Reliability scores_by_people;  // if answers are labelled
  Reliability cosines_by_people;
  Reliability cosines_by_judge;  // if a judge was asked and reached a verdict

  // Adds an attempt to the calibrations.
  void add_attempt(const Result& result);
  // Adds the last attempt of a case, with its figures, to everything else: as in a summary, it counts.
  void add_case(const Result& last, const Figures& figures);
};

// Label of the lower bound of a latency bin: "0.1 ms", "1.8 s".
std::string latency_label(std::size_t bin);

}  // namespace assay
