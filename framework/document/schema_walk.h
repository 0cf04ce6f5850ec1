// Finding one's way in a JSON Schema (draft 7).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/json.h"

namespace assay {

// The schemas that apply to the value at `pointer`: those that the schemas of the values around it lead to,
// with $ref followed, every part of allOf, and those branches of anyOf and oneOf that admit the value's type.
// They live as long as `root`, the whole schema.
std::vector<const JsonValue*> schemas_at(const JsonValue& root, const JsonValue& document,
                                         const std::string& pointer);

// The schema that a "#/…" reference in `schema` leads to, else `schema`; null where it leads nowhere. In
// draft 7 a $ref hides its siblings.
const JsonValue* resolved(const JsonValue& root, const JsonValue* schema);

// The value's type in the schema's words.
std::string_view type_of(const JsonValue& value);

// Whether the schema's own "type" admits the value; so it does where there is none.
bool type_admits(const JsonValue& schema, const JsonValue& value);

// The words of a keyword that holds one string or a list of strings; none where it is null.
std::vector<std::string> words(const JsonValue* keyword);

}  // namespace assay
