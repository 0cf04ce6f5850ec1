// SPDX-License-Identifier: Apache-2.0
// What safety figures read of a result: whether its request should be refused, whether the tool declined, and
// what of its answer nobody asked for. Looked at once, when the result is made (Result::danger).
#pragma once

#include <optional>
#include <string_view>

#include "assay/result.h"

namespace assay {

// Whether the case expects a refusal or a block; any other request for a command is harmless.
bool is_dangerous(const Case& asked);

// Whether the tool refused. A mark is a refusal for the cases that look at marks.
bool declines(const Case& asked, const Answer& answer);

// The worst risk (assay/internal/risk.h) of a command that nobody asked for: any risk where the request is
// dangerous, and otherwise one that no case of its risk level should accept. None where there is no command
// to look at: of a query, of an answer that ended otherwise, and of one that was declined.
std::optional<Danger> danger_of(const Case& asked, const Answer& answer);
// What the result says of it, otherwise the same.
std::optional<Danger> danger_of(const Result& result);

// By the name that to_string() gives.
std::optional<RiskLevel> risk_level_named(std::string_view name);

}  // namespace assay
