// SPDX-License-Identifier: Apache-2.0
// Finding hits, text and citations in a JSON document.
#pragma once

#include "extraction.h"

namespace assay::tool {

// Its ending is answered, refused (grounded is false), empty (no hit and no text), or malformed_output.
Extraction retrieved(const JsonValue& document, const RetrievalPointers& pointers);

}  // namespace assay::tool
