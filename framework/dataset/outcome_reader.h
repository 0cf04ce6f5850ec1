// SPDX-License-Identifier: Apache-2.0
// The member `outcome` of a case: conversion from JSON, and the rules that a schema cannot express.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/json.h"
#include "assay/outcome.h"

namespace assay {

// A value that the schema rejects is read as far as possible.
WantedOutcome wanted_outcome(const JsonValue& value);

// REQUIRES: `value`, located at `pointer`, is valid by the schema.
std::vector<Problem> check_outcome(const JsonValue& value, const std::string& pointer);

}  // namespace assay
