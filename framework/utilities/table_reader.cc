// Two passes over a table: the first reads what stands there, the second turns names of options into their
// positions, once all options (own, inherited, or those of the table it is the same as) are known.
#include "table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>

#include "table_names.h"

namespace assay {
namespace {

bool includes_groups(const Option& whole, const Option& part) {
  return std::ranges::all_of(part.groups, [&](std::uint8_t group) {
    return std::ranges::find(whole.groups, group) != whole.groups.end();
  });
}

class TableReader {
 public:
  TableReader(const std::string& file, const FindTable& find_table, std::vector<Problem>& problems)
      : file_(file), find_table_(find_table), problems_(problems) {}

  Utility read(const JsonValue& table, const Utility* above);

 private:
  void read_traits(const JsonValue& table, Utility& utility);
  void take_over(const JsonValue& table, Utility& utility);
  void inherit(const Utility& above, Utility& utility);
  void read_groups(const JsonValue& table, Utility& utility);
  void read_options(const JsonValue& table, Utility& utility);
  Option read_option(const JsonValue& entry, const Utility& utility);
  void check_option(const JsonValue& entry, const Option& option);
  void resolve_options(const JsonValue& table, Utility& utility);
  void check_names(const JsonValue& table, const Utility& utility);
  void read_operands(const JsonValue& table, Utility& utility);
  void read_numeric(const JsonValue& table, Utility& utility);
  void read_inner(const JsonValue& table, Utility& utility);
  void read_primaries(const JsonValue& table, Utility& utility);
  void read_subcommands(const JsonValue& table, Utility& utility);

  std::vector<OptionId> option_ids(const JsonValue* names, const Utility& utility);
  OptionSetting setting(const JsonValue& text, const Utility& utility);
  OptionId option_id(const JsonValue& name, std::string_view text, const Utility& utility);

  void flag(const JsonValue& object, std::string_view key, bool& into);
  void count(const JsonValue& object, std::string_view key, std::uint8_t& into);
  void text(const JsonValue& object, std::string_view key, std::string& into);
  void text(const JsonValue& object, std::string_view key, std::optional<std::string>& into);
  std::vector<std::string> texts(const JsonValue* list);
  template <class Value>
  void choice(const JsonValue& object, std::string_view key, Value& into);
  // The elements of the member, which must be a list of objects with no other members than these.
  std::vector<const JsonValue*> objects(const JsonValue& object, std::string_view key,
                                        std::initializer_list<std::string_view> members);
  void check_members(const JsonValue& object, std::span<const std::string_view> members);
  void complain(const JsonValue& at, std::string what) {
    problems_.push_back({{file_, at.line}, "", std::move(what), ""});
  }

  const std::string& file_;
  const FindTable& find_table_;
  std::vector<Problem>& problems_;
};

constexpr std::string_view utility_members[] = {
    "name",     "other_names",   "package",         "posix",        "order",         "stop_at",
    "clusters", "attached",      "equals",          "short_equals", "separate_long", "abbreviations",
    "dashes",   "dashes_matter", "literal_unknown", "inherits",     "bundles",       "expression",
    "stdin",    "stdin_unless",  "dash_is_stdin",   "groups",       "options",       "operands",
    "numeric",  "inner",         "primaries",       "subcommands",  "same_as",       "except",
    "notes"};

void TableReader::check_members(const JsonValue& object, std::span<const std::string_view> members) {
  if (!object.object()) return complain(object, "expected an object");
  for (const auto& [key, value] : *object.object()) {
    if (std::ranges::find(members, key) == members.end())
      complain(value, fmt::format("unknown member \"{}\"", key));
  }
}

void TableReader::flag(const JsonValue& object, std::string_view key, bool& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->boolean()) return complain(*value, fmt::format("\"{}\" must be true or false", key));
  into = *value->boolean();
}

void TableReader::count(const JsonValue& object, std::string_view key, std::uint8_t& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->integer() || *value->integer() < 0 || *value->integer() > 9) {
    return complain(*value, fmt::format("\"{}\" must be a number from 0 to 9", key));
  }
  into = static_cast<std::uint8_t>(*value->integer());
}

void TableReader::text(const JsonValue& object, std::string_view key, std::string& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  if (!value->string()) return complain(*value, fmt::format("\"{}\" must be a string", key));
  into = *value->string();
}

void TableReader::text(const JsonValue& object, std::string_view key, std::optional<std::string>& into) {
  if (object.find(key)) text(object, key, into.emplace());
}

