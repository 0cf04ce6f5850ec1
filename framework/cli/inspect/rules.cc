// SPDX-License-Identifier: Apache-2.0
// `assay rules`: explains the rules named by `assay explain`, each with two commands that it makes equal and
// two that it does not.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/equivalence.h"
#include "assay/internal/rules_page.h"
#include "assay/internal/text.h"
#include "inspect/commands.h"
#include "terminal.h"

namespace assay::cli {
namespace {

const RuleText& rule_named(const std::string& name) {
  const auto rules = equivalence_rules();
  const auto found = std::ranges::find(rules, name, &RuleText::id);
  if (found != rules.end()) return *found;
  std::vector<std::string> names;
  for (const RuleText& each : rules) names.emplace_back(each.id);
  const std::string near = nearest(name, names);
  throw Error({}, "there is no rule \"" + one_line(name) + "\"",
              near.empty() ? "assay rules lists them" : "did you mean " + near + "?");
}

std::string whole(const RuleText& rule) {
  std::string text =
      fmt::format("{}, score {:.2f} ({})\n  {}\n", rule.id, rule.score, rule.method, rule.meaning);
  if (!rule.assumption.empty()) text += fmt::format("  assumed: {}\n", rule.assumption);
  return text + fmt::format("  the same:     {}  ~  {}\n  not the same: {}  ~  {}\n", rule.same.a,
                            rule.same.b, rule.apart.a, rule.apart.b);
}

nlohmann::ordered_json rule_json(const RuleText& rule) {
  return {{"id", rule.id},
          {"method", rule.method},
          {"score", rule.score},
          {"meaning", rule.meaning},
          {"assumption", rule.assumption},
          {"same", {rule.same.a, rule.same.b}},
          {"not_the_same", {rule.apart.a, rule.apart.b}}};
}

}  // namespace

int perform(const ListRules& options) {
  if (options.markdown) {
    std::cout << rules_markdown();
    return kPassed;
  }
  std::vector<RuleText> rules;
  for (const std::string& name : options.names) rules.push_back(rule_named(name));
  if (options.names.empty()) rules.assign(equivalence_rules().begin(), equivalence_rules().end());
  auto rows = nlohmann::ordered_json::array();
  for (const RuleText& each : rules) {
    if (options.json)
      rows.push_back(rule_json(each));
    else
      std::cout << (options.names.empty()
                        ? fmt::format("{:.2f}  {:<22} {}\n", each.score, each.id, each.meaning)
                        : whole(each));
  }
  if (options.json) print_json(rows);
  return kPassed;
}

}  // namespace assay::cli
