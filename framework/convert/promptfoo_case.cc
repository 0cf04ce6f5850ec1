// SPDX-License-Identifier: Apache-2.0
#include "promptfoo_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <span>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

bool is_variable(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !text.empty() && std::ranges::all_of(text, is_letter);
}

// Passes on text and names in turn; false if the template contains anything else.
template <typename Text, typename Name>
bool read(std::string_view rest, Text take_text, Name take_name) {
  for (;;) {
    const std::size_t begin = rest.find("{{");
    const std::string_view text = rest.substr(0, begin);
    if (text.find("{%") != text.npos || text.find("{#") != text.npos) return false;
    take_text(text);
    if (begin == rest.npos) return true;
    rest.remove_prefix(begin + 2);
    const std::size_t end = rest.find("}}");
    if (end == rest.npos) return false;
    const std::string_view name = trimmed(rest.substr(0, end));
    if (!is_variable(name) || !take_name(name)) return false;
    rest.remove_prefix(end + 2);
  }
}

bool is_template(std::string_view text) {
  return text.find("{{") != text.npos || text.find("{%") != text.npos;
}

// The values of assertions may contain variables, too.
bool render_values(std::vector<Assertion>& assertions, const Variables& variables) {
  for (Assertion& each : assertions) {
    for (std::string& value : each.values) {
      if (!is_template(value)) continue;
      auto text = rendered(value, variables);
      if (!text) return false;
      value = std::move(*text);
    }
    if (!render_values(each.parts, variables)) return false;
  }
  return true;
}

void take_metadata(const PromptfooTest& test, DraftCase& one) {
  for (const auto& [key, value] : test.metadata) {
    if (key == "category")
      one.category = value;
    else if (key == "id")
      one.id = value;
    else
      one.tags.push_back(key == "tags" || key == "tag" ? value : key + ":" + value);
  }
}

std::optional<std::string> prompt_text(const PromptfooTest& test, const PromptTemplate& prompt,
                                       const Variables& variables) {
  if (prompt.variable.empty()) return rendered(test.prefix + prompt.text + test.suffix, variables);
  const auto found = variables.find(prompt.variable);
  const auto before = rendered(test.prefix, variables), behind = rendered(test.suffix, variables);
  if (found == variables.end() || !before || !behind) return std::nullopt;
  return *before + found->second + *behind;
}

// Why there is no prompt_text(), and what to do.
std::pair<std::string, std::string> prompt_fault(const PromptfooTest& test, const PromptTemplate& prompt,
                                                 const Variables& variables) {
  std::set<std::string> names;
  if (!prompt.variable.empty()) names.insert(prompt.variable);
  const std::vector<std::string> templates = prompt.variable.empty()
                                                 ? std::vector{test.prefix + prompt.text + test.suffix}
                                                 : std::vector{test.prefix, test.suffix};
  for (const std::string& each : templates) {
    const auto needed = variables_of(each);
    if (!needed)
      return {fmt::format("\"{}\" in its prompt does more than substitute variables", one_line(each)),
              "write out its result"};
    names.insert(needed->begin(), needed->end());
  }
  const auto missing =
      std::ranges::find_if(names, [&](const auto& name) { return !variables.contains(name); });
  return {
      fmt::format("its prompt needs the variable \"{}\", of which it has no text", one_line(*missing)),
      prompt.variable.empty() ? "add it, or say which variable is the request: --map prompt=NAME" : "add it"};
}

// Variables that name others several times grow beyond any memory within a few rounds.
bool is_small_when_made(const std::string& value, const Variables& variables) {
  constexpr std::size_t kMost = 1u << 20;
  std::size_t longest = 0, names = 0;
  for (const auto& [name, each] : variables) longest = std::max(longest, each.size());
  for (std::size_t at = 0; (at = value.find("{{", at)) != value.npos; at += 2) ++names;
  return value.size() + names * longest <= kMost;
}

// Substitutes variables in the values of variables, as promptfoo does. The variable that still names another
// one: in a circle, or in a template that does more; empty: none does.
std::string resolve(Variables& variables) {
  constexpr int kRounds = 5;
  for (int round = 0; round < kRounds; ++round)
    for (auto& [name, value] : variables)
      if (names_variable(value, variables) && is_small_when_made(value, variables))
        value = rendered(value, variables).value_or(value);
  const auto unresolved = std::ranges::find_if(
      variables, [&](const auto& each) { return names_variable(each.second, variables); });
  return unresolved == variables.end() ? "" : unresolved->first;
}

