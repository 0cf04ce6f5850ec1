// SPDX-License-Identifier: Apache-2.0
// The parts of a table besides its options, which refer to them: operands, facts and so on.
#include <fmt/format.h>

#include <set>

#include "table_walk.h"

namespace assay {

void TableReader::read_operands(const JsonValue& table, Utility& utility) {
  const JsonValue* list = table.find("operands");
  if (!list) return;
  utility.operands.clear();
  utility.no_operands = list->array()->empty();
  for (const JsonValue& entry : elements_of(table, "operands")) {
    Operand operand;
    read_choice(entry, "role", operand.role);
    read_flag(entry, "optional", operand.optional);
    read_flag(entry, "many", operand.many);
    read_choice(entry, "order", operand.order);
    operand.kept_with = option_ids(entry.find("kept_with"), utility);
    operand.unless = option_ids(entry.find("unless"), utility);
    read_text(entry, "default", operand.default_value);
    for (const JsonValue& synonyms : elements_of(entry, "choices"))
      operand.choices.push_back(texts_of(&synonyms));
    if (operand.default_value && !operand.optional) complain(entry, "a default needs \"optional\"");
    utility.operands.push_back(std::move(operand));
  }
}

Fact TableReader::read_fact(const JsonValue& value, const Utility& utility) {
  if (value.boolean()) return {.holds = *value.boolean()};
  Fact fact{.holds = true};
  fact.unless = option_ids(value.find("unless"), utility);
  fact.is_limited = value.find("only") != nullptr;
  fact.only = option_ids(value.find("only"), utility);
  read_flag(value, "single", fact.single);
  return fact;
}

void TableReader::read_facts(const JsonValue& table, Utility& utility) {
  read_choice(table, "builtin", utility.builtin);
  const std::pair<std::string_view, Fact*> facts[] = {
      {"filter", &utility.filter},           {"anonymous_input", &utility.anonymous_input},
      {"hides_paths", &utility.hides_paths}, {"one_by_one", &utility.one_by_one},
      {"no_effects", &utility.no_effects},   {"repeatable", &utility.repeatable}};
  for (const auto& [key, into] : facts)
    if (const JsonValue* value = table.find(key)) *into = read_fact(*value, utility);
  for (const JsonValue& each : elements_of(table, "equal_options")) {
    EqualOptions equal;
    for (const JsonValue& option : elements_of(each, "options"))
      equal.options.push_back(setting(option, utility));
    for (const JsonValue& option : elements_of(each, "are")) equal.are.push_back(setting(option, utility));
    equal.with = option_ids(each.find("with"), utility);
    equal.where = read_fact(each, utility);
    read_choice(each, "files", equal.files);
    read_flag(each, "configured", equal.configured);
    utility.equal_options.push_back(std::move(equal));
  }
  if (table.find("changes")) utility.changes.emplace();
  for (const JsonValue& each : elements_of(table, "changes"))
    if (const auto part = enumerator_of<FilePart>(*each.string())) utility.changes->push_back(*part);
}

void TableReader::read_numeric(const JsonValue& table, Utility& utility) {
  for (const JsonValue& entry : elements_of(table, "numeric")) {
    NumericForm form;
    std::string sign;
    read_text(entry, "sign", sign);
    form.sign = sign == "+" ? '+' : '-';
    std::string name;
    read_text(entry, "option", name);
    if (!name.empty()) form.option = option_id(entry, name, utility);
    read_choice(entry, "place", form.place);
    read_flag(entry, "keeps_sign", form.keeps_sign);
    read_flag(entry, "posix", form.posix);
    utility.numeric.push_back(form);
  }
}

void TableReader::read_inner(const JsonValue& table, Utility& utility) {
  const JsonValue* inner = table.find("inner");
  if (!inner) return;
  read_choice(*inner, "form", utility.inner.form);
  read_count(*inner, "skip", utility.inner.skip);
  read_count(*inner, "followed", utility.inner.followed);
  read_flag(*inner, "assignments", utility.inner.assignments);
  read_flag(*inner, "after_dashes", utility.inner.after_dashes);
  read_flag(*inner, "shown", utility.inner.shown);
  utility.inner.with = option_ids(inner->find("with"), utility);
  utility.inner.unless = option_ids(inner->find("unless"), utility);
  utility.inner.otherwise = texts_of(inner->find("otherwise"));
  read_inner_use(*inner, utility);
}

void TableReader::read_inner_use(const JsonValue& inner, Utility& utility) {
  InnerRule& rule = utility.inner;
  read_choice(inner, "place", rule.place);
  read_choice(inner, "input", rule.input);
  read_flag(inner, "sole_is_script", rule.sole_is_script);
  read_flag(inner, "keys", rule.keys);
  rule.separators = texts_of(inner.find("separators"));
  rule.values = texts_of(inner.find("values"));
  rule.value_files = texts_of(inner.find("value_files"));
  if (const JsonValue* mark = inner.find("mark")) rule.mark = option_id(*mark, *mark->string(), utility);
  rule.mounts = option_ids(inner.find("mounts"), utility);
  rule.opens = option_ids(inner.find("opens"), utility);
}

void TableReader::read_primaries(const JsonValue& table, Utility& utility) {
  std::set<std::string> seen;
  for (const JsonValue& entry : elements_of(table, "primaries")) {
    Primary primary;
    primary.names = texts_of(entry.find("names"));
    read_choice(entry, "what", primary.what);
    read_count(entry, "arguments", primary.arguments);
    read_flag(entry, "command", primary.command);
    read_choice(entry, "kind", primary.kind);
    read_flag(entry, "posix", primary.posix);
    primary.posix_unless = texts_of(entry.find("posix_unless"));
    primary.data = data_of(entry.find("data"));
    for (const std::string& name : primary.names)
      if (!seen.insert(name).second) complain(entry, fmt::format("two primaries are named \"{}\"", name));
    utility.primaries.push_back(std::move(primary));
  }
}

}  // namespace assay
