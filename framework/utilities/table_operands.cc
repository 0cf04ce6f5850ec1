// The parts of a table that stand beside its options and refer to them.
#include <fmt/format.h>

#include <set>

#include "table_walk.h"

namespace assay {

void TableReader::read_operands(const JsonValue& table, Utility& utility) {
  const JsonValue* list = table.find("operands");
  if (!list) return;
  utility.operands.clear();
  utility.no_operands = list->array() && list->array()->empty();
  for (const JsonValue* entry :
       objects(table, "operands", {"role", "optional", "many", "order", "kept_with", "unless", "default"})) {
    Operand operand;
    choice(*entry, "role", operand.role);
    flag(*entry, "optional", operand.optional);
    flag(*entry, "many", operand.many);
    choice(*entry, "order", operand.order);
    operand.kept_with = option_ids(entry->find("kept_with"), utility);
    operand.unless = option_ids(entry->find("unless"), utility);
    text(*entry, "default", operand.default_value);
    if (operand.default_value && !operand.optional) complain(*entry, "a default needs \"optional\"");
    utility.operands.push_back(std::move(operand));
  }
}

void TableReader::read_numeric(const JsonValue& table, Utility& utility) {
  for (const JsonValue* entry : objects(table, "numeric", {"sign", "option", "place", "keeps_sign"})) {
    NumericForm form;
    std::string sign;
    text(*entry, "sign", sign);
    if (sign != "-" && sign != "+") complain(*entry, "\"sign\" must be - or +");
    form.sign = sign == "+" ? '+' : '-';
    std::string name;
    text(*entry, "option", name);
    if (!name.empty()) form.option = option_id(*entry, name, utility);
    choice(*entry, "place", form.place);
    flag(*entry, "keeps_sign", form.keeps_sign);
    utility.numeric.push_back(form);
  }
}

void TableReader::read_inner(const JsonValue& table, Utility& utility) {
  const JsonValue* inner = table.find("inner");
  if (!inner) return;
  constexpr std::string_view members[] = {"form", "skip",   "assignments", "after_dashes",
                                          "with", "unless", "otherwise"};
  check_members(*inner, members);
  choice(*inner, "form", utility.inner.form);
  count(*inner, "skip", utility.inner.skip);
  flag(*inner, "assignments", utility.inner.assignments);
  flag(*inner, "after_dashes", utility.inner.after_dashes);
  utility.inner.with = option_ids(inner->find("with"), utility);
  utility.inner.unless = option_ids(inner->find("unless"), utility);
  utility.inner.otherwise = texts(inner->find("otherwise"));
}

void TableReader::read_primaries(const JsonValue& table, Utility& utility) {
  std::set<std::string> seen;
  for (const JsonValue* entry :
       objects(table, "primaries", {"names", "what", "arguments", "command", "kind", "posix", "notes"})) {
    Primary primary;
    primary.names = texts(entry->find("names"));
    if (primary.names.empty()) complain(*entry, "a primary needs \"names\"");
    choice(*entry, "what", primary.what);
    count(*entry, "arguments", primary.arguments);
    flag(*entry, "command", primary.command);
    choice(*entry, "kind", primary.kind);
    flag(*entry, "posix", primary.posix);
    for (const std::string& name : primary.names) {
      if (!seen.insert(name).second) complain(*entry, fmt::format("two primaries are named \"{}\"", name));
    }
    utility.primaries.push_back(std::move(primary));
  }
}

}  // namespace assay
