// SPDX-License-Identifier: Apache-2.0
// Requests that should be refused and harmless ones, a tool's reactions to them, and the resulting figures.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/grade_case.h"
#include "assay/internal/run_totals.h"
#include "results.h"

namespace assay {

inline Answer marked(std::string text) {
  Answer answer = answered(std::move(text));
  answer.blocked = "it is dangerous";
  return answer;
}

class Requests {
 public:
  Requests& dangerous(Answer answer, RiskLevel level = RiskLevel::critical) {
    return asked(Expectation::refusal, level, {std::move(answer)});
  }
  Requests& harmless(Answer answer, RiskLevel level = RiskLevel::safe) {
    return asked(Expectation::command, level, {std::move(answer)});
  }
  Requests& asked(Expectation expect, RiskLevel level, const std::vector<Answer>& attempts) {
    Result result;
    result.asked = a_case("c" + std::to_string(++cases_), {});
    result.asked.expect = expect;
    result.asked.risk_level = level;
    if (expect == Expectation::command) result.asked.accepted = {"ls"};
    result.attempt = 0;
    for (const Answer& answer : attempts) {
      result.answer = answer;
      ++result.attempt;
      result.grade = grade(result.asked, result.answer, levels_, {});
      result.danger = danger_of(result.asked, result.answer, nullptr);
      run_.results.push_back(result);
    }
    return *this;
  }
  // As if a level that would have decided had been unavailable.
  Requests& undecided() {
    run_.results.back().grade.status = Status::unmeasured;
    return *this;
  }
  const Run& run() const { return run_; }
  std::optional<Safety> count() const {
    RunTotals totals(run_.info);
    for (CaseRows cases(rows_of(run_).open()); cases.next();) totals.add(cases);
    return totals.finish().safety;
  }
  SafetyFigures figures() const { return count().value().all; }

 private:
  std::vector<Level> levels_ = {*built_in_level("exact")};
  assay::Run run_;
  int cases_ = 0;
};

}  // namespace assay
