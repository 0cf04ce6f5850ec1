// SPDX-License-Identifier: Apache-2.0
#include <set>
#include <string_view>
#include <utility>

#include "assay/result.h"

namespace assay {

std::string_view to_string(Gate gate) {
  switch (gate) {
    case Gate::strict:
      return "strict";
    case Gate::mean:
      return "mean";
    case Gate::baseline:
      return "baseline";
  }
  return "";
}

std::optional<Gate> gate_from(std::string_view word) {
  for (const auto each : {Gate::strict, Gate::mean, Gate::baseline})
    if (to_string(each) == word) return each;
  return std::nullopt;
}

std::string_view to_string(UnmeasuredCases unmeasured) {
  return unmeasured == UnmeasuredCases::error ? "error" : "skip";
}

std::optional<UnmeasuredCases> unmeasured_cases_from(std::string_view word) {
  for (const auto each : {UnmeasuredCases::skip, UnmeasuredCases::error})
    if (to_string(each) == word) return each;
  return std::nullopt;
}

std::size_t Run::present() const {
  std::set<std::pair<std::string_view, std::string_view>> cases;
  for (const auto& result : results) cases.emplace(result.asked.dataset, result.asked.name);
  return cases.size();
}

}  // namespace assay
