// SPDX-License-Identifier: Apache-2.0
// How often a figure had which value: what the bars of a report are drawn of.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "assay/internal/figures.h"

namespace assay {

// Of a number between 0 and 1: a bin a tenth, and one for 1 itself. What is below 0 is in the first.
inline constexpr std::size_t kTenths = 11;
using Tenths = std::array<std::size_t, kTenths>;
std::size_t tenth_of(double value);

// How often answers with such a number are right, by somebody who knows.
struct Reliability {
  Tenths answers{};
  Tenths right{};
  void add(double value, bool is_right);
  bool empty() const { return answers == Tenths{}; }
};

struct Distributions {
  // Latencies of all answers that were timed, eight bins a power of ten, from 0.1 ms to 1000 s; what is
  // shorter or longer is in the first, the last one.
  static constexpr std::size_t kBins = 56;
  std::array<std::size_t, kBins> latency{};
  // Of queries with expected chunks: the rank of the first one, 1 to 10, further down, nowhere.
  std::array<std::size_t, 12> ranks{};
  // [whether it should be refused][whether it was]
  std::array<std::array<std::size_t, 2>, 2> refusals{};
  // Of all measured answers; of those that a similarity model was asked about, the best of an answer's
  // cosines.
  Tenths scores{};
  Tenths cosines{};
  Reliability scores_by_people;  // where answers are labelled
  Reliability cosines_by_people;
  Reliability cosines_by_judge;  // where one was asked and made up its mind

  // One attempt, whose figures are these.
  void add_attempt(const Result& result, const Figures& figures);
  // A case's last attempt.
  void add_case(const Figures& figures);
};

// Where a bin of latencies begins: "0.1 ms", "1.8 s".
std::string latency_label(std::size_t bin);

}  // namespace assay
