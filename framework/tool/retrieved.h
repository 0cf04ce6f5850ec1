// SPDX-License-Identifier: Apache-2.0
// Extracts hits, text and citations from a JSON document.
#pragma once

#include "extraction.h"

namespace assay::tool {

// The ending is answered, refused (grounded is false), empty (no hit and no text), or malformed_output.
Extraction retrieved(const JsonValue& document, const RetrievalPointers& pointers);

}  // namespace assay::tool
