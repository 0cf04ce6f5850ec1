// SPDX-License-Identifier: Apache-2.0
// Converts the JSON of a case, a query or a dataset's head to values.
//
// A value that the schema rejects is read as far as possible: members that are missing or of another type
// keep their defaults, so that the checks can examine the rest.
#pragma once

#include "assay/internal/json.h"
#include "claims.h"

namespace assay {

// Case::where holds only the value's line; Case::dataset is left empty.
Case case_from(const JsonValue& value, DatasetKind kind);

// Everything except the cases, the file and its digest.
void read_head(const JsonValue& document, Dataset& dataset);

// REQUIRES: the document is valid by the schema.
Claims claims_of(const JsonValue& document);

}  // namespace assay
