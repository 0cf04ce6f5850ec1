// Words for a person, from a JSON Schema (draft 7) and the place where a document breaks it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/json.h"

namespace assay {

// What is wrong with the value at `pointer` itself, not with the values inside it, by the keywords type,
// enum, const, required, additionalProperties: false, propertyNames: enum, and the bounds on length, count
// and number. Keywords inside $ref, allOf and those branches of anyOf and oneOf that admit the value's type
// are followed; others are not judged, so the list may be empty for a value that the schema refuses.
// Problem::where.file is left empty.
std::vector<Problem> explain(const JsonValue& schema, const JsonValue& document, const std::string& pointer);

}  // namespace assay
