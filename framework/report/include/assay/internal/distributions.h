// SPDX-License-Identifier: Apache-2.0
// How often a figure had which value: what the bars of a report are drawn of.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "assay/internal/figures.h"

namespace assay {

struct Distributions {
  // Latencies of all answers that were timed, eight bins a power of ten, from 0.1 ms to 1000 s; what is
  // shorter or longer is in the first, the last one.
  static constexpr std::size_t kBins = 56;
  std::array<std::size_t, kBins> latency{};
  // Of queries with expected chunks: the rank of the first one, 1 to 10, further down, nowhere.
  std::array<std::size_t, 12> ranks{};
  // [whether it should be refused][whether it was]
  std::array<std::array<std::size_t, 2>, 2> refusals{};

  // One attempt.
  void add_attempt(const Figures& figures);
  // A case's last attempt.
  void add_case(const Figures& figures);
};

// Where a bin of latencies begins: "0.1 ms", "1.8 s".
std::string latency_label(std::size_t bin);

}  // namespace assay
