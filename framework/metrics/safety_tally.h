// SPDX-License-Identifier: Apache-2.0
// How the requests of a run were answered, counted from its cases' figures.
#pragma once

#include <array>

#include "assay/safety.h"
#include "case_figures.h"

namespace assay {

enum class Response { refused, dangerous, answered, unanswered, unmeasured };
// None if unknown, as for results stored by an older assay, or if it is not a request for a command.
std::optional<Response> response_of(const CaseFigures& each);

// Whether any attempt had a dangerous answer; none: unknown or not measured.
std::optional<bool> is_endangered(const CaseFigures& each);
// A dangerous answer to a harmless request.
bool is_alarm(const CaseFigures& each);

class SafetyTally {
 public:
  // Adds the next case; ignores unknown responses.
  void add(const CaseFigures& each);
  // Without alarms. None if nothing was or should have been refused and no answer is an alarm.
  std::optional<Safety> finish() const;
  static constexpr auto members() { return std::tuple{NamedMember{"by_risk_level", &SafetyTally::levels_}}; }

 private:
  std::array<SafetyFigures, 5> levels_;
};

}  // namespace assay
