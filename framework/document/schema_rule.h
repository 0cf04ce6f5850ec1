// SPDX-License-Identifier: Apache-2.0
// A JSON Schema made ready for checking: one Rule for each schema in it.
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
  unsigned types = 0;                 // one bit for each type that is admitted; 0 admits all

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

// Owns its rules; they refer to each other where the schema does, in circles too.
using Rules = std::deque<Rule>;

// Adds the rules of `schema`, which they borrow, and returns that of the whole; throws Error where it is not
// a schema, or has a keyword that is not checked here.
const Rule* add_rules(const JsonValue& schema, Rules& rules);

// The bit of a type in Rule::types.
unsigned type_bit(std::string_view type);
// The bits that admit a value: an integer is a number too; one written as 1.0 is a number only.
unsigned type_bits(const JsonValue& value);
inline bool admits(const Rule& rule, const JsonValue& value) {
  return rule.types == 0 || (rule.types & type_bits(value)) != 0;
}

// The rule for what stands at a member or an element; null where there is none.
const Rule* rule_of_member(const Rule& rule, std::string_view key);
const Rule* rule_of_element(const Rule& rule, std::size_t index);

// Steps from the document to a value; written out only where something is wrong there.
struct JsonPath {
  const JsonPath* outer = nullptr;
  std::string_view key;  // of a member; else `index` of an element
  std::size_t index = 0;
  bool is_element = false;
  std::string_view root = {};  // the pointer of the outermost

  std::string pointer() const;
};

// Adds what is wrong with `value` and all in it. Problem::where.file is left empty.
void check_rule(const Rule& rule, const JsonValue& value, const JsonPath& path,
                std::vector<Problem>& problems);

}  // namespace assay
