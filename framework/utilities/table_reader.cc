// SPDX-License-Identifier: Apache-2.0
// Reads a table in two passes: the first reads the members as written, the second resolves option names to
// indices, once all options (own, inherited, or from the table it is `same_as`) are known.
#include "table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "table_walk.h"

namespace assay {
namespace {

bool includes_groups(const Option& whole, const Option& part) {
  return std::ranges::all_of(part.groups, [&](std::uint8_t group) {
    return std::ranges::find(whole.groups, group) != whole.groups.end();
  });
}

}  // namespace

void TableReader::read_traits(const JsonValue& table, Utility& u) {
  read_text(table, "name", u.name);
  u.other_names = texts_of(table.find("other_names"));
  read_text(table, "package", u.package);
  read_flag(table, "posix", u.posix);
  u.posix_unless = texts_of(table.find("posix_unless"));
  read_choice(table, "order", u.order);
  read_count(table, "stop_at", u.stop_at);
  const std::pair<std::string_view, bool*> flags[] = {{"clusters", &u.clusters},
                                                      {"attached", &u.attached},
                                                      {"equals", &u.equals},
                                                      {"short_equals", &u.short_equals},
                                                      {"separate_long", &u.separate_long},
                                                      {"dash_values", &u.dash_values},
                                                      {"abbreviations", &u.abbreviations},
                                                      {"lenient", &u.lenient},
                                                      {"letters_first", &u.letters_first},
                                                      {"dashes", &u.dashes},
                                                      {"dashes_matter", &u.dashes_matter},
                                                      {"literal_unknown", &u.literal_unknown},
                                                      {"inherits", &u.inherits},
                                                      {"expression", &u.expression},
                                                      {"shows_environment", &u.shows_environment},
                                                      {"dash_is_stdin", &u.dash_is_stdin}};
  for (const auto& [key, into] : flags) read_flag(table, key, *into);
  read_text(table, "language", u.language);
  read_choice(table, "bundles", u.bundles);
  read_choice(table, "stdin", u.stdin_use);
  u.same_as = texts_of(table.find("same_as"));
  read_text(table, "except", u.except);
}

void TableReader::take_over(const JsonValue& table, const Utility* above, Utility& utility) {
  if (utility.same_as.empty()) return;
  const Utility* base = above ? above : find_table_(utility.same_as.front());
  for (std::size_t at = 0; above && base && at < utility.same_as.size(); ++at)
    base = base->find_subcommand(utility.same_as[at]);
  if (!base)
    return complain(
        *table.find("same_as"),
        fmt::format("there is no {} \"{}\"", above ? "sub-command before this one named" : "table",
                    fmt::join(utility.same_as.begin(),
                              above ? utility.same_as.end() : utility.same_as.begin() + 1, " ")));
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
  for (const auto& [name, rule] : *groups->object()) {
    OptionGroup group{name, GroupRule::ordered};
    read_choice(*groups, name, group.rule);
    utility.groups.push_back(group);
  }
}

void TableReader::check_option(const JsonValue& entry, const Option& option) {
  const bool one_argument = option.arity != Arity::none && option.arity != Arity::pair;
  if (option.default_value && !one_argument) complain(entry, "a default needs an argument");
  if (option.bare && option.arity != Arity::optional && option.arity != Arity::next)
    complain(entry, "\"bare\" needs the arity optional or next");
  if (!option.exits_with.empty() && option.arity == Arity::none)
    complain(entry, "\"exits_with\" needs an argument");
  if ((option.kind != ValueKind::text || !option.choices.empty()) && option.arity == Arity::none)
    complain(entry, "a kind of value needs an argument");
  if ((option.kind == ValueKind::choice) == option.choices.empty())
    complain(entry, "\"choices\" belong to the kind choice, and it to them");
  if (option.arity == Arity::none && option.repetition == Repetition::set)
    complain(entry, "an option without a value is idempotent or counts, not a set");
  std::set<std::string> seen;
  for (const auto& synonyms : option.choices) {
    for (const std::string& each : synonyms)
      if (!seen.insert(each).second) complain(entry, fmt::format("the choice \"{}\" is listed twice", each));
  }
}

Option TableReader::read_option(const JsonValue& entry, const Utility& utility) {
  Option option;
  option.names = texts_of(entry.find("names"));
  read_choice(entry, "arity", option.arity);
  read_choice(entry, "repetition", option.repetition);
  read_choice(entry, "kind", option.kind);
  for (const std::string& name : texts_of(entry.find("groups"))) {
    const auto found = std::ranges::find(utility.groups, name, &OptionGroup::name);
    if (found == utility.groups.end())
      complain(entry, fmt::format("there is no group \"{}\"", name));
    else
      option.groups.push_back(static_cast<std::uint8_t>(found - utility.groups.begin()));
  }
  for (const JsonValue& synonyms : elements_of(entry, "choices"))
    option.choices.push_back(texts_of(&synonyms));
  read_text(entry, "default", option.default_value);
  read_text(entry, "bare", option.bare);
  option.script_after = texts_of(entry.find("script_after"));
  read_flag(entry, "in_full", option.in_full);
  option.exits_with = texts_of(entry.find("exits_with"));
  read_text(entry, "does", option.does);
  read_flag(entry, "posix", option.posix);
  option.posix_unless = texts_of(entry.find("posix_unless"));
  read_flag(entry, "positional", option.positional);
  option.data = data_of(entry.find("data"));
  check_option(entry, option);
  return option;
}

void TableReader::read_options(const JsonValue& table, Utility& utility) {
  for (const JsonValue& entry : elements_of(table, "options")) {
    Option option = read_option(entry, utility);
    utility.options.push_back(std::move(option));
  }
  check_names(table, utility);
  utility.index();
  resolve_options(table, utility);
  if (const JsonValue* unless = table.find("stdin_unless"))
    utility.stdin_unless = option_ids(unless, utility);
  if (const JsonValue* quiets = table.find("quiets")) utility.quiets = option_ids(quiets, utility);
  if (const JsonValue* unless = table.find("quiets_unless"))
    utility.quiets_unless = option_ids(unless, utility);
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
  for (const JsonValue& entry : elements_of(table, "options")) {
    const OptionId id = utility.find_option(*entry.find("names")->array()->front().string());
    if (id == no_option) continue;
    Option& option = utility.options[id];
    option.says = read_says(entry, utility);
    for (const JsonValue& each : elements_of(entry, "stands_for")) {
      const OptionSetting part = setting(each, utility);
      option.stands_for.push_back(part);
      if (part.option != no_option && !includes_groups(option, utility.options[part.option])) {
        complain(each,
                 fmt::format("\"{}\" must be in all groups of the options it stands for", option.name()));
      }
    }
  }
}

std::vector<OptionSetting> TableReader::read_says(const JsonValue& entry, const Utility& utility) {
  std::vector<OptionSetting> all;
  const JsonValue* says = entry.find("says");
  if (!says) return all;
  for (const auto& [value, option] : *says->object())
    all.push_back({option_id(option, *option.string(), utility), value});
  return all;
}

OptionId TableReader::option_id(const JsonValue& at, std::string_view name, const Utility& utility) {
  const OptionId id = utility.find_option(name);
  if (id == no_option) complain(at, fmt::format("there is no option \"{}\"", name));
  return id;
}

OptionSetting TableReader::setting(const JsonValue& at, const Utility& utility) {
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
      complain(at, "the option's arity does not allow it");
  }
  return result;
}

