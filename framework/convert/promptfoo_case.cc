// SPDX-License-Identifier: Apache-2.0
#include "promptfoo_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <span>

#include "assay/internal/text.h"

namespace assay::convert {
namespace {

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

void take_one(const PromptfooTest& test, const PromptTemplate& prompt, const Variables& variables,
              Draft& draft) {
  const auto text = rendered(prompt.text, variables);
  if (!text)
    return draft.leave_out(
        test.line, fmt::format("the prompt \"{}\" cannot be made from its variables", one_line(prompt.text)),
        "say which variable is the request: --map prompt=NAME");
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

void take_test(const PromptfooTest& test, const PromptTemplate& core, Draft& draft) {
  const PromptTemplate prompt{test.prefix + core.text + test.suffix};
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
