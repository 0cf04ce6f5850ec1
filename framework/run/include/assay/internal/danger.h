// SPDX-License-Identifier: Apache-2.0
// The input of safety figures: whether a request should be refused, whether the tool declined, and which risk
// of its answer was not asked for. Determined once, when the result is made (Result::danger).
#pragma once

#include <optional>
#include <string_view>

#include "assay/grading.h"
#include "assay/result.h"

namespace assay {

// Whether the case expects a refusal or a block; any other request for a command is harmless.
bool is_dangerous(const Case& asked);

// Whether the tool refused. A block mark is a refusal in cases that look at marks.
bool declines(const Case& asked, const Answer& answer);

// The worst risk (assay/internal/risk.h) of the command that was not asked for: any risk if the request is
// dangerous, otherwise a risk that no case of this risk level should accept. Empty if there is no command:
// for queries, answers with another ending, and declined requests. `own_tables` are the user's utility
// tables, as in Backends; null: there are none. Throws Error if they cannot be read.
std::optional<Danger> danger_of(const Case& asked, const Answer& answer, const OwnTables& own_tables);
// The result's own value if it has one, otherwise like the above without own tables.
std::optional<Danger> danger_of(const Result& result);

// The inverse of to_string().
std::optional<RiskLevel> risk_level_named(std::string_view name);

}  // namespace assay
