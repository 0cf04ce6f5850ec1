// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "assay/internal/json.h"
#include "assay/internal/statistics.h"

namespace assay {

// Rounded as in reports; null without a value.
inline nlohmann::ordered_json number(const std::optional<double>& value) {
  return or_null<nlohmann::ordered_json>(value, rounded);
}

}  // namespace assay
