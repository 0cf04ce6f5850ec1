// SPDX-License-Identifier: Apache-2.0
// A JSON Schema compiled for checking: one Rule for each schema in it.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "assay/internal/json.h"

namespace assay {

enum class Others { allowed, refused, ruled };  // members or elements that the schema does not list

struct Rule {
  const JsonValue* source = nullptr;  // the schema as written, for messages
  unsigned types = 0;                 // one bit for each admitted type; 0 admits all

  const JsonValue* constant = nullptr;
  const JsonValue::Array* choices = nullptr;  // enum
  std::vector<std::pair<std::string, const Rule*>> members;
  std::vector<std::string> required;
  std::vector<std::pair<std::string, std::vector<std::string>>> companions;  // dependencies
  Others other_members = Others::allowed;
  const Rule* other_member = nullptr;
  const Rule* member_name = nullptr;
  std::vector<const Rule*> first_elements;
  const Rule* other_element = nullptr;

  double least_count = 0, most_count = 0;  // of characters, elements or members; most 0: no bound
  const JsonValue *minimum = nullptr, *above = nullptr, *maximum = nullptr, *below = nullptr;
  bool is_pointer = false;  // format "json-pointer"

  std::vector<const Rule*> all_of, any_of, one_of;
};

// Owns its rules; they refer to each other as the schemas do, possibly in cycles.
using Rules = std::deque<Rule>;

// Adds the rules of `schema`, which they borrow, and returns the rule of the whole; throws Error if it is not
// a schema or has a keyword that is not checked here.
const Rule* add_rules(const JsonValue& schema, Rules& rules);

// The bits that admit a value: an integer counts as a number too; 1.0 is a number only.
unsigned type_bits(const JsonValue& value);
inline bool admits(const Rule& rule, const JsonValue& value) {
  return rule.types == 0 || (rule.types & type_bits(value)) != 0;
}

// The rule for a member or an element; null if there is none.
const Rule* rule_of_member(const Rule& rule, std::string_view key);
const Rule* rule_of_element(const Rule& rule, std::size_t index);

// The steps from the document to a value; turned into text only when there is a problem to report.
struct JsonPath {
  const JsonPath* outer = nullptr;
  std::string_view key;  // of a member; else `index` of an element
  std::size_t index = 0;
  bool is_element = false;
  std::string_view root = {};  // the pointer of the outermost value

  std::string pointer() const;
};

// Adds the problems of `value` and everything in it. Problem::where.file is left empty.
void check_rule(const Rule& rule, const JsonValue& value, const JsonPath& path,
                std::vector<Problem>& problems);

}  // namespace assay
