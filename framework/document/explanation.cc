#include "explanation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "assay/internal/nearest.h"
#include "assay/internal/text.h"
#include "schema_walk.h"

namespace assay {
namespace {

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

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  if (text.size() <= kLongest) return '"' + one_line(text) + '"';
  return '"' + one_line(text.substr(0, kLongest)) + "…\"";
}

std::string shown(const JsonValue& value) {
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

// Judges one value by one schema's own keywords.
class Judge {
 public:
  Judge(const JsonValue& root, const JsonValue& schema, const JsonValue& value, const std::string& pointer)
      : root_(root), schema_(schema), value_(value), pointer_(pointer) {}

  std::vector<Problem> problems() && {
    if (!type_admits(schema_, value_)) {
      type();
      return std::move(problems_);
    }
    branches();
    values();
    if (value_.object()) {
      missing();
      missing_companions();
      unknown();
    }
    bounds();
    return std::move(problems_);
  }

 private:
  void report(std::string what, std::string next = "") {
    problems_.push_back({{"", value_.line}, pointer_, std::move(what), std::move(next)});
  }

  void type() {
    std::vector<std::string> types = words(schema_.find("type"));
    for (std::string& type : types) type = with_article(type);
    const bool scalar = !value_.array() && !value_.object() && !value_.is_null();
    report(fmt::format(
        "expected {}, not {}", listed(types),
        scalar ? fmt::format("the {} {}", type_of(value_), shown(value_)) : with_article(type_of(value_))));
  }

  // None of the branches admits the value's type: name the types that would do.
  void branches() {
    for (const char* keyword : {"anyOf", "oneOf"}) {
      const JsonValue* branches = schema_.find(keyword);
      if (branches == nullptr || !branches->array()) continue;
      std::vector<std::string> types;
      for (const JsonValue& branch : *branches->array()) {
        const JsonValue* target = resolved(root_, &branch);
        if (target == nullptr || type_admits(*target, value_)) return;
        for (const std::string& type : words(target->find("type"))) types.push_back(with_article(type));
      }
      report(fmt::format("expected {}, not {}", listed(types), with_article(type_of(value_))));
    }
  }

  void values() {
    if (const JsonValue* only = schema_.find("const"); only && !same_scalar(*only, value_)) {
      report(fmt::format("expected {}, not {}", shown(*only), shown(value_)));
    }
    const JsonValue* list = schema_.find("enum");
    if (list == nullptr || !list->array()) return;
    std::vector<std::string> allowed;
    for (const JsonValue& item : *list->array()) {
      if (same_scalar(item, value_)) return;
      allowed.push_back(shown(item));
    }
    std::string near = value_.string() ? nearest(*value_.string(), words(list)) : "";
    report(fmt::format("expected {}, not {}", listed(allowed), shown(value_)),
           near.empty() ? "" : fmt::format("did you mean {}?", in_quotes(near)));
  }

  void missing() {
    for (const std::string& name : words(schema_.find("required"))) {
      if (value_.find(name) != nullptr) continue;
      const JsonValue* properties = schema_.find("properties");
      const JsonValue* member = properties ? resolved(root_, properties->find(name)) : nullptr;
      const JsonValue* description = member ? member->find("description") : nullptr;
      const bool described = description != nullptr && description->string();
      report(fmt::format("member {} is missing", in_quotes(name)),
             fmt::format("add {}{}", in_quotes(name), described ? ": " + *description->string() : ""));
    }
  }

  void missing_companions() {
    const JsonValue* dependencies = schema_.find("dependencies");
    if (dependencies == nullptr || !dependencies->object()) return;
    for (const auto& [key, needed] : *dependencies->object()) {
      if (value_.find(key) == nullptr || !needed.array()) continue;
      for (const std::string& name : words(&needed)) {
        if (value_.find(name)) continue;
        report(fmt::format("member {} is missing; {} needs it", in_quotes(name), in_quotes(key)),
               fmt::format("add {}, or remove {}", in_quotes(name), in_quotes(key)));
      }
    }
  }

  void unknown() {
    const JsonValue* others = schema_.find("additionalProperties");
    if (others == nullptr || !others->boolean() || *others->boolean() || schema_.find("patternProperties"))
      return;
    std::vector<std::string> known;
    if (const JsonValue* properties = schema_.find("properties"); properties && properties->object()) {
      for (const auto& member : *properties->object()) known.push_back(member.first);
    }
    for (const auto& [key, member] : *value_.object()) {
      if (std::ranges::find(known, key) != known.end()) continue;
      const std::string near = nearest(key, known);
      problems_.push_back({{"", member.line},
                           pointer_ + pointer_token(key),
                           fmt::format("unknown member {}", in_quotes(key)),
                           !near.empty() ? fmt::format("did you mean {}?", in_quotes(near))
                           : known.empty()
                               ? "remove it; no members are allowed here"
                               : fmt::format("remove it; the members here are {}", fmt::join(known, ", "))});
    }
  }

  void bounds() {
    if (const auto* text = value_.string()) count(characters(*text), "minLength", "maxLength", "character");
    if (const auto* array = value_.array()) count(array->size(), "minItems", "maxItems", "item");
    if (const auto* object = value_.object())
      count(object->size(), "minProperties", "maxProperties", "member");
    const double number = value_.number(std::nan(""));
    if (std::isnan(number)) return;
    const auto limit = [&](const char* keyword, auto broken, const char* relation) {
      const JsonValue* bound = schema_.find(keyword);
      if (bound == nullptr || !broken(number, bound->number(number))) return;
      report(fmt::format("must be {} {}, not {}", relation, shown(*bound), shown(value_)));
    };
    limit("minimum", std::less<>{}, "at least");
    limit("maximum", std::greater<>{}, "at most");
    const auto bounded = [&](const char* keyword) { return schema_.find(keyword) != nullptr; };
    if (bounded("exclusiveMinimum")) limit("exclusiveMinimum", std::less_equal<>{}, "more than");
    if (bounded("exclusiveMaximum")) limit("exclusiveMaximum", std::greater_equal<>{}, "less than");
  }

  void count(std::size_t size, const char* minimum, const char* maximum, const char* unit) {
    const auto bound = [&](const char* keyword, double otherwise) {
      const JsonValue* value = schema_.find(keyword);
      return value ? value->number(otherwise) : otherwise;
    };
    const double least = bound(minimum, 0);
    const double most = bound(maximum, HUGE_VAL);
    if (size == 0 && least > 0) return report("must not be empty");
    const auto plural = [&](double number) {
      return fmt::format("{} {}{}", number, unit, number == 1 ? "" : "s");
    };
    if (static_cast<double>(size) < least)
      report(fmt::format("must have at least {}, not {}", plural(least), size));
    if (static_cast<double>(size) > most)
      report(fmt::format("must have at most {}, not {}", plural(most), size));
  }

  static std::size_t characters(const std::string& text) {
    return std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; });
  }

  const JsonValue& root_;
  const JsonValue& schema_;
  const JsonValue& value_;
  const std::string& pointer_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> explain(const JsonValue& schema, const JsonValue& document, const std::string& pointer) {
  const JsonValue* value = document.at_pointer(pointer);
  if (value == nullptr) return {};
  std::vector<Problem> problems;
  for (const JsonValue* applying : schemas_at(schema, document, pointer)) {
    for (Problem& problem : Judge(schema, *applying, *value, pointer).problems()) {
      problems.push_back(std::move(problem));
    }
  }
  return problems;
}

}  // namespace assay
