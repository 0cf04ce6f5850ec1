// SPDX-License-Identifier: Apache-2.0
// The position of a case among all cases of its run, independent of which process asked it.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>

namespace assay {

struct CasePlace {
  std::size_t dataset = 0;   // index in the run's list; past its end if the run does not list it
  std::string dataset_name;  // if the run does not list it; else empty
  std::int64_t line = 0;
  std::string id;
  auto operator<=>(const CasePlace&) const = default;
};

// A value that belongs to a case, to be sorted with those from other parts of the run.
template <typename T>
struct Placed {
  CasePlace place;
  T value;
};

}  // namespace assay
