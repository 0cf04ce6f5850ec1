// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "assay/internal/number_from.h"
#include "schema_rule.h"

namespace assay {

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
