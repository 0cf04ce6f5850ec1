#include "schema_walk.h"

#include <algorithm>
#include <cmath>

namespace assay {
namespace {

bool admits(std::string_view type, const JsonValue& value) {
  if (type_of(value) == type) return true;
  if (type == "number") return value.integer() != nullptr;
  const auto* number = std::get_if<double>(&value.data);
  return type == "integer" && number != nullptr && std::trunc(*number) == *number;
}

using Schemas = std::vector<const JsonValue*>;

void collect(const JsonValue& root, const JsonValue* schema, const JsonValue& value, Schemas& into) {
  schema = resolved(root, schema);
  if (schema == nullptr || !schema->object() || into.size() > 64) return;
  into.push_back(schema);
  if (const JsonValue* all = schema->find("allOf"); all && all->array()) {
    for (const JsonValue& part : *all->array()) collect(root, &part, value, into);
  }
  for (const char* keyword : {"anyOf", "oneOf"}) {
    const JsonValue* branches = schema->find(keyword);
    if (branches == nullptr || !branches->array()) continue;
    for (const JsonValue& branch : *branches->array()) {
      const JsonValue* target = resolved(root, &branch);
      if (target != nullptr && type_admits(*target, value)) collect(root, target, value, into);
    }
  }
}

const JsonValue* schema_of_member(const JsonValue& schema, std::string_view key) {
  if (const JsonValue* properties = schema.find("properties")) {
    if (const JsonValue* found = properties->find(key)) return found;
  }
  return schema.find("additionalProperties");
}

const JsonValue* schema_of_element(const JsonValue& schema, std::size_t index) {
  const JsonValue* items = schema.find("items");
  if (items == nullptr || !items->array()) return items;
  if (index < items->array()->size()) return &(*items->array())[index];
  return schema.find("additionalItems");
}

}  // namespace

std::string_view type_of(const JsonValue& value) {
  static constexpr std::string_view kNames[] = {"null",   "boolean", "integer", "number",
                                                "string", "array",   "object"};
  return kNames[value.data.index()];
}

std::vector<std::string> words(const JsonValue* keyword) {
  std::vector<std::string> result;
  if (keyword == nullptr) return result;
  if (const auto* one = keyword->string()) result.push_back(*one);
  if (const auto* several = keyword->array()) {
    for (const JsonValue& item : *several) {
      if (const auto* word = item.string()) result.push_back(*word);
    }
  }
  return result;
}

bool type_admits(const JsonValue& schema, const JsonValue& value) {
  const std::vector<std::string> types = words(schema.find("type"));
  return types.empty() || std::ranges::any_of(types, [&](const auto& type) { return admits(type, value); });
}

const JsonValue* resolved(const JsonValue& root, const JsonValue* schema) {
  for (int hops = 0; schema != nullptr && hops < 16; ++hops) {
    const JsonValue* reference = schema->find("$ref");
    if (reference == nullptr || !reference->string() || !reference->string()->starts_with('#')) return schema;
    schema = root.at_pointer(std::string_view(*reference->string()).substr(1));
  }
  return schema;
}

Schemas schemas_at(const JsonValue& root, const JsonValue& document, const std::string& pointer) {
  Schemas here;
  collect(root, &root, document, here);
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t next = std::min(pointer.find('/', at + 1), pointer.size());
    const JsonValue* parent = document.at_pointer(std::string_view(pointer).substr(0, at));
    const JsonValue* value = document.at_pointer(std::string_view(pointer).substr(0, next));
    if (parent == nullptr || value == nullptr) return {};
    Schemas inside;
    for (const JsonValue* schema : here) {
      if (const auto* array = parent->array()) {
        collect(root, schema_of_element(*schema, value - array->data()), *value, inside);
        continue;
      }
      for (const auto& [key, member] : *parent->object()) {
        if (&member == value) collect(root, schema_of_member(*schema, key), *value, inside);
      }
    }
    here = std::move(inside);
    at = next;
  }
  return here;
}

}  // namespace assay
