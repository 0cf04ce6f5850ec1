// SPDX-License-Identifier: Apache-2.0
// The JSON of a case, a query or a dataset's head as values.
//
// What a schema refuses is read as far as it goes: members that are missing or of another type stay as they
// are, so that the checks can look at the rest.
#pragma once

#include "assay/internal/json.h"
#include "claims.h"

namespace assay {

// Case::where holds the value's line alone; Case::dataset is left empty.
Case case_from(const JsonValue& value, DatasetKind kind);

// All but the cases, the file and its digest.
void read_head(const JsonValue& document, Dataset& dataset);

// REQUIRES: the schema finds no fault with the document.
Claims claims_of(const JsonValue& document);

// The text of a member; empty where it is missing or no text.
std::string text_of(const JsonValue& object, std::string_view key);

}  // namespace assay
