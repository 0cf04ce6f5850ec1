// SPDX-License-Identifier: Apache-2.0
// Where a case stands among all cases of its run, whoever asked it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace assay {

struct CasePlace {
  std::size_t dataset = 0;   // its index among those of the run; behind them where the run does not name it
  std::string dataset_name;  // of one that it does not name; else empty
  std::int64_t line = 0;
  std::string id;
  auto operator<=>(const CasePlace&) const = default;
};

// Something of a case, to be put in order with that of cases of other parts of the run.
template <typename T>
struct Placed {
  CasePlace place;
  T value;
};

}  // namespace assay