std::vector<std::string> TableReader::texts(const JsonValue* list) {
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

template <class Value>
void TableReader::choice(const JsonValue& object, std::string_view key, Value& into) {
  const JsonValue* value = object.find(key);
  if (!value) return;
  std::string known;
  for (const auto& [name, meaning] : names_of(Value{})) {
    if (value->string() && *value->string() == name) {
      into = meaning;
      return;
    }
    known += known.empty() ? name : fmt::format(", {}", name);
  }
  complain(*value, fmt::format("\"{}\" must be one of {}", key, known));
}

std::vector<const JsonValue*> TableReader::objects(const JsonValue& object, std::string_view key,
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

void TableReader::read_traits(const JsonValue& table, Utility& u) {
  text(table, "name", u.name);
  if (u.name.empty()) complain(table, "a utility needs a \"name\"");
  u.other_names = texts(table.find("other_names"));
  text(table, "package", u.package);
  flag(table, "posix", u.posix);
  choice(table, "order", u.order);
  count(table, "stop_at", u.stop_at);
  const std::pair<std::string_view, bool*> flags[] = {{"clusters", &u.clusters},
                                                      {"attached", &u.attached},
                                                      {"equals", &u.equals},
                                                      {"short_equals", &u.short_equals},
                                                      {"separate_long", &u.separate_long},
                                                      {"abbreviations", &u.abbreviations},
                                                      {"dashes", &u.dashes},
                                                      {"dashes_matter", &u.dashes_matter},
                                                      {"literal_unknown", &u.literal_unknown},
                                                      {"inherits", &u.inherits},
                                                      {"expression", &u.expression},
                                                      {"dash_is_stdin", &u.dash_is_stdin}};
  for (const auto& [key, into] : flags) flag(table, key, *into);
  choice(table, "bundles", u.bundles);
  choice(table, "stdin", u.stdin_use);
  u.same_as = texts(table.find("same_as"));
  text(table, "except", u.except);
}

void TableReader::take_over(const JsonValue& table, Utility& utility) {
  if (utility.same_as.empty()) return;
  const Utility* base = find_table_(utility.same_as.front());
  if (!base)
    return complain(*table.find("same_as"), fmt::format("there is no table \"{}\"", utility.same_as.front()));
  Utility copy = *base;
  copy.name = utility.name;
  copy.other_names = utility.other_names;
  copy.package = utility.package.empty() ? base->package : utility.package;
  copy.posix = utility.posix;
  copy.same_as = utility.same_as;
  copy.except = utility.except;
  utility = std::move(copy);
}

void TableReader::inherit(const Utility& above, Utility& utility) {
  utility.groups = above.groups;
  utility.options = above.options;
}

void TableReader::read_groups(const JsonValue& table, Utility& utility) {
  const JsonValue* groups = table.find("groups");
  if (!groups) return;
  if (!groups->object()) return complain(*groups, "\"groups\" must be an object");
  for (const auto& [name, rule] : *groups->object()) {
    Group group{name, GroupRule::ordered};
    choice(*groups, name, group.rule);
    utility.groups.push_back(group);
  }
}

void TableReader::check_option(const JsonValue& entry, const Option& option) {
  const bool one_argument = option.arity != Arity::none && option.arity != Arity::pair;
  if (option.default_value && !one_argument) complain(entry, "a default needs an argument");
  if (option.bare && option.arity != Arity::optional) complain(entry, "\"bare\" needs the arity optional");
  if ((option.kind != ValueKind::text || !option.choices.empty()) && option.arity == Arity::none) {
    complain(entry, "a kind of value needs an argument");
  }
  if ((option.kind == ValueKind::choice) == option.choices.empty()) {
    complain(entry, "\"choices\" belong to the kind choice, and it to them");
  }
  if (option.arity == Arity::none && option.repetition == Repetition::set) {
    complain(entry, "an option without a value is idempotent or counts, not a set");
  }
  std::set<std::string> seen;
  for (const auto& synonyms : option.choices) {
    for (const std::string& each : synonyms) {
      if (!seen.insert(each).second) complain(entry, fmt::format("the choice \"{}\" stands twice", each));
    }
  }
}

Option TableReader::read_option(const JsonValue& entry, const Utility& utility) {
  Option option;
  option.names = texts(entry.find("names"));
  choice(entry, "arity", option.arity);
  choice(entry, "repetition", option.repetition);
  choice(entry, "kind", option.kind);
  for (const std::string& name : texts(entry.find("groups"))) {
    const auto found = std::ranges::find(utility.groups, name, &Group::name);
    if (found == utility.groups.end()) {
      complain(entry, fmt::format("there is no group \"{}\"", name));
    } else {
      option.groups.push_back(static_cast<std::uint8_t>(found - utility.groups.begin()));
    }
  }
  if (const JsonValue* choices = entry.find("choices"); choices && choices->array()) {
    for (const JsonValue& synonyms : *choices->array()) option.choices.push_back(texts(&synonyms));
  }
  text(entry, "default", option.default_value);
  text(entry, "bare", option.bare);
  flag(entry, "posix", option.posix);
  flag(entry, "positional", option.positional);
  check_option(entry, option);
  return option;
}

void TableReader::read_options(const JsonValue& table, Utility& utility) {
  for (const JsonValue* entry : objects(table, "options",
                                        {"names", "arity", "repetition", "kind", "groups", "choices",
                                         "default", "bare", "stands_for", "posix", "positional", "notes"})) {
    Option option = read_option(*entry, utility);
    if (option.names.empty()) {
      complain(*entry, "an option needs \"names\"");
      option.names.emplace_back("?");
    }
    utility.options.push_back(std::move(option));
  }
  check_names(table, utility);
  utility.index();
  resolve_options(table, utility);
  if (const JsonValue* unless = table.find("stdin_unless"))
    utility.stdin_unless = option_ids(unless, utility);
}

void TableReader::check_names(const JsonValue& table, const Utility& utility) {
  std::set<std::string> seen;
  const JsonValue* list = table.find("options");
  for (std::size_t id = 0; id < utility.options.size(); ++id) {
    for (const std::string& name : utility.options[id].names) {
      if (!seen.insert(name).second)
        complain(list ? *list : table, fmt::format("two options are named \"{}\"", name));
    }
  }
}

void TableReader::resolve_options(const JsonValue& table, Utility& utility) {
  const JsonValue* list = table.find("options");
  if (!list || !list->array()) return;
  for (const JsonValue& entry : *list->array()) {
    const JsonValue* settings = entry.find("stands_for");
    const JsonValue* names = entry.find("names");
    if (!settings || !settings->array() || !names || !names->array() || names->array()->empty()) continue;
    const std::string* name = names->array()->front().string();
    const OptionId id = name ? utility.find_option(*name) : no_option;
    if (id == no_option) continue;
    Option& option = utility.options[id];
    for (const JsonValue& each : *settings->array()) {
      const OptionSetting part = setting(each, utility);
      option.stands_for.push_back(part);
      if (part.option != no_option && !includes_groups(option, utility.options[part.option])) {
        complain(each, fmt::format("\"{}\" must be in all groups of what it stands for", option.name()));
      }
    }
  }
}

OptionId TableReader::option_id(const JsonValue& at, std::string_view name, const Utility& utility) {
  const OptionId id = utility.find_option(name);
  if (id == no_option) complain(at, fmt::format("there is no option \"{}\"", name));
  return id;
}

OptionSetting TableReader::setting(const JsonValue& at, const Utility& utility) {
  if (!at.string()) {
    complain(at, "expected an option, as \"-a\" or \"--name=value\"");
    return {};
  }
  const std::string_view whole = *at.string();
  const std::size_t equals = whole.find('=');
  OptionSetting result;
  result.option = option_id(at, whole.substr(0, equals), utility);
  if (equals != std::string_view::npos) result.value = whole.substr(equals + 1);
  if (result.option != no_option) {
    const bool wants_value = utility.options[result.option].arity == Arity::required;
    const bool takes_value = utility.options[result.option].arity != Arity::none;
    const bool has_value = equals != std::string_view::npos;
    if ((wants_value && !has_value) || (!takes_value && has_value))
      complain(at, "the option's arity says otherwise");
  }
  return result;
}

std::vector<OptionId> TableReader::option_ids(const JsonValue* names, const Utility& utility) {
  std::vector<OptionId> ids;
  for (const std::string& name : texts(names)) ids.push_back(option_id(*names, name, utility));
  return ids;
}

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

void TableReader::read_subcommands(const JsonValue& table, Utility& utility) {
  const JsonValue* list = table.find("subcommands");
  if (!list) return;
  if (!list->array()) return complain(*list, "\"subcommands\" must be a list");
  std::set<std::string> seen;
  for (const JsonValue& each : *list->array()) {
    Utility sub = read(each, &utility);
    std::vector<std::string> names = sub.other_names;
    names.push_back(sub.name);
    for (const std::string& name : names) {
      if (!seen.insert(name).second) complain(each, fmt::format("two sub-commands are named \"{}\"", name));
    }
    utility.subcommands.push_back(std::move(sub));
  }
}

Utility TableReader::read(const JsonValue& table, const Utility* above) {
  Utility utility;
  check_members(table, utility_members);
  if (!table.object()) return utility;
  read_traits(table, utility);
  take_over(table, utility);
  if (above && utility.inherits) inherit(*above, utility);
  read_groups(table, utility);
  read_options(table, utility);
  read_operands(table, utility);
  read_numeric(table, utility);
  read_inner(table, utility);
  read_primaries(table, utility);
  read_subcommands(table, utility);
  return utility;
}

}  // namespace

std::string base_of(const JsonValue& document) {
  const JsonValue* same_as = document.find("same_as");
  if (!same_as || !same_as->array() || same_as->array()->empty()) return {};
  const std::string* base = same_as->array()->front().string();
  return base ? *base : std::string();
}

ReadTable read_table(const JsonValue& document, const std::string& file, const FindTable& find_table) {
  ReadTable result;
  result.utility = TableReader(file, find_table, result.problems).read(document, nullptr);
  return result;
}

}  // namespace assay
