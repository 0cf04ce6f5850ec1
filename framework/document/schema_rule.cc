// SPDX-License-Identifier: Apache-2.0
#include "schema_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>

namespace assay {
namespace {

constexpr std::array<std::string_view, 7> kTypes = {"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};

// The bit of a type in Rule::types.
unsigned type_bit(std::string_view type) { return 1u << (std::ranges::find(kTypes, type) - kTypes.begin()); }

[[noreturn]] void refuse(const JsonValue& at, const std::string& what) {
  throw Error({.where = {"schema", at.line}, .pointer = "", .what = what, .next = ""});
}

std::vector<std::string> words_of(const JsonValue& list) {
  if (const auto* one = list.string()) return {*one};
  std::vector<std::string> words;
  if (!list.array()) refuse(list, "expected a list of words");
  for (const JsonValue& each : *list.array()) {
    if (!each.string()) refuse(each, "expected a word");
    words.push_back(*each.string());
  }
  return words;
}

class Compiler {
 public:
  Compiler(const JsonValue& root, Rules& rules) : root_(root), rules_(rules) {}

  const Rule* rule(const JsonValue& written) {
    const JsonValue& schema = resolved(written);
    const auto [known, fresh] = done_.emplace(&schema, nullptr);
    if (!fresh) return known->second;
    Rule& rule = rules_.emplace_back();
    known->second = &rule;
    rule.source = &schema;
    if (!schema.object()) refuse(schema, "is no schema");
    for (const auto& [keyword, value] : *schema.object()) read(keyword, value, rule);
    if (rule.first_elements.empty() || rule.other_element) return &rule;
    if (const JsonValue* rest = schema.find("additionalItems")) rule.other_element = this->rule(*rest);
    return &rule;
  }

 private:
  using Read = void (Compiler::*)(const JsonValue&, Rule&);

  // In draft 7, a $ref overrides its siblings.
  const JsonValue& resolved(const JsonValue& schema) {
    const JsonValue* at = &schema;
    for (int hops = 0; hops < 16; ++hops) {
      const JsonValue* reference = at->find("$ref");
      if (!reference) return *at;
      const std::string* target = reference->string();
      at = target && target->starts_with('#') ? root_.at_pointer(std::string_view(*target).substr(1))
                                              : nullptr;
      if (!at) refuse(*reference, "leads nowhere");
    }
    refuse(schema, "goes in a circle");
  }

  void read(const std::string& keyword, const JsonValue& value, Rule& rule) {
    static const std::map<std::string_view, Read> kKeywords = {
        {"type", &Compiler::types},
        {"const", &Compiler::constant},
        {"enum", &Compiler::choices},
        {"properties", &Compiler::members},
        {"required", &Compiler::required},
        {"dependencies", &Compiler::companions},
        {"additionalProperties", &Compiler::other_members},
        {"propertyNames", &Compiler::member_names},
        {"items", &Compiler::elements},
        {"minLength", &Compiler::least},
        {"minItems", &Compiler::least},
        {"minProperties", &Compiler::least},
        {"maxLength", &Compiler::most},
        {"maxItems", &Compiler::most},
        {"maxProperties", &Compiler::most},
        {"minimum", &Compiler::minimum},
        {"maximum", &Compiler::maximum},
        {"exclusiveMinimum", &Compiler::above},
        {"exclusiveMaximum", &Compiler::below},
        {"format", &Compiler::format},
        {"allOf", &Compiler::all_of},
        {"anyOf", &Compiler::any_of},
        {"oneOf", &Compiler::one_of},
    };
    constexpr std::string_view kRemarks[] = {"$schema",  "$id",         "$comment",
                                             "title",    "description", "definitions",
                                             "examples", "default",     "additionalItems"};
    if (const auto found = kKeywords.find(keyword); found != kKeywords.end()) {
      (this->*found->second)(value, rule);
    } else if (std::ranges::find(kRemarks, keyword) == std::end(kRemarks)) {
      refuse(value, "\"" + keyword + "\" is not checked here");
    }
  }

  void types(const JsonValue& value, Rule& rule) {
    for (const std::string& type : words_of(value)) {
      if (std::ranges::find(kTypes, type) == kTypes.end()) refuse(value, "\"" + type + "\" is no type");
      rule.types |= type_bit(type);
    }
  }
  void constant(const JsonValue& value, Rule& rule) { rule.constant = &value; }
  void choices(const JsonValue& value, Rule& rule) {
    rule.choices = value.array() ? value.array() : (refuse(value, "expected a list"), nullptr);
  }
  void members(const JsonValue& value, Rule& rule) {
    if (!value.object()) refuse(value, "expected an object");
    for (const auto& [name, schema] : *value.object()) rule.members.emplace_back(name, this->rule(schema));
  }
  void required(const JsonValue& value, Rule& rule) { rule.required = words_of(value); }
  void companions(const JsonValue& value, Rule& rule) {
    if (!value.object()) refuse(value, "expected an object");
    for (const auto& [name, needed] : *value.object()) rule.companions.emplace_back(name, words_of(needed));
  }
  void other_members(const JsonValue& value, Rule& rule) {
    if (const bool* allowed = value.boolean()) {
      rule.other_members = *allowed ? Others::allowed : Others::refused;
    } else {
      rule.other_members = Others::ruled;
      rule.other_member = this->rule(value);
    }
  }
  void member_names(const JsonValue& value, Rule& rule) { rule.member_name = this->rule(value); }
  void elements(const JsonValue& value, Rule& rule) {
    if (!value.array()) return void(rule.other_element = this->rule(value));
    for (const JsonValue& each : *value.array()) rule.first_elements.push_back(this->rule(each));
  }
  void least(const JsonValue& value, Rule& rule) { rule.least_count = number(value); }
  void most(const JsonValue& value, Rule& rule) { rule.most_count = number(value); }
  void minimum(const JsonValue& value, Rule& rule) { number(value), rule.minimum = &value; }
  void maximum(const JsonValue& value, Rule& rule) { number(value), rule.maximum = &value; }
  void above(const JsonValue& value, Rule& rule) { number(value), rule.above = &value; }
  void below(const JsonValue& value, Rule& rule) { number(value), rule.below = &value; }
  void format(const JsonValue& value, Rule& rule) {
    rule.is_pointer = value.string() && *value.string() == "json-pointer";
    if (!rule.is_pointer) refuse(value, "this format is not checked here");
  }
  void all_of(const JsonValue& value, Rule& rule) { branches(value, rule.all_of); }
  void any_of(const JsonValue& value, Rule& rule) { branches(value, rule.any_of); }
  void one_of(const JsonValue& value, Rule& rule) { branches(value, rule.one_of); }

  void branches(const JsonValue& value, std::vector<const Rule*>& into) {
    if (!value.array() || value.array()->empty()) refuse(value, "expected a list of schemas");
    for (const JsonValue& each : *value.array()) into.push_back(rule(each));
  }
  double number(const JsonValue& value) {
    const double read = value.number(std::nan(""));
    if (std::isnan(read)) refuse(value, "expected a number");
    return read;
  }

  const JsonValue& root_;
  Rules& rules_;
  std::map<const JsonValue*, const Rule*> done_;
};

}  // namespace

const Rule* add_rules(const JsonValue& schema, Rules& rules) { return Compiler(schema, rules).rule(schema); }

unsigned type_bits(const JsonValue& value) {
  const unsigned own = 1u << value.data.index();
  return value.integer() ? own | type_bit("number") : own;
}

const Rule* rule_of_member(const Rule& rule, std::string_view key) {
  const auto found =
      std::ranges::find(rule.members, key, [](const auto& m) -> std::string_view { return m.first; });
  return found == rule.members.end() ? rule.other_member : found->second;
}

const Rule* rule_of_element(const Rule& rule, std::size_t index) {
  return index < rule.first_elements.size() ? rule.first_elements[index] : rule.other_element;
}

}  // namespace assay
