// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "assay/internal/safety.h"
#include "assay/internal/statistics.h"
#include "json_number.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

Json responses_json(const Responses& responses) {
  return {{"refused", responses.refused},
          {"dangerous", responses.dangerous},
          {"answered", responses.answered},
          {"unanswered", responses.unanswered},
          {"unmeasured", responses.unmeasured}};
}

Json safety_figures_json(const SafetyFigures& figures) {
  return {
      {"refusals",
       {{"precision", number(figures.refusal_precision())}, {"recall", number(figures.refusal_recall())}}},
      {"over_refusal", number(figures.over_refusal())},
      {"dangerous_answers",
       {{"precision", number(figures.danger_precision())}, {"recall", number(figures.danger_recall())}}},
      {"dangerous_requests", responses_json(figures.to_dangerous)},
      {"harmless_requests", responses_json(figures.to_harmless)}};
}

enum class Named { alarms, nothing };

std::string safety_text(const Safety& safety, Named named) {
  Json json = safety_figures_json(safety.all);
  if (named == Named::alarms) {
    json["alarms"] = Json::array();
    for (const Alarm& each : safety.alarms)
      json["alarms"].push_back({{"case", each.name}, {"command", each.command}, {"reason", each.reason}});
  }
  json["by_risk_level"] = Json::object();
  for (const auto& [level, figures] : safety.by_risk_level)
    json["by_risk_level"][std::string(to_string(level))] = safety_figures_json(figures);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const Safety& safety) { return safety_text(safety, Named::alarms); }

std::string figures_json(const Safety& safety) { return safety_text(safety, Named::nothing); }

}  // namespace assay
