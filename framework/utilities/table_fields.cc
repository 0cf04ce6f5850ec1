#include "table_fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

void TableFields::check_members(const JsonValue& object, std::span<const std::string_view> members) {
  if (!object.object()) return complain(object, "expected an object");
  for (const auto& [key, value] : *object.object()) {
    if (std::ranges::find(members, key) == members.end())
      complain(value, fmt::format("unknown member \"{}\"", key));
  }
}

void TableFields::flag(const JsonValue& object, std::string_view key, bool& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->boolean()) return complain(*value, fmt::format("\"{}\" must be true or false", key));
  into = *value->boolean();
}

void TableFields::count(const JsonValue& object, std::string_view key, std::uint8_t& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->integer() || *value->integer() < 0 || *value->integer() > 9) {
    return complain(*value, fmt::format("\"{}\" must be a number from 0 to 9", key));
  }
  into = static_cast<std::uint8_t>(*value->integer());
}

void TableFields::text(const JsonValue& object, std::string_view key, std::string& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->string()) return complain(*value, fmt::format("\"{}\" must be a string", key));
  into = *value->string();
}

void TableFields::text(const JsonValue& object, std::string_view key, std::optional<std::string>& into) {
  if (object.find(key)) text(object, key, into.emplace());
}

std::vector<std::string> TableFields::texts(const JsonValue* list) {
  std::vector<std::string> result;
  if (!list) return result;
  if (!list->array()) {
    complain(*list, "expected a list of strings");
    return result;
  }
  for (const JsonValue& each : *list->array()) {
    if (each.string()) {
      result.push_back(*each.string());
    } else {
      complain(each, "expected a string");
    }
  }
  return result;
}

std::vector<const JsonValue*> TableFields::objects(const JsonValue& object, std::string_view key,
                                                   std::initializer_list<std::string_view> members) {
  std::vector<const JsonValue*> result;
  const JsonValue* list = object.find(key);
  if (!list) return result;
  if (!list->array()) {
    complain(*list, fmt::format("\"{}\" must be a list", key));
    return result;
  }
  for (const JsonValue& each : *list->array()) {
    check_members(each, {members.begin(), members.size()});
    if (each.object()) result.push_back(&each);
  }
  return result;
}

}  // namespace assay
