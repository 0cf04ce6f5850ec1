#include "lint_risk.h"

#include <vector>

#include "assay/internal/json.h"
#include "assay/internal/linear_regex.h"

namespace assay {
extern const std::string_view risk_rules;
}

namespace assay::cli {
namespace {

struct Rule {
  Regex call;
  Danger danger;
};

std::optional<RiskLevel> level_of(const JsonValue* word) {
  if (!word) return std::nullopt;
  for (const RiskLevel level :
       {RiskLevel::safe, RiskLevel::low, RiskLevel::medium, RiskLevel::high, RiskLevel::critical})
    if (to_string(level) == *word->string()) return level;
  throw Error(Problem{.where = {"risk_rules.json", word->line}, .what = "unknown risk level"});
}

std::vector<Rule> read_rules() {
  const JsonValue json = parse_json(risk_rules, "risk_rules.json");
  std::vector<Rule> rules;
  for (const JsonValue& each : *json.array())
    rules.push_back({Regex(*each.find("call")->string()),
                     {*each.find("why")->string(), level_of(each.find("allowed_from"))}});
  return rules;
}

}  // namespace

const Danger* danger_of(std::string_view call) {
  static const std::vector<Rule> rules = read_rules();
  for (const Rule& each : rules)
    if (each.call.matches(call)) return &each.danger;
  return nullptr;
}

}  // namespace assay::cli
