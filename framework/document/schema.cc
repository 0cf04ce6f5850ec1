// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "assay/internal/json.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

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

// The steps from the document to a value; turned into text only when there is a problem to report.
struct JsonPath {
  const JsonPath* outer = nullptr;
  std::string_view key;  // of a member; else `index` of an element
  std::size_t index = 0;
  bool is_element = false;
  std::string_view root = {};  // the pointer of the outermost value

  std::string pointer() const {
    if (!outer) return std::string(root);
    return outer->pointer() + (is_element ? "/" + std::to_string(index) : pointer_token(key));
  }
};

constexpr std::array<std::string_view, 7> kTypes = {"null",   "boolean", "integer", "number",
                                                    "string", "array",   "object"};

// The bit of a type in Rule::types.
unsigned type_bit(std::string_view type) { return 1u << (std::ranges::find(kTypes, type) - kTypes.begin()); }

[[noreturn]] void refuse(const JsonValue& at, const std::string& what) {
  throw Error({"schema", at.line}, what);
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
    constexpr std::string_view kRemarks =
        "$schema $id $comment title description definitions examples default additionalItems";
    if (const auto found = kKeywords.find(keyword); found != kKeywords.end())
      (this->*found->second)(value, rule);
    else if (!is_among(keyword, kRemarks))
      refuse(value, "\"" + keyword + "\" is not checked here");
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

// Adds the rules of `schema`, which they borrow, and returns the rule of the whole; throws Error if it is not
// a schema or has a keyword that is not checked here.
const Rule* add_rules(const JsonValue& schema, Rules& rules) { return Compiler(schema, rules).rule(schema); }

// The bits that admit a value: an integer counts as a number too; 1.0 is a number only.
unsigned type_bits(const JsonValue& value) {
  const unsigned own = 1u << value.data.index();
  return value.integer() ? own | type_bit("number") : own;
}

bool admits(const Rule& rule, const JsonValue& value) {
  return rule.types == 0 || (rule.types & type_bits(value)) != 0;
}

// The rule for a member or an element; null if there is none.
const Rule* rule_of_member(const Rule& rule, std::string_view key) {
  const auto found =
      std::ranges::find(rule.members, key, [](const auto& m) -> std::string_view { return m.first; });
  return found == rule.members.end() ? rule.other_member : found->second;
}

const Rule* rule_of_element(const Rule& rule, std::size_t index) {
  return index < rule.first_elements.size() ? rule.first_elements[index] : rule.other_element;
}

// A single walk decides whether a document is valid and words the problems if it is not.

constexpr std::string_view kTypeNames[] = {"null",   "boolean", "integer", "number",
                                           "string", "array",   "object"};

std::string_view type_of(const JsonValue& value) { return kTypeNames[value.data.index()]; }

std::string listed(const std::vector<std::string>& items) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) text += i + 1 == items.size() ? " or " : ", ";
    text += items[i];
  }
  return text;
}

std::string with_article(std::string_view type) {
  if (type == "null") return "null";
  return (std::string_view("aeiou").find(type[0]) == std::string_view::npos ? "a " : "an ") +
         std::string(type);
}

// In the order of the schema.
std::vector<std::string> types_of(const Rule& rule) {
  std::vector<std::string> types;
  const JsonValue* written = rule.source->find("type");
  if (!written) return types;
  if (const auto* one = written->string()) return {with_article(*one)};
  for (const JsonValue& each : *written->array()) types.push_back(with_article(*each.string()));
  return types;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return '"' + one_line(shortened(text, kLongest)) + '"';
}

std::string plain_json(const JsonValue& value) {
  if (const auto* text = value.string()) return in_quotes(*text);
  if (const auto* flag = value.boolean()) return *flag ? "true" : "false";
  if (const auto* integer = value.integer()) return std::to_string(*integer);
  if (const auto* number = std::get_if<double>(&value.data)) return fmt::format("{}", *number);
  return with_article(type_of(value));
}

bool same_scalar(const JsonValue& a, const JsonValue& b) {
  if (a.string() || b.string()) return a.string() && b.string() && *a.string() == *b.string();
  if (a.boolean() || b.boolean()) return a.boolean() && b.boolean() && *a.boolean() == *b.boolean();
  return (a.is_null() && b.is_null()) || a.number(std::nan("")) == b.number(std::nan(""));
}

// The values a branch accepts, in words: its types, or those that it lists.
std::vector<std::string> forms_of(const Rule& rule) {
  std::vector<std::string> forms = types_of(rule);
  if (!forms.empty() || !rule.choices) return forms;
  for (const JsonValue& each : *rule.choices) forms.push_back(plain_json(each));
  return forms;
}

// Whether a value could be intended for a branch.
bool may_fit(const Rule& rule, const JsonValue& value) {
  const auto same_type = [&](const JsonValue& each) { return each.data.index() == value.data.index(); };
  return admits(rule, value) && (!rule.choices || std::ranges::any_of(*rule.choices, same_type));
}

