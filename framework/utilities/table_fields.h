// Typed access to the members of a table's JSON: what has the wrong type is a problem with its line, never an
// exception, so that all mistakes of a file are found at once. A member that is not there leaves the value as
// it is.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "table_names.h"

namespace assay {

class TableFields {
 public:
  TableFields(const std::string& file, std::vector<Problem>& problems) : file_(file), problems_(problems) {}

  void complain(const JsonValue& at, std::string what) {
    problems_.push_back({{file_, at.line}, "", std::move(what), ""});
  }
  void check_members(const JsonValue& object, std::span<const std::string_view> members);

  void flag(const JsonValue& object, std::string_view key, bool& into);
  void count(const JsonValue& object, std::string_view key, std::uint8_t& into);
  void text(const JsonValue& object, std::string_view key, std::string& into);
  void text(const JsonValue& object, std::string_view key, std::optional<std::string>& into);
  // The strings of a list; none for null.
  std::vector<std::string> texts(const JsonValue* list);
  // A word of a closed set (table_names.h).
  template <class Value>
  void choice(const JsonValue& object, std::string_view key, Value& into);
  // The elements of the member, which must be a list of objects with no other members than these.
  std::vector<const JsonValue*> objects(const JsonValue& object, std::string_view key,
                                        std::initializer_list<std::string_view> members);

 private:
  const std::string& file_;
  std::vector<Problem>& problems_;
};

template <class Value>
void TableFields::choice(const JsonValue& object, std::string_view key, Value& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  std::string known;
  for (const auto& [name, meaning] : names_of(Value{})) {
    if (value->string() && *value->string() == name) {
      into = meaning;
      return;
    }
    if (!known.empty()) known += ", ";
    known += name;
  }
  complain(*value, '"' + std::string(key) + "\" must be one of " + known);
}

}  // namespace assay