std::vector<OptionId> TableReader::option_ids(const JsonValue* names, const Utility& utility) {
  std::vector<OptionId> ids;
  for (const std::string& name : texts_of(names)) ids.push_back(option_id(*names, name, utility));
  return ids;
}

void TableReader::read_subcommands(const JsonValue& table, Utility& utility) {
  std::set<std::string> seen;
  for (const JsonValue& each : elements_of(table, "subcommands")) {
    Utility sub = read(each, &utility);
    std::vector<std::string> names = sub.other_names;
    names.push_back(sub.name);
    for (const std::string& name : names)
      if (!seen.insert(name).second) complain(each, fmt::format("two sub-commands are named \"{}\"", name));
    utility.subcommands.push_back(std::move(sub));
  }
}

Utility TableReader::read(const JsonValue& table, const Utility* above) {
  Utility utility;
  read_traits(table, utility);
  take_over(table, above, utility);
  if (above && utility.inherits) inherit(*above, utility);
  read_groups(table, utility);
  read_options(table, utility);
  read_facts(table, utility);
  read_operands(table, utility);
  read_numeric(table, utility);
  read_inner(table, utility);
  read_primaries(table, utility);
  read_subcommands(table, utility);
  return utility;
}

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

ReadTable checked_table(const JsonValue& document, const std::string& file, const JsonSchema& schema,
                        const FindTable& find_table) {
  std::vector<Problem> problems = schema.check(document, file);
  if (problems.empty()) return read_table(document, file, find_table);
  for (Problem& each : problems)
    if (each.next.empty()) each.next = "docs/utility-tables.md explains the members";
  ReadTable result;
  const JsonValue* name = document.find("name");
  if (name && name->string()) result.utility.name = *name->string();
  result.problems = std::move(problems);
  return result;
}

}  // namespace assay