std::size_t characters(const std::string& text) {
  return std::ranges::count_if(text, [](char c) { return !continues_character(c); });
}

// RFC 6901: empty, or begins with '/', and every ~ is part of ~0 or ~1.
bool is_json_pointer(std::string_view text) {
  if (!text.empty() && text[0] != '/') return false;
  for (std::size_t at = text.find('~'); at != text.npos; at = text.find('~', at + 1))
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  return true;
}

// Adds the problems of `value` and everything in it. Problem::where.file is left empty.
void check_rule(const Rule& rule, const JsonValue& value, const JsonPath& path,
                std::vector<Problem>& problems);

class Checker {
 public:
  Checker(const Rule& rule, const JsonValue& value, const JsonPath& path, std::vector<Problem>& problems)
      : rule_(rule), value_(value), path_(path), problems_(problems) {}

  void check() {
    if (!admits(rule_, value_)) return wrong_type();
    branches();
    values();
    if (const auto* object = value_.object()) members(*object);
    if (const auto* array = value_.array()) elements(*array);
    if (const auto* text = value_.string(); text && needs_text()) check_text(*text);
    if (rule_.minimum || rule_.maximum || rule_.above || rule_.below) bounds();
  }

 private:
  void report(std::string what, std::string next = "") {
    problems_.push_back({{"", value_.line}, path_.pointer(), std::move(what), std::move(next)});
  }

  void wrong_type() {
    const bool scalar = !value_.array() && !value_.object() && !value_.is_null();
    report(fmt::format("expected {}, not {}", listed(types_of(rule_)),
                       scalar ? fmt::format("the {} {}", type_of(value_), plain_json(value_))
                              : with_article(type_of(value_))));
  }

  void branches() {
    for (const Rule* each : rule_.all_of) check_rule(*each, value_, path_, problems_);
    if (!rule_.any_of.empty()) choose(rule_.any_of, rule_.any_of.size());
    if (!rule_.one_of.empty()) choose(rule_.one_of, 1);
  }

  // If no branch fits, reports the problems of the closest one.
  void choose(const std::vector<const Rule*>& branches, std::size_t most) {
    std::size_t fitting = 0;
    std::vector<Problem> nearest_problems;
    std::vector<std::string> forms;
    for (const Rule* each : branches) {
      for (std::string& form : forms_of(*each))
        if (std::ranges::find(forms, form) == forms.end()) forms.push_back(std::move(form));
      if (!may_fit(*each, value_)) continue;
      std::vector<Problem> found;
      check_rule(*each, value_, path_, found);
      fitting += found.empty();
      if (!found.empty() && (nearest_problems.empty() || found.size() < nearest_problems.size()))
        nearest_problems = std::move(found);
    }
    if (fitting > most) return report("matches several of the allowed forms, and must match exactly one");
    if (fitting > 0) return;
    if (nearest_problems.empty())
      return report(fmt::format("expected {}, not {}", listed(forms), with_article(type_of(value_))));
    std::ranges::move(nearest_problems, std::back_inserter(problems_));
  }

  void values() {
    if (rule_.constant && !same_scalar(*rule_.constant, value_))
      report(fmt::format("expected {}, not {}", plain_json(*rule_.constant), plain_json(value_)));
    if (!rule_.choices) return;
    const auto same = [&](const JsonValue& each) { return same_scalar(each, value_); };
    if (std::ranges::any_of(*rule_.choices, same)) return;
    std::vector<std::string> allowed, words;
    for (const JsonValue& each : *rule_.choices) {
      allowed.push_back(plain_json(each));
      if (each.string()) words.push_back(*each.string());
    }
    const std::string near = value_.string() ? nearest(*value_.string(), words) : "";
    report(fmt::format("expected {}, not {}", listed(allowed), plain_json(value_)),
           near.empty() ? "" : fmt::format("did you mean {}?", in_quotes(near)));
  }

  void members(const JsonValue::Object& object) {
    for (const std::string& name : rule_.required)
      if (!value_.find(name)) missing(name);
    for (const auto& [name, needed] : rule_.companions)
      if (value_.find(name)) missing_companions(name, needed);
    for (const auto& [key, member] : object) {
      const JsonPath path{&path_, key};
      if (rule_.member_name) check_name(key, member, path);
      if (const Rule* rule = rule_of_member(rule_, key))
        check_rule(*rule, member, path, problems_);
      else if (rule_.other_members == Others::refused)
        unknown(key, member, path);
    }
    count(object.size(), "member");
  }

  void missing(const std::string& name) {
    const Rule* member = rule_of_member(rule_, name);
    const JsonValue* description = member ? member->source->find("description") : nullptr;
    report(fmt::format("member {} is missing", in_quotes(name)),
           fmt::format("add {}{}", in_quotes(name), description ? ": " + *description->string() : ""));
  }