void take_one(const PromptfooTest& test, const PromptTemplate& prompt, Variables variables, Draft& draft) {
  if (const std::string name = resolve(variables); !name.empty())
    return draft.leave_out(
        test.line,
        fmt::format("the variable \"{}\" is made from others in more ways than substitution", one_line(name)),
        "write out its value");
  const auto text = prompt_text(test, prompt, variables);
  if (!text) {
    const auto [what, next] = prompt_fault(test, prompt, variables);
    return draft.leave_out(test.line, what, next);
  }
  std::vector<Assertion> assertions = test.assertions;
  if (!render_values(assertions, variables))
    return draft.leave_out(test.line,
                           "an assertion compares with a template that cannot be made from its variables",
                           "write out its result");
  for (Assertion& each : assertions) split_values(each);
  Demand demand = demand_of(assertions, test.threshold);
  if (!demand.fault.empty()) return draft.leave_out(test.line, demand.fault);
  for (auto& what : demand.dropped) draft.remark(Remark::Kind::dropped, test.line, std::move(what));
  if (is_template(*text))
    draft.remark(Remark::Kind::note, test.line, "{{ or {% in the prompt is text, and asked as it stands");
  DraftCase one{.line = test.line, .id = "", .prompt = *text, .commands = {}};
  one.commands = std::move(demand.commands);
  one.accept_patterns = std::move(demand.accept_patterns);
  one.reject_patterns = std::move(demand.reject_patterns);
  if (demand.is_refusal) one.expect = Expectation::refusal;
  if (demand.is_answer) one.expect = Expectation::unblocked;
  one.timeout_s = demand.timeout_s;
  one.notes = test.description;
  take_metadata(test, one);
  draft.take(std::move(one));
}

// A value of each variable; from one number to the next, the last variable changes first.
Variables combination(const std::vector<const PromptfooVariable*>& variables, std::size_t number) {
  Variables values;
  for (const PromptfooVariable* each : std::views::reverse(variables)) {
    values[each->name] = each->values[number % each->values.size()];
    number /= each->values.size();
  }
  return values;
}

}  // namespace

std::optional<std::set<std::string>> variables_of(std::string_view text) {
  std::set<std::string> names;
  const auto keep = [&](std::string_view name) { return names.emplace(name), true; };
  return read(
             text, [](std::string_view) {}, keep)
             ? std::optional(names)
             : std::nullopt;
}

bool names_variable(std::string_view text, const Variables& variables) {
  for (std::size_t at; (at = text.find("{{")) != text.npos;) {
    text.remove_prefix(at + 2);
    const std::string_view words = trimmed(text);
    const auto end = std::ranges::find_if_not(words, [](char c) { return is_variable({&c, 1}); });
    if (variables.contains(std::string_view(words.begin(), end))) return true;
  }
  return false;
}

std::optional<std::string> rendered(std::string_view text, const Variables& variables) {
  std::string made;
  const auto put = [&](std::string_view name) {
    const auto found = variables.find(name);
    if (found != variables.end()) made += found->second;
    return found != variables.end();
  };
  return read(
             text, [&](std::string_view part) { made += part; }, put)
             ? std::optional(made)
             : std::nullopt;
}

std::string how_to_name_the_request(const std::vector<std::string>& variables) {
  if (variables.empty()) return "write the prompt out; the tests have no variables";
  return fmt::format("say which variable is the request: --map prompt=NAME; the variable{} {}",
                     variables.size() == 1 ? " is" : "s are", fmt::join(variables, ", "));
}

bool is_text(const Node& node) { return node.is_scalar() && !node.number() && !node.boolean(); }

// Only a list whose first element is text stands for several tests. Other lists and objects are no text, so
// they are not kept: a template that uses one cannot be made.
void take_variable(const std::string& name, const Node& value, PromptfooTest& test) {
  const bool is_list = value.is_list() && !value.items.empty() && is_text(value.items.front());
  const auto known = std::ranges::find(test.variables, name, &PromptfooVariable::name);
  if (!value.is_scalar() && !is_list) {
    if (known != test.variables.end()) test.variables.erase(known);
    return;
  }
  PromptfooVariable made{name, {}, is_list};
  for (const Node& each : is_list ? std::span(value.items) : std::span(&value, 1)) {
    if (each.text.starts_with("file://") || each.text.starts_with("package:"))
      test.obstacle = fmt::format("variable \"{}\" is in another file", one_line(name));
    if (!each.is_scalar())
      test.obstacle = fmt::format("variable \"{}\" holds {}", one_line(name), kind_of(each));
    made.values.push_back(each.text);
  }
  if (known == test.variables.end())
    test.variables.push_back(std::move(made));
  else
    *known = std::move(made);
}

void take_test(const PromptfooTest& test, const PromptTemplate& prompt, Draft& draft) {
  std::vector<const PromptfooVariable*> variables;
  std::size_t combinations = 1;
  for (const PromptfooVariable& each : test.variables) {
    if (each.is_list && !test.is_spread) continue;  // no template is made from a list
    variables.push_back(&each);
    // The draft stops at fewer tests.
    combinations = std::min<std::size_t>(combinations * each.values.size(), 1u << 30);
  }
  const bool has_id = std::ranges::any_of(test.metadata, [](const auto& each) { return each.first == "id"; });
  for (std::size_t number = 0; number < combinations; ++number) {
    if (!test.obstacle.empty())
      draft.leave_out(test.line, test.obstacle);
    else if (has_id && combinations > 1)
      draft.leave_out(test.line, "its lists stand for several tests, and its id for one",
                      "write out the tests, each with its own id");
    else
      take_one(test, prompt, combination(variables, number), draft);
  }
}

}  // namespace assay::convert
