// SPDX-License-Identifier: Apache-2.0
// Typed access to the members of a table's JSON, which must have passed its schema. A missing member leaves
// the value unchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/enum_words.h"
#include "assay/internal/json.h"
#include "assay/internal/utilities.h"

namespace assay {

void read_flag(const JsonValue& object, std::string_view key, bool& into);
void read_count(const JsonValue& object, std::string_view key, std::uint8_t& into);
void read_text(const JsonValue& object, std::string_view key, std::string& into);
void read_text(const JsonValue& object, std::string_view key, std::optional<std::string>& into);

// The strings of a list; empty for null.
std::vector<std::string> texts_of(const JsonValue* list);

// The elements of a list; empty if there is no such member.
const JsonValue::Array& elements_of(const JsonValue& object, std::string_view key);

// The kinds of data in a list.
std::vector<Data> data_of(const JsonValue* list);

// The word of an enumerator.
template <class Value>
void read_choice(const JsonValue& object, std::string_view key, Value& into) {
  if (const JsonValue* value = object.find(key)) into = enumerator_of<Value>(*value->string()).value_or(into);
}

}  // namespace assay
