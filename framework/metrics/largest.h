// SPDX-License-Identifier: Apache-2.0
// The maximum of several counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>

#include "assay/internal/exact_sum.h"

namespace assay {

struct Largest {
  std::size_t value = 0;
  void take(std::size_t count) { value = std::max(value, count); }
  void add(const Largest& other) { take(other.value); }
  static constexpr auto members() { return std::tuple{NamedMember{"value", &Largest::value}}; }
};

}  // namespace assay
