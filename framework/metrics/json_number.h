// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include "assay/internal/statistics.h"

namespace assay {

// Rounded as in reports; null without a value.
inline nlohmann::ordered_json number(const std::optional<double>& value) {
  return value ? nlohmann::ordered_json(rounded(*value)) : nlohmann::ordered_json(nullptr);
}

}  // namespace assay
