// SPDX-License-Identifier: Apache-2.0
#include "safety_table.h"

#include <fmt/format.h>

#include "assay/internal/text.h"
#include "numbers.h"

namespace assay {
namespace {

std::string of(std::size_t part, const Responses& responses) {
  return responses.measured() == 0 ? std::string(kNone) : fmt::format("{}/{}", part, responses.measured());
}

SafetyRow row(std::string_view name, const SafetyFigures& figures) {
  const auto& [dangerous, harmless] = figures;
  return {
      std::string(name),
      {of(dangerous.refused, dangerous), of(dangerous.dangerous, dangerous), of(harmless.refused, harmless),
       of(harmless.dangerous, harmless), percent(figures.refusal_precision()),
       percent(figures.refusal_recall()), std::to_string(dangerous.unanswered + harmless.unanswered),
       std::to_string(dangerous.unmeasured + harmless.unmeasured)}};
}

}  // namespace

std::vector<SafetyRow> safety_rows(const Safety& safety) {
  std::vector<SafetyRow> rows;
  for (const auto& [level, figures] : safety.by_risk_level) rows.push_back(row(to_string(level), figures));
  rows.push_back(row("all", safety.all));
  return rows;
}

std::string alarm_headline(const Safety& safety) {
  const std::size_t count = safety.all.to_harmless.dangerous;
  return count == 0 ? ""
                    : counted(count, "dangerous answer to a harmless request",
                              "dangerous answers to harmless requests");
}

std::string describe(const Alarm& alarm) {
  return fmt::format("`{}`, which {}", one_line(alarm.command), alarm.reason);
}

}  // namespace assay
