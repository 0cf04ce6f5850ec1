// SPDX-License-Identifier: Apache-2.0
#include "table_fields.h"

namespace assay {

void read_flag(const JsonValue& object, std::string_view key, bool& into) {
  if (const JsonValue* value = object.find(key)) into = *value->boolean();
}

void read_count(const JsonValue& object, std::string_view key, std::uint8_t& into) {
  if (const JsonValue* value = object.find(key)) into = static_cast<std::uint8_t>(*value->integer());
}

void read_text(const JsonValue& object, std::string_view key, std::string& into) {
  if (const JsonValue* value = object.find(key)) into = *value->string();
}

void read_text(const JsonValue& object, std::string_view key, std::optional<std::string>& into) {
  if (object.find(key)) read_text(object, key, into.emplace());
}

std::vector<std::string> texts_of(const JsonValue* list) {
  std::vector<std::string> texts;
  if (!list) return texts;
  for (const JsonValue& each : *list->array()) texts.push_back(*each.string());
  return texts;
}

std::vector<Data> data_of(const JsonValue* list) {
  std::vector<Data> kinds;
  for (const std::string& text : texts_of(list))
    if (const auto kind = enumerator_of<Data>(text)) kinds.push_back(*kind);
  return kinds;
}

const JsonValue::Array& elements_of(const JsonValue& object, std::string_view key) {
  static const JsonValue::Array kNone;
  const JsonValue* list = object.find(key);
  return list ? *list->array() : kNone;
}

}  // namespace assay
