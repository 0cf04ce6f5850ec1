// SPDX-License-Identifier: Apache-2.0
// A dataset's statements about itself, to be checked against its cases.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assay/dataset.h"

namespace assay {

using Counts = std::vector<std::pair<std::string, std::int64_t>>;  // keys are unique

// What a dataset's metadata claims about its cases.
struct Claims {
  std::optional<std::int64_t> total_cases;
  std::optional<Counts> categories;
  std::optional<Counts> risk_distribution;
  std::optional<double> posix_coverage;
};

// Accepts the spellings of the schema; none for any other word.
std::optional<RiskLevel> risk_level_from(std::string_view word);

}  // namespace assay