  void missing_companions(const std::string& name, const std::vector<std::string>& needed) {
    for (const std::string& each : needed) {
      if (value_.find(each)) continue;
      report(fmt::format("member {} is missing; {} needs it", in_quotes(each), in_quotes(name)),
             fmt::format("add {}, or remove {}", in_quotes(each), in_quotes(name)));
    }
  }

  void check_name(const std::string& key, const JsonValue& member, const JsonPath& path) {
    JsonValue name;
    name.data = key;
    name.line = member.line;
    check_rule(*rule_.member_name, name, path, problems_);
  }

  void unknown(const std::string& key, const JsonValue& member, const JsonPath& path) {
    std::vector<std::string> known;
    known.reserve(rule_.members.size());
    for (const auto& each : rule_.members) known.push_back(each.first);
    const std::string near = nearest(key, known);
    problems_.push_back({{"", member.line},
                         path.pointer(),
                         fmt::format("unknown member {}", in_quotes(key)),
                         !near.empty() ? fmt::format("did you mean {}?", in_quotes(near))
                         : known.empty()
                             ? "remove it; no members are allowed here"
                             : fmt::format("remove it; the members here are {}", fmt::join(known, ", "))});
  }

  void elements(const JsonValue::Array& array) {
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (const Rule* rule = rule_of_element(rule_, i))
        check_rule(*rule, array[i], {.outer = &path_, .key = {}, .index = i, .is_element = true}, problems_);
    }
    count(array.size(), "item");
  }

  bool needs_text() const { return rule_.least_count > 0 || rule_.most_count > 0 || rule_.is_pointer; }

  void check_text(const std::string& text) {
    count(characters(text), "character");
    if (rule_.is_pointer && !is_json_pointer(text))
      report(fmt::format("expected a JSON pointer, not {}", plain_json(value_)),
             "write it as /member/0/member, with a slash before every step");
  }

  void count(std::size_t size, const char* unit) {
    const auto plural = [&](double number) { return counted(static_cast<std::size_t>(number), unit); };
    const auto number = static_cast<double>(size);
    if (size == 0 && rule_.least_count > 0) return report("must not be empty");
    if (number < rule_.least_count)
      report(fmt::format("must have at least {}, not {}", plural(rule_.least_count), size));
    if (rule_.most_count > 0 && number > rule_.most_count)
      report(fmt::format("must have at most {}, not {}", plural(rule_.most_count), size));
  }

  void bounds() {
    const double number = value_.number(std::nan(""));
    if (std::isnan(number)) return;
    const auto limit = [&](const JsonValue* bound, auto broken, const char* relation) {
      if (bound && broken(number, bound->number(0)))
        report(fmt::format("must be {} {}, not {}", relation, plain_json(*bound), plain_json(value_)));
    };
    limit(rule_.minimum, std::less<>{}, "at least");
    limit(rule_.maximum, std::greater<>{}, "at most");
    limit(rule_.above, std::less_equal<>{}, "more than");
    limit(rule_.below, std::greater_equal<>{}, "less than");
  }

  const Rule& rule_;
  const JsonValue& value_;
  const JsonPath& path_;
  std::vector<Problem>& problems_;
};

void check_rule(const Rule& rule, const JsonValue& value, const JsonPath& path,
                std::vector<Problem>& problems) {
  Checker(rule, value, path, problems).check();
}

}  // namespace

struct JsonSchema::Inner {
  JsonValue text;
  Rules rules;
  const Rule* whole = nullptr;
};

JsonSchema::JsonSchema(std::string_view schema_text) : inner_(std::make_unique<Inner>()) {
  inner_->text = parse_json(schema_text, "schema");
  inner_->whole = add_rules(inner_->text, inner_->rules);
}

JsonSchema::~JsonSchema() = default;
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;
JsonSchema& JsonSchema::operator=(JsonSchema&&) noexcept = default;

std::vector<Problem> JsonSchema::check(const JsonValue& document, const std::string& file) const {
  return check_at("", document, file);
}

std::vector<Problem> JsonSchema::check_at(const std::string& pointer, const JsonValue& value,
                                          const std::string& file) const {
  std::vector<Problem> problems;
  const Rule* rule = inner_->whole;
  for (std::size_t at = 0; rule && at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    const std::string_view token = std::string_view(pointer).substr(at + 1, end - at - 1);
    const auto index = number_from<std::size_t>(token);
    rule = index ? rule_of_element(*rule, *index) : rule_of_member(*rule, token);
    at = end;
  }
  if (rule) check_rule(*rule, value, {.key = {}, .root = pointer}, problems);
  if (problems.empty()) return problems;
  for (Problem& problem : problems) problem.where.file = file;
  const auto key = [](const Problem& p) { return std::tie(p.where.line, p.pointer, p.what); };
  std::ranges::stable_sort(problems, {}, key);
  const auto rest = std::ranges::unique(problems);
  problems.erase(rest.begin(), rest.end());
  return problems;
}

}  // namespace assay
