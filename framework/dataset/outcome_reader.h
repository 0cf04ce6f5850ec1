// SPDX-License-Identifier: Apache-2.0
// The member `outcome` of a case: JSON to a value, and the rules that a schema cannot say.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "assay/outcome.h"

namespace assay {

// What the schema refuses is read as far as it goes.
WantedOutcome wanted_outcome(const JsonValue& value);

// REQUIRES: the schema finds no fault with `value`, which stands at `pointer`.
std::vector<Problem> check_outcome(const JsonValue& value, const std::string& pointer);

}  // namespace assay
